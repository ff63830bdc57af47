-- concurrently
create index concurrently v_task_items_containers on v_task_items (hypothesis_id, container_type, id);
create index concurrently v_task_items_count on v_task_items (hypothesis_id, count, id);
create index concurrently v_task_items_volume on v_task_items (hypothesis_id, volume, id);
create index concurrently v_task_items_of_point on v_task_items (evacuation_point_id, hypothesis_id);
drop index concurrently if exists v_task_items_point;
