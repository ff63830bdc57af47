-- Collection results: what each visit did about a task, what the facts say, and the incidents made of it ------

-- Whether a result is approved (S-008), and who has verified it (S-022).
alter table task_items
  add column approval text not null default 'CONSIDERATION'
    check (approval in ('APPROVED', 'REJECTED', 'CONSIDERATION')),
  add column reviewed boolean not null default false,
  add column review_reason text,
  add column reviewer text,
  add column review_time timestamptz;

-- What one visit did about one task (tievr). Several visits may serve a task.
create table task_visits (
  id uuid primary key default gen_random_uuid(),
  instance_id uuid not null references instances (id),
  task_item_id uuid not null,
  visit_id uuid not null,
  task_date date not null,
  -- As the crew reported it.
  reported_count integer check (reported_count >= 0),
  reported_volume cubic_metres,
  -- What is in force.
  done_count integer check (done_count >= 0),
  done_volume cubic_metres,
  -- What the facts said last; differs from what is in force where that was approved before.
  judged_count integer check (judged_count >= 0),
  judged_volume cubic_metres,
  confirmed boolean,
  judge_time timestamptz,
  failure_reason text,
  reviewed boolean not null default false,
  review_reason text,
  reviewer text,
  review_time timestamptz,
  version integer not null default 1,
  change_time timestamptz not null default now(),
  unique (instance_id, id),
  unique (instance_id, task_item_id, visit_id),
  foreign key (instance_id, task_item_id) references task_items (instance_id, id) on delete cascade,
  foreign key (instance_id, visit_id) references visits (instance_id, id) on delete cascade,
  check ((judge_time is null) = (confirmed is null))
);
create index task_visits_date on task_visits (instance_id, task_date, id);
create index task_visits_task on task_visits (task_item_id);
create index task_visits_visit on task_visits (visit_id);

insert into task_visits (id, instance_id, task_item_id, visit_id, task_date, reported_count, reported_volume,
  done_count, done_volume, failure_reason)
select md5('task visit ' || id || ' ' || visit_id)::uuid, instance_id, id, visit_id, task_date, done_count, done_volume,
  done_count, done_volume, failure_reason from task_items where visit_id is not null;

-- The result of a task is the sum of what its visits did; its visit is the last of them.
create function task_items_follow() returns trigger language plpgsql as $$
begin
  update task_items t set visit_id = s.visit_id, done_count = s.done_count, done_volume = s.done_volume,
    failure_reason = s.failure_reason, version = t.version + 1, change_time = now()
  from (
    select w.task_item_id, (array_agg(w.visit_id order by coalesce(v.arrive_time, v.plan_time) desc nulls last, w.id))[1]
        as visit_id,
      sum(w.done_count)::integer as done_count, sum(w.done_volume)::numeric as done_volume,
      (array_agg(w.failure_reason order by coalesce(v.arrive_time, v.plan_time) desc nulls last, w.id))[1]
        as failure_reason
    from task_visits w join visits v on v.id = w.visit_id
    where w.task_item_id in (select n.task_item_id from changed n) group by 1
  ) s
  where t.id = s.task_item_id and (t.visit_id, t.done_count, t.done_volume::numeric, t.failure_reason)
    is distinct from (s.visit_id, s.done_count, s.done_volume, s.failure_reason);
  return null;
end $$;
create trigger task_visits_made after insert on task_visits referencing new table as changed
  for each statement execute function task_items_follow();
create trigger task_visits_changed after update on task_visits referencing new table as changed
  for each statement execute function task_items_follow();

-- Whether a result is changed no more, whatever the facts say later.
create function result_is_approved(task task_items) returns boolean stable language sql as $$
  select task.approval = 'APPROVED'
$$;

-- What devices sent ------------------------------------------------------------------------------------------

-- Where vehicles were. One table a day (UTC), in the schema `tracks`; days are made and dropped by functions of the
-- owner, for requests run as a role that makes no tables.
create schema if not exists tracks;
create table track_points (
  instance_id uuid not null references instances (id),
  vehicle_id uuid not null,
  point_time timestamptz not null,
  latitude latitude not null,
  longitude longitude not null,
  -- km/h, and degrees clockwise from north.
  speed smallint check (speed between 0 and 250),
  heading smallint check (heading between 0 and 359),
  receive_time timestamptz not null default now(),
  primary key (instance_id, vehicle_id, point_time),
  foreign key (instance_id, vehicle_id) references vehicles (instance_id, id)
) partition by range (point_time);

