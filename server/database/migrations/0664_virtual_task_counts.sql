-- A list of hypotheses tells how many tasks each has, up to a million: they are counted as they come and go.
alter table hypotheses add column task_count integer not null default 0;

create function count_virtual_tasks() returns trigger language plpgsql as $$
begin
  update hypotheses h set task_count = task_count + c.more
  from (select hypothesis_id, count(*) * case tg_op when 'INSERT' then 1 else -1 end as more from changed group by 1) c
  where h.id = c.hypothesis_id;
  return null;
end $$;

create trigger v_task_items_counted after insert on v_task_items referencing new table as changed
  for each statement execute function count_virtual_tasks();
create trigger v_task_items_discounted after delete on v_task_items referencing old table as changed
  for each statement execute function count_virtual_tasks();

-- No task comes or goes before this is committed: the triggers hold the table.
update hypotheses h set task_count = c.tasks
from (select hypothesis_id, count(*) as tasks from v_task_items group by 1) c where c.hypothesis_id = h.id;
