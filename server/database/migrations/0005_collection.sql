-- What is collected, where and when: stands, containers, schedules, plans, task items, visits ---------------

create table stands (
  id uuid primary key,
  instance_id uuid not null references instances (id),
  number text not null,
  kind text not null,
  status text not null default 'ACTIVE',
  residential text,
  sector text,
  responsible text,
  surface text,
  -- Square metres.
  area numeric(8, 2) check (area > 0),
  fenced boolean not null default false,
  roofed boolean not null default false,
  begin_date date not null,
  end_date date,
  version integer not null default 1,
  change_time timestamptz not null default now(),
  unique (instance_id, id),
  unique (instance_id, number),
  foreign key (instance_id, id) references visit_points (instance_id, id),
  check (begin_date <= end_date)
);
create index stands_status on stands (instance_id, status, number);
create index stands_sector on stands (instance_id, sector, number);
create index stands_search on stands using gin (number gin_trgm_ops);

-- An evacuation point is what is emptied at a stand in one go: its containers for one kind of garbage.
create table evacuation_points (
  id uuid primary key default gen_random_uuid(),
  instance_id uuid not null references instances (id),
  stand_id uuid not null,
  garbage_type text not null,
  name text not null,
  -- Hours in which it may be emptied, by the clock of the instance; none: any time.
  time_from time,
  time_to time,
  comment text,
  version integer not null default 1,
  change_time timestamptz not null default now(),
  unique (instance_id, id),
  unique (instance_id, stand_id, name),
  foreign key (instance_id, stand_id) references stands (instance_id, id),
  foreign key (instance_id, garbage_type) references garbage_types (instance_id, code),
  check (time_from < time_to),
  check ((time_from is null) = (time_to is null))
);
create index evacuation_points_stand on evacuation_points (stand_id);
create index evacuation_points_garbage on evacuation_points (instance_id, garbage_type, id);

create table containers (
  id uuid primary key default gen_random_uuid(),
  instance_id uuid not null references instances (id),
  evacuation_point_id uuid not null,
  container_type text not null,
  number text not null,
  owner_customer_id uuid,
  -- Days on which it stands there, both inclusive.
  begin_date date not null,
  end_date date,
  version integer not null default 1,
  change_time timestamptz not null default now(),
  unique (instance_id, id),
  foreign key (instance_id, evacuation_point_id) references evacuation_points (instance_id, id),
  foreign key (instance_id, container_type) references container_types (instance_id, code),
  foreign key (instance_id, owner_customer_id) references customers (instance_id, id),
  check (begin_date <= end_date),
  -- A container that moves gets a row for its new place: it is never in two at once.
  constraint containers_period exclude using gist (
    instance_id with =, number with =, daterange(begin_date, end_date, '[]') with &&
  )
);
create index containers_number on containers (instance_id, number, id);
create index containers_type on containers (instance_id, container_type, number);
create index containers_point on containers (evacuation_point_id);
create index containers_owner on containers (owner_customer_id);
create index containers_search on containers using gin (number gin_trgm_ops);

-- Schedules: days and hours that are included, less those that are excluded ----------------------------------

-- The seconds of a month that a period takes, as ranges; two periods cross where these do. Week days are 1 to 7
-- from Monday. Weeks are 1 to 4 and 5 for the last: the first to the last such week day of the month.
create function schedule_slots(
  kind text, week_days smallint[], weeks smallint[], time_from time, time_to time
) returns int4multirange immutable parallel safe language sql as $$
  select range_agg(int4range(
    (week * 7 + day) * 86400 + coalesce(extract(epoch from time_from)::integer, 0),
    (week * 7 + day) * 86400 + coalesce(extract(epoch from time_to)::integer, 86400)
  ))
  from unnest(case when kind = 'NUMBERED_WEEKS' then weeks else '{1,2,3,4,5}' end) week,
    unnest(case when kind = 'EVERYDAY' then '{1,2,3,4,5,6,7}' else week_days end) day
$$;

create table schedules (
  id uuid primary key default gen_random_uuid(),
  instance_id uuid not null references instances (id),
  name text,
  version integer not null default 1,
  change_time timestamptz not null default now(),
  unique (instance_id, id)
);

create table schedule_periods (
  id uuid primary key default gen_random_uuid(),
  instance_id uuid not null references instances (id),
  schedule_id uuid not null,
  excluded boolean not null default false,
  kind text not null check (kind in ('EVERY_WEEK', 'NUMBERED_WEEKS', 'EVERYDAY')),
  week_days smallint[] not null default '{}' check (week_days <@ '{1,2,3,4,5,6,7}'::smallint[]),
  weeks smallint[] not null default '{}' check (weeks <@ '{1,2,3,4,5}'::smallint[]),
  time_from time,
  time_to time,
  begin_date date,
  end_date date,
  slots int4multirange generated always as (
    schedule_slots(kind, week_days, weeks, time_from, time_to)
  ) stored,
  version integer not null default 1,
  change_time timestamptz not null default now(),
  unique (instance_id, id),
  foreign key (instance_id, schedule_id) references schedules (instance_id, id) on delete cascade,
  check (begin_date <= end_date),
  check (time_from < time_to),
  check (kind = 'EVERYDAY' or cardinality(week_days) > 0),
  check (kind <> 'NUMBERED_WEEKS' or cardinality(weeks) > 0),
  constraint schedule_periods_period exclude using gist (
    schedule_id with =, (excluded::integer) with =, daterange(begin_date, end_date, '[]') with &&, slots with &&
  )
);
create index schedule_periods_schedule on schedule_periods (schedule_id);