create function make_track_day(day date) returns void security definer set search_path = public, pg_temp
  language plpgsql as $$
declare name text := 'day_' || to_char(day, 'YYYYMMDD');
begin
  if to_regclass('tracks.' || name) is not null then return; end if;
  perform pg_advisory_xact_lock(hashtextextended('track day', 0));
  execute format('create table if not exists tracks.%I partition of track_points for values from (%L) to (%L)',
    name, day::timestamp at time zone 'UTC', (day + 1)::timestamp at time zone 'UTC');
end $$;

-- Lifts, parkings and signals of sensors.
create table telematic_events (
  id uuid primary key default gen_random_uuid(),
  instance_id uuid not null references instances (id),
  vehicle_id uuid not null,
  kind text not null check (kind in ('LIFT', 'PARKING', 'SENSOR')),
  -- Word of "visitingRulesSensors".
  sensor text,
  begin_time timestamptz not null,
  end_time timestamptz,
  latitude latitude,
  longitude longitude,
  value numeric(12, 3),
  version integer not null default 1,
  change_time timestamptz not null default now(),
  unique (instance_id, id),
  unique nulls not distinct (instance_id, vehicle_id, kind, begin_time, sensor),
  foreign key (instance_id, vehicle_id) references vehicles (instance_id, id),
  check (begin_time < end_time),
  check ((kind = 'SENSOR') = (sensor is not null)),
  check ((latitude is null) = (longitude is null))
);
create index telematic_events_vehicle on telematic_events (vehicle_id, begin_time);
create index telematic_events_time on telematic_events (begin_time);

-- A photo that the crew took at a visit, and what the analysis saw on it.
create table visit_photos (
  id uuid primary key default gen_random_uuid(),
  instance_id uuid not null references instances (id),
  visit_id uuid not null,
  file_id uuid not null,
  photo_time timestamptz not null,
  kind text not null check (kind in ('BEFORE', 'AFTER', 'OTHER')),
  analysis text check (analysis in ('WAITING', 'DONE', 'FAILED')),
  -- Why it failed: REFUSED, SLOW or GONE.
  analysis_failure text,
  fill percent,
  seen text[] not null default '{}',
  confidence percent,
  analysis_time timestamptz,
  version integer not null default 1,
  change_time timestamptz not null default now(),
  unique (instance_id, id),
  unique (instance_id, file_id),
  foreign key (instance_id, visit_id) references visits (instance_id, id) on delete cascade,
  foreign key (instance_id, file_id) references files (instance_id, id) on delete cascade,
  check ((analysis = 'FAILED') = (analysis_failure is not null) or analysis is null and analysis_failure is null)
);
create index visit_photos_visit on visit_photos (visit_id, photo_time);
create index visit_photos_time on visit_photos (photo_time);
create index visit_photos_file on visit_photos (file_id);

-- Incidents ----------------------------------------------------------------------------------------------------

