-- Solutions follow the roads: what closes one while it is in force makes them need another calculation -------------

-- No way led there on the day: every road was closed to every vehicle.
alter table solution_unplanned_items add column cut_off boolean not null default false;

-- What could not be taken into account: words of solutionOmissions.
alter table solutions add column not_considered text[] not null default '{}';

-- Solutions with a day of the period; with week days, one of these. A shift may end on the day after its own.
create function solutions_on_roads_changed(instance uuid, first date, last date, days text[]) returns void
language sql as $$
  update solutions s set needs_recalculation = true
  where not s.needs_recalculation and s.instance_id = instance and exists (
    select from v_days d, generate_series(d.day, d.day + 1, interval '1 day') as on_day
    where d.hypothesis_id = s.hypothesis_id
      and on_day::date >= first and (last is null or on_day::date <= last)
      and (days = '{}' or trim(upper(to_char(on_day, 'DAY'))) = any(days)))
$$;

create function way_restriction_changed() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and (old.transport_type, old.geometry::jsonb, old.begin_date, old.end_date, old.week_days,
      old.time_from, old.time_to) is not distinct from (new.transport_type, new.geometry::jsonb, new.begin_date,
      new.end_date, new.week_days, new.time_from, new.time_to) then
    return null;
  end if;
  if tg_op <> 'INSERT' then
    perform solutions_on_roads_changed(old.instance_id, old.begin_date, old.end_date, old.week_days);
  end if;
  if tg_op <> 'DELETE' then
    perform solutions_on_roads_changed(new.instance_id, new.begin_date, new.end_date, new.week_days);
  end if;
  return null;
end $$;
create trigger way_restrictions_in_force after insert or update or delete on way_restrictions
  for each row execute function way_restriction_changed();

-- A closure counts while it is confirmed.
create function road_closure_changed() returns trigger language plpgsql as $$
declare
  zone text;
begin
  if tg_op = 'UPDATE' and (old.mark, old.geometry::jsonb, old.begin_time, old.end_time)
      is not distinct from (new.mark, new.geometry::jsonb, new.begin_time, new.end_time) then
    return null;
  end if;
  select i.time_zone into zone from instances i where i.id = coalesce(new.instance_id, old.instance_id);
  if tg_op <> 'INSERT' and old.mark = 'CONFIRMED' then
    perform solutions_on_roads_changed(old.instance_id, (old.begin_time at time zone zone)::date,
      (old.end_time at time zone zone)::date, '{}');
  end if;
  if tg_op <> 'DELETE' and new.mark = 'CONFIRMED' then
    perform solutions_on_roads_changed(new.instance_id, (new.begin_time at time zone zone)::date,
      (new.end_time at time zone zone)::date, '{}');
  end if;
  return null;
end $$;
create trigger road_closures_in_force after insert or update or delete on road_closures
  for each row execute function road_closure_changed();

-- The hours of tasks without their own.
create function solution_property_changed() returns trigger language plpgsql as $$
declare
  of_instance uuid = case when tg_op = 'DELETE' then old.instance_id else new.instance_id end;
begin
  update solutions set needs_recalculation = true
  where not needs_recalculation and (of_instance is null or instance_id = of_instance);
  return null;
end $$;
create trigger app_properties_task_window after update on app_properties for each row
  when (new.name = 'hypothesis.vTaskItem.defaultTimeWindow' and old.value is distinct from new.value)
  execute function solution_property_changed();
create trigger app_properties_task_window_made after insert on app_properties for each row
  when (new.name = 'hypothesis.vTaskItem.defaultTimeWindow') execute function solution_property_changed();
create trigger app_properties_task_window_gone after delete on app_properties for each row
  when (old.name = 'hypothesis.vTaskItem.defaultTimeWindow') execute function solution_property_changed();
