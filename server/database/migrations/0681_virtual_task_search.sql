-- concurrently
-- From a stand to its tasks by the indexes alone: a search over many stands is counted without a row of a table.
create index concurrently evacuation_points_of_stand on evacuation_points (stand_id)
  include (instance_id, id, garbage_type);
drop index concurrently if exists evacuation_points_stand;
create index concurrently v_task_items_at_point on v_task_items (evacuation_point_id, hypothesis_id)
  include (instance_id, id);
drop index concurrently if exists v_task_items_of_point;
