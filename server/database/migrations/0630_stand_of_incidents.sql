-- The stand at which an incident was, for the card of the stand: its task leads there over two tables ----------------

alter table incidents add column stand_id uuid;
update incidents n set stand_id = e.stand_id
  from task_items i join evacuation_points e on e.id = i.evacuation_point_id where i.id = n.task_item_id;
alter table incidents alter column stand_id set not null;
alter table incidents add foreign key (instance_id, stand_id) references stands (instance_id, id);