create table incidents (
  id uuid primary key default gen_random_uuid(),
  instance_id uuid not null references instances (id),
  number text not null,
  -- Word of "incidentTypes".
  type text not null,
  status text not null default 'OPENED' check (status in ('OPENED', 'ACCEPTED', 'DECLINED')),
  task_item_id uuid not null,
  task_visit_id uuid,
  visit_id uuid,
  -- The carrier result that it was opened at, if it was.
  csori_date date,
  csori_id uuid,
  -- The finding of a check rule that it was made of; none: opened by hand.
  finding_id uuid,
  create_time timestamptz not null default now(),
  author text,
  author_id uuid,
  comment text,
  status_author text,
  status_time timestamptz,
  status_comment text,
  version integer not null default 1,
  change_time timestamptz not null default now(),
  unique (instance_id, id),
  unique (instance_id, number),
  unique (finding_id),
  foreign key (instance_id, task_item_id) references task_items (instance_id, id),
  foreign key (instance_id, task_visit_id) references task_visits (instance_id, id) on delete set null (task_visit_id),
  foreign key (instance_id, visit_id) references visits (instance_id, id) on delete set null (visit_id),
  foreign key (instance_id, finding_id) references contract_rule_findings (instance_id, id)
    on delete set null (finding_id),
  foreign key (instance_id, author_id) references accounts (instance_id, id) on delete set null (author_id),
  check ((csori_date is null) = (csori_id is null)),
  check ((status = 'OPENED') = (status_time is null))
);
create index incidents_time on incidents (instance_id, create_time, id);
create index incidents_type on incidents (instance_id, type, create_time, id);
create index incidents_status on incidents (instance_id, status, create_time, id);
create index incidents_search on incidents using gin (number gin_trgm_ops);
create index incidents_task on incidents (task_item_id);
create index incidents_task_visit on incidents (task_visit_id);
create index incidents_visit on incidents (visit_id);
create index incidents_author on incidents (author_id);
create index incidents_csori on incidents (instance_id, csori_date, csori_id) where csori_id is not null;

insert into transitions (entity, action, from_status, to_status) values
  ('incident', 'accept', 'OPENED', 'ACCEPTED'),
  ('incident', 'decline', 'OPENED', 'DECLINED');

insert into event_metas (name, severity, caption_ru, caption_en) values
  ('INCIDENT_OPENED', 'AVERAGE', 'Открыт инцидент {{number}}: {{type}}, {{address}}',
    'Incident {{number}} opened: {{type}}, {{address}}'),
  ('INCIDENT_ACCEPTED', 'INFORMATION', 'Инцидент {{number}} подтверждён', 'Incident {{number}} accepted'),
  ('INCIDENT_DECLINED', 'INFORMATION', 'Инцидент {{number}} отклонён', 'Incident {{number}} declined'),
  ('PHOTO_ANALYSIS_FAILED', 'WARNING', 'Анализ фотографий не выполнен: {{reason}}', 'Photo analysis failed: {{reason}}'),
  ('RESULTS_RECALCULATED', 'INFORMATION',
    'Договор {{number}}: пересчитаны результаты с {{from}} по {{to}}, проверено {{checked}}, изменено {{changed}}',
    'Contract {{number}}: results from {{from}} to {{to}} judged again, {{checked}} checked, {{changed}} changed'),
  ('RESULT_DIFFERS', 'AVERAGE',
    'Договор {{number}}: утверждённые результаты расходятся с поступившими данными ({{count}})',
    'Contract {{number}}: approved results differ from what arrived later ({{count}})');

-- What is still to be made of findings -----------------------------------------------------------------------

-- When an incident or a claim was made of the finding.
alter table contract_rule_findings add column made_time timestamptz;

-- Results to judge again, one a contract and event; gone once that is done.
create table recalculations (
  id uuid primary key default gen_random_uuid(),
  instance_id uuid not null references instances (id),
  contract_id uuid not null,
  -- Word of "recalcVisitRuleEvents".
  event text not null,
  create_time timestamptz not null default now(),
  version integer not null default 1,
  change_time timestamptz not null default now(),
  unique (instance_id, id),
  unique (contract_id, event),
  foreign key (instance_id, contract_id) references contracts (instance_id, id)
);
create index recalculations_time on recalculations (create_time);

-- The nightly judgement, what is judged again, and what is kept of tracks and photos.
select pgboss.create_queue('judge-results', '{"policy": "standard"}');
select pgboss.create_queue('recalculate-results', '{"policy": "standard"}');
select pgboss.create_queue('clean-telematics', '{"policy": "standard"}');

-- Metres between two places on the globe.
create function metres_between(latitude_a double precision, longitude_a double precision,
  latitude_b double precision, longitude_b double precision) returns double precision
  immutable parallel safe language sql as $$
  select 2 * 6371008.8 * asin(least(1, sqrt(
    power(sin(radians(latitude_b - latitude_a) / 2), 2)
    + cos(radians(latitude_a)) * cos(radians(latitude_b)) * power(sin(radians(longitude_b - longitude_a) / 2), 2))))
$$;