-- Whether a period falls on a day at some hour.
create function period_covers(period schedule_periods, day date) returns boolean
  immutable parallel safe language sql as $$
  select daterange(period.begin_date, period.end_date, '[]') @> day
    and (period.kind = 'EVERYDAY' or extract(isodow from day)::smallint = any (period.week_days))
    and (period.kind <> 'NUMBERED_WEEKS'
      or ((extract(day from day)::integer + 6) / 7)::smallint = any (array_remove(period.weeks, 5::smallint))
      or (5::smallint = any (period.weeks)
        and extract(month from day) <> extract(month from day + 7)))
$$;

-- Whether a schedule includes a day: a period does, and none without hours excludes it.
create function schedule_includes(schedule uuid, day date) returns boolean
  stable parallel safe language sql as $$
  select coalesce(bool_or(not p.excluded), false)
    and not coalesce(bool_or(p.excluded and p.time_from is null and p.time_to is null), false)
  from schedule_periods p where p.schedule_id = schedule and period_covers(p, day)
$$;

-- Plans, task items, visits ----------------------------------------------------------------------------------

-- What a contract orders at an evacuation point. For one action never two plans on one day.
create table contract_plans (
  id uuid primary key default gen_random_uuid(),
  instance_id uuid not null references instances (id),
  contract_id uuid not null,
  evacuation_point_id uuid not null,
  schedule_id uuid not null,
  container_action text not null,
  begin_date date not null,
  end_date date,
  comment text,
  version integer not null default 1,
  change_time timestamptz not null default now(),
  unique (instance_id, id),
  foreign key (instance_id, contract_id) references contracts (instance_id, id),
  foreign key (instance_id, evacuation_point_id) references evacuation_points (instance_id, id),
  foreign key (instance_id, schedule_id) references schedules (instance_id, id),
  check (begin_date <= end_date),
  constraint contract_plans_period exclude using gist (
    evacuation_point_id with =, container_action with =, daterange(begin_date, end_date, '[]') with &&
  )
);
create index contract_plans_contract on contract_plans (contract_id, id);
create index contract_plans_schedule on contract_plans (schedule_id);

create table visits (
  id uuid primary key default gen_random_uuid(),
  instance_id uuid not null references instances (id),
  unit_id uuid not null,
  visit_point_id uuid not null,
  visit_date date not null,
  position integer not null check (position > 0),
  status text not null default 'PLANNED' check (
    status in ('PLANNED', 'WAITING', 'SUCCESS', 'FAILED', 'EMPTY', 'REJECTED', 'CANCELED', 'MOVED')
  ),
  plan_time timestamptz,
  arrive_time timestamptz,
  leave_time timestamptz,
  failure_reason text,
  comment text,
  version integer not null default 1,
  change_time timestamptz not null default now(),
  unique (instance_id, id),
  unique (instance_id, unit_id, visit_date, position),
  foreign key (instance_id, unit_id) references units (instance_id, id),
  foreign key (instance_id, visit_point_id) references visit_points (instance_id, id),
  check (arrive_time <= leave_time)
);
create index visits_date on visits (instance_id, visit_date, id);
create index visits_status on visits (instance_id, status, visit_date);
create index visits_point on visits (visit_point_id, visit_date);

-- One kind of container to handle at one evacuation point on one day. Visits carry it out.
create table task_items (
  id uuid primary key,
  instance_id uuid not null references instances (id),
  task_date date not null,
  evacuation_point_id uuid not null,
  plan_id uuid,
  container_type text not null,
  container_action text not null,
  time_from time,
  time_to time,
  planned_count integer not null check (planned_count > 0),
  planned_volume cubic_metres not null,
  visit_id uuid,
  done_count integer check (done_count >= 0),
  done_volume cubic_metres,
  failure_reason text,
  version integer not null default 1,
  change_time timestamptz not null default now(),
  unique (instance_id, id),
  foreign key (instance_id, evacuation_point_id) references evacuation_points (instance_id, id),
  foreign key (instance_id, plan_id) references contract_plans (instance_id, id),
  foreign key (instance_id, container_type) references container_types (instance_id, code),
  foreign key (instance_id, visit_id) references visits (instance_id, id) on delete set null (visit_id),
  check (time_from < time_to)
);
create index task_items_date on task_items (instance_id, task_date, id);
create index task_items_point on task_items (evacuation_point_id, task_date);
create index task_items_plan on task_items (plan_id);
create index task_items_visit on task_items (visit_id);
create index task_items_type on task_items (instance_id, container_type, task_date);
