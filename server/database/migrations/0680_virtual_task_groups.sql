-- How many virtual tasks of a day are of each kind of garbage and container: a list of a million with a filter is counted
-- from these sums, and not task by task.
create table v_task_groups (
  instance_id uuid not null references instances (id),
  hypothesis_id uuid not null,
  v_day_id uuid not null,
  garbage_type text not null,
  container_type text not null,
  tasks integer not null,
  primary key (instance_id, hypothesis_id, v_day_id, garbage_type, container_type),
  foreign key (instance_id, hypothesis_id) references hypotheses (instance_id, id) on delete cascade,
  foreign key (instance_id, v_day_id) references v_days (instance_id, id) on delete cascade
);
create index v_task_groups_day on v_task_groups (instance_id, v_day_id);

-- A task and the kind of garbage of its point change side by side: the lock of the table lets one wait for the other, and
-- what is read behind it, by a statement of its own, is what the other has left.
create function group_virtual_tasks() returns trigger language plpgsql as $$
begin
  lock table v_task_groups in row exclusive mode;
  if tg_op <> 'DELETE' then
    insert into v_task_groups as g (instance_id, hypothesis_id, v_day_id, garbage_type, container_type, tasks)
    select i.instance_id, i.hypothesis_id, i.v_day_id, e.garbage_type, i.container_type, count(*)
    from came i join evacuation_points e on e.id = i.evacuation_point_id
    group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
    on conflict (instance_id, hypothesis_id, v_day_id, garbage_type, container_type) do update set tasks = g.tasks + excluded.tasks;
  end if;
  if tg_op <> 'INSERT' then
    update v_task_groups g set tasks = g.tasks - c.tasks
    from (
      select i.instance_id, i.hypothesis_id, i.v_day_id, e.garbage_type, i.container_type, count(*) as tasks
      from gone i join evacuation_points e on e.id = i.evacuation_point_id group by 1, 2, 3, 4, 5
    ) c
    where g.instance_id = c.instance_id and g.hypothesis_id = c.hypothesis_id and g.v_day_id = c.v_day_id and g.garbage_type = c.garbage_type
      and g.container_type = c.container_type;
  end if;
  return null;
end $$;

create trigger v_task_items_grouped after insert on v_task_items referencing new table as came
  for each statement execute function group_virtual_tasks();
create trigger v_task_items_regrouped after update on v_task_items referencing old table as gone new table as came
  for each statement execute function group_virtual_tasks();
create trigger v_task_items_ungrouped after delete on v_task_items referencing old table as gone
  for each statement execute function group_virtual_tasks();

create function regroup_virtual_tasks() returns trigger language plpgsql as $$
begin
  lock table v_task_groups in share row exclusive mode;
  insert into v_task_groups as g (instance_id, hypothesis_id, v_day_id, garbage_type, container_type, tasks)
  select i.instance_id, i.hypothesis_id, i.v_day_id, side.garbage_type, i.container_type, sum(side.sign)
  from v_task_items i cross join (values (old.garbage_type, -1), (new.garbage_type, 1)) side (garbage_type, sign)
  where i.evacuation_point_id = new.id
  group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
  on conflict (instance_id, hypothesis_id, v_day_id, garbage_type, container_type) do update set tasks = g.tasks + excluded.tasks;
  return null;
end $$;
create trigger evacuation_points_regrouped after update of garbage_type on evacuation_points for each row
  when (old.garbage_type is distinct from new.garbage_type) execute function regroup_virtual_tasks();

-- No task comes or goes before this is committed: the triggers hold both tables.
insert into v_task_groups (instance_id, hypothesis_id, v_day_id, garbage_type, container_type, tasks)
select i.instance_id, i.hypothesis_id, i.v_day_id, e.garbage_type, i.container_type, count(*)
from v_task_items i join evacuation_points e on e.id = i.evacuation_point_id group by 1, 2, 3, 4, 5;