insert into app_properties (name, value, type) values
  ('results.trackRadius', '50', 'Integer'),
  ('results.staySeconds', '120', 'Integer'),
  ('results.judgeDays', '3', 'DaysCount'),
  ('telematics.keepDays', '90', 'DaysCount'),
  ('photos.keepDays', '1095', 'DaysCount');

-- Vehicles whose track of a day (UTC) is evidence of what is not settled: an open incident, or an approved result from
-- which the facts differ.
create function evidence_vehicles(day date) returns table (instance_id uuid, vehicle_id uuid) stable language sql as $$
  select distinct u.instance_id, u.vehicle_id from units u
  join visits v on v.unit_id = u.id join task_visits w on w.visit_id = v.id
  where tstzrange(u.begin_time, u.end_time)
      && tstzrange(day::timestamp at time zone 'UTC', (day + 1)::timestamp at time zone 'UTC')
    and (w.done_count is distinct from w.judged_count and w.judge_time is not null
      or exists (select from incidents n where n.task_item_id = w.task_item_id and n.status = 'OPENED'))
$$;

-- Drops the tracks of days before this one, less what is evidence; tells how many days are gone.
create function clean_tracks(before date) returns integer security definer set search_path = public, pg_temp
  language plpgsql as $$
declare one record; gone integer := 0; kept boolean;
begin
  for one in select c.relname::text as name, to_date(substr(c.relname, 5), 'YYYYMMDD') as day
    from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'track_points'::regclass order by 2
  loop
    exit when one.day >= before;
    execute format('select exists (select from tracks.%I p join evidence_vehicles(%L) e
      on e.instance_id = p.instance_id and e.vehicle_id = p.vehicle_id)', one.name, one.day) into kept;
    if kept then
      execute format('delete from tracks.%I p where not exists (select from evidence_vehicles(%L) e
        where e.instance_id = p.instance_id and e.vehicle_id = p.vehicle_id)', one.name, one.day);
    else
      execute format('drop table tracks.%I', one.name);
      gone := gone + 1;
    end if;
  end loop;
  return gone;
end $$;

-- Asks for results to be judged again where a rule of the contract names the event; one statement, one insert.
create function ask_recalculation() returns trigger language plpgsql as $$
begin
  insert into recalculations (instance_id, contract_id, event)
  select distinct r.instance_id, r.contract_id, tg_argv[0] from contract_recalc_rules r
  join instances n on n.id = r.instance_id
  where tg_argv[0] = any (r.events)
    and daterange(r.begin_date, r.end_date, '[]') @> (now() at time zone n.time_zone)::date
    and case tg_table_name
      when 'contracts' then r.contract_id in (select (to_jsonb(c) ->> 'id')::uuid from changed c)
      when 'containers' then r.contract_id in (select p.contract_id from contract_plans p
        where p.evacuation_point_id in (select (to_jsonb(c) ->> 'evacuation_point_id')::uuid from changed c))
      else r.contract_id in (select (to_jsonb(c) ->> 'contract_id')::uuid from changed c) end
  on conflict (contract_id, event) do nothing;
  return null;
end $$;
-- What is new has no past results; what changes or goes has.
create trigger contracts_recalculated after update on contracts referencing new table as changed
  for each statement execute function ask_recalculation('CONTRACT_CHANGED');
create trigger contract_transportations_recalculated after update on contract_transportations
  referencing new table as changed for each statement execute function ask_recalculation('CONTRACT_CHANGED');
create trigger contract_transportations_dropped after delete on contract_transportations
  referencing old table as changed for each statement execute function ask_recalculation('CONTRACT_CHANGED');
create trigger contract_plans_recalculated after update on contract_plans referencing new table as changed
  for each statement execute function ask_recalculation('PLAN_CHANGED');
create trigger contract_plans_dropped after delete on contract_plans referencing old table as changed
  for each statement execute function ask_recalculation('PLAN_CHANGED');
create trigger containers_recalculated after update on containers referencing new table as changed
  for each statement execute function ask_recalculation('CONTAINER_CHANGED');
create trigger containers_dropped after delete on containers referencing old table as changed
  for each statement execute function ask_recalculation('CONTAINER_CHANGED');
