-- Hypotheses: virtual days, tasks and units, and the solutions that are calculated of them ------------------------

create table hypotheses (
  id uuid primary key default gen_random_uuid(),
  instance_id uuid not null references instances (id),
  name text not null,
  begin_date date not null,
  end_date date not null,
  comment text,
  author_id uuid,
  -- The author's name as it was, which stays when the account goes.
  author text not null,
  -- That of its newest solution; DRAFT without one.
  status text not null default 'DRAFT' check (status in (
    'DRAFT', 'QUEUED', 'IN_PLANNING', 'IN_PROCESS', 'SUCCESS', 'ERROR', 'CANCELED', 'CANCELING', 'DELETING'
  )),
  -- Whether the last check found nothing, and nothing changed since.
  valid boolean not null default false,
  -- Settings of the calculation.
  config text not null default 'FEWER_KILOMETRES',
  max_calculation_time seconds not null default 120 check (max_calculation_time > 0),
  traffic_jams boolean not null default true,
  toll_roads boolean not null default true,
  ferry_crossing boolean not null default false,
  same_order_time_window boolean not null default true,
  experience text not null default 'IGNORE' check (experience in ('STRICT', 'NOT_STRICT', 'IGNORE')),
  experience_threshold integer not null default 1 check (experience_threshold > 0),
  version integer not null default 1,
  change_time timestamptz not null default now(),
  unique (instance_id, id),
  foreign key (instance_id, author_id) references accounts (instance_id, id) on delete set null (author_id),
  check (begin_date <= end_date)
);
create unique index hypotheses_name on hypotheses (instance_id, lower(name));
create index hypotheses_by_name on hypotheses (instance_id, name, id);
create index hypotheses_begin on hypotheses (instance_id, begin_date, id);
create index hypotheses_end on hypotheses (instance_id, end_date, id);
create index hypotheses_status on hypotheses (instance_id, status, begin_date, id);
create index hypotheses_changed on hypotheses (instance_id, change_time, id);
create index hypotheses_author on hypotheses (instance_id, author, id);
create index hypotheses_author_id on hypotheses (author_id);
create index hypotheses_search on hypotheses using gin (name gin_trgm_ops, comment gin_trgm_ops, author gin_trgm_ops);

create table v_days (
  id uuid primary key default gen_random_uuid(),
  instance_id uuid not null references instances (id),
  hypothesis_id uuid not null,
  day date not null,
  version integer not null default 1,
  change_time timestamptz not null default now(),
  unique (instance_id, id),
  unique (hypothesis_id, day),
  foreign key (instance_id, hypothesis_id) references hypotheses (instance_id, id) on delete cascade
);

create table v_task_items (
  id uuid primary key default gen_random_uuid(),
  instance_id uuid not null references instances (id),
  hypothesis_id uuid not null,
  v_day_id uuid not null,
  evacuation_point_id uuid not null,
  container_type text not null,
  container_action text not null,
  count integer not null check (count > 0),
  volume cubic_metres not null,
  time_from time,
  time_to time,
  version integer not null default 1,
  change_time timestamptz not null default now(),
  unique (instance_id, id),
  -- What is to be done there on the day is said once, wherever it comes from.
  unique (v_day_id, evacuation_point_id, container_type, container_action),
  foreign key (instance_id, hypothesis_id) references hypotheses (instance_id, id) on delete cascade,
  foreign key (instance_id, v_day_id) references v_days (instance_id, id),
  foreign key (instance_id, evacuation_point_id) references evacuation_points (instance_id, id),
  foreign key (instance_id, container_type) references container_types (instance_id, code),
  check (time_from < time_to),
  check ((time_from is null) = (time_to is null))
);
create index v_task_items_hypothesis on v_task_items (hypothesis_id, v_day_id, id);
create index v_task_items_point on v_task_items (evacuation_point_id);
create index v_task_items_type on v_task_items (instance_id, container_type, id);

create table v_units (
  id uuid primary key default gen_random_uuid(),
  instance_id uuid not null references instances (id),
  hypothesis_id uuid not null,
  v_day_id uuid not null,
  vehicle_id uuid not null,
  driver_id uuid,
  begin_time timestamptz not null,
  end_time timestamptz not null,
  start_point_id uuid,
  parking_point_id uuid,
  version integer not null default 1,
  change_time timestamptz not null default now(),
  unique (instance_id, id),
  foreign key (instance_id, hypothesis_id) references hypotheses (instance_id, id) on delete cascade,
  foreign key (instance_id, v_day_id) references v_days (instance_id, id),
  foreign key (instance_id, vehicle_id) references vehicles (instance_id, id),
  foreign key (instance_id, driver_id) references staff (instance_id, id),
  foreign key (instance_id, start_point_id) references visit_points (instance_id, id),
  foreign key (instance_id, parking_point_id) references visit_points (instance_id, id),
  check (begin_time < end_time),
  -- Within a hypothesis a vehicle and a driver are on one shift at a time.
  constraint v_units_vehicle_period exclude using gist (
    hypothesis_id with =, vehicle_id with =, tstzrange(begin_time, end_time) with &&
  ),
  constraint v_units_driver_period exclude using gist (
    hypothesis_id with =, driver_id with =, tstzrange(begin_time, end_time) with &&
  )
);
create index v_units_hypothesis on v_units (hypothesis_id, begin_time, id);
create index v_units_day on v_units (v_day_id);
create index v_units_vehicle on v_units (vehicle_id, id);
create index v_units_driver on v_units (driver_id);
create index v_units_start on v_units (start_point_id);
create index v_units_parking on v_units (parking_point_id);

create table v_unit_unloading_points (
  instance_id uuid not null references instances (id),
  v_unit_id uuid not null,
  unloading_point_id uuid not null,
  position integer not null check (position > 0),
  primary key (instance_id, v_unit_id, position),
  unique (instance_id, v_unit_id, unloading_point_id),
  foreign key (instance_id, v_unit_id) references v_units (instance_id, id) on delete cascade,
  foreign key (instance_id, unloading_point_id) references unloading_points (instance_id, id)
);
create index v_unit_unloading_points_point on v_unit_unloading_points (unloading_point_id);

create table solutions (
  id uuid primary key default gen_random_uuid(),
  instance_id uuid not null references instances (id),
  hypothesis_id uuid not null,
  name text not null,
  type text not null check (type in ('CALCULATED', 'RECALCULATED', 'MANUAL')),
  status text not null check (status in (
    'QUEUED', 'IN_PLANNING', 'IN_PROCESS', 'SUCCESS', 'ERROR', 'CANCELED', 'CANCELING', 'DELETING'
  )),
  create_time timestamptz not null default now(),
  author_id uuid,
  author text not null,
  job_id uuid,
  -- The solution whose routes it starts from.
  start_id uuid,
  -- Why it failed: names the text `server.<key>`.
  error_key text,
  progress real not null default 0 check (progress between 0 and 1),
  needs_recalculation boolean not null default false,
  -- The settings that it was calculated with.
  config text not null,
  max_calculation_time seconds not null,
  traffic_jams boolean not null,
  toll_roads boolean not null,
  ferry_crossing boolean not null,
  same_order_time_window boolean not null,
  experience text not null,
  experience_threshold integer not null,
  -- Sums of its routes.
  vehicle_count integer not null default 0,
  run_count integer not null default 0,
  distance kilometres not null default 0,
  duration seconds not null default 0,
  score roubles,
  unplanned_count integer,
  -- How the best so far came down: {seconds, unplanned, vehicles, cost}.
  descent jsonb not null default '[]',
  -- Figures of the real shifts of the days, as they were when it was calculated.
  actual jsonb,
  version integer not null default 1,
  change_time timestamptz not null default now(),
  unique (instance_id, id),
  foreign key (instance_id, hypothesis_id) references hypotheses (instance_id, id) on delete cascade,
  foreign key (instance_id, author_id) references accounts (instance_id, id) on delete set null (author_id),
  foreign key (instance_id, start_id) references solutions (instance_id, id) on delete set null (start_id)
);
create index solutions_hypothesis on solutions (hypothesis_id, create_time, id);
create index solutions_author_id on solutions (author_id);
create index solutions_start on solutions (start_id);
create index solutions_instance on solutions (instance_id, status, id);

create table v_routes (
  id uuid primary key default gen_random_uuid(),
  instance_id uuid not null references instances (id),
  solution_id uuid not null,
  number integer not null check (number > 0),
  -- The virtual unit may go, or get another driver: what the route was planned for stands here.
  v_unit_id uuid,
  day date not null,
  vehicle_id uuid not null,
  driver_id uuid,
  colour text not null,
  start_time timestamptz not null,
  finish_time timestamptz not null,
  distance kilometres not null,
  driving_time seconds not null,
  service_time seconds not null,
  waiting_time seconds not null,
  volume cubic_metres not null,
  mass kilograms not null,
  -- Of the room of all its runs.
  fill percent not null,
  cost roubles not null,
  -- Along the roads, [longitude, latitude]; null until the calculation is over.
  line jsonb,
  version integer not null default 1,
  change_time timestamptz not null default now(),
  unique (instance_id, id),
  unique (solution_id, number),
  foreign key (instance_id, solution_id) references solutions (instance_id, id) on delete cascade,
  foreign key (instance_id, v_unit_id) references v_units (instance_id, id) on delete set null (v_unit_id),
  foreign key (instance_id, vehicle_id) references vehicles (instance_id, id),
  foreign key (instance_id, driver_id) references staff (instance_id, id)
);
create index v_routes_unit on v_routes (v_unit_id);
create index v_routes_vehicle on v_routes (vehicle_id);
create index v_routes_driver on v_routes (driver_id);

create table v_runs (
  id uuid primary key default gen_random_uuid(),
  instance_id uuid not null references instances (id),
  v_route_id uuid not null,
  number integer not null check (number > 0),
  unloading_point_id uuid,
  task_count integer not null,
  distance kilometres not null,
  volume cubic_metres not null,
  mass kilograms not null,
  version integer not null default 1,
  change_time timestamptz not null default now(),
  unique (instance_id, id),
  unique (v_route_id, number),
  foreign key (instance_id, v_route_id) references v_routes (instance_id, id) on delete cascade,
  foreign key (instance_id, unloading_point_id) references unloading_points (instance_id, id)
);
create index v_runs_point on v_runs (unloading_point_id);

-- Where a route stops, in order; tasks bear a number that runs on across the runs.
create table v_route_stops (
  id uuid primary key default gen_random_uuid(),
  instance_id uuid not null references instances (id),
  v_route_id uuid not null,
  position integer not null check (position > 0),
  run_number integer not null,
  kind text not null check (kind in ('START', 'TASK', 'UNLOADING', 'BREAK', 'END')),
  order_number integer,
  v_task_item_id uuid,
  visit_point_id uuid,
  container_type text,
  count integer,
  volume cubic_metres,
  arrival_time timestamptz not null,
  waiting_time seconds not null default 0,
  service_time seconds not null default 0,
  -- Of the run, on leaving.
  load_volume cubic_metres not null default 0,
  load_mass kilograms not null default 0,
  -- From the start of the route.
  distance kilometres not null default 0,
  version integer not null default 1,
  change_time timestamptz not null default now(),
  unique (instance_id, id),
  unique (v_route_id, position),
  foreign key (instance_id, v_route_id) references v_routes (instance_id, id) on delete cascade,
  foreign key (instance_id, v_task_item_id) references v_task_items (instance_id, id)
    on delete set null (v_task_item_id),
  foreign key (instance_id, visit_point_id) references visit_points (instance_id, id),
  foreign key (instance_id, container_type) references container_types (instance_id, code)
);
create index v_route_stops_task on v_route_stops (v_task_item_id);
create index v_route_stops_point on v_route_stops (visit_point_id);
create index v_route_stops_type on v_route_stops (instance_id, container_type);

create table solution_unplanned_items (
  instance_id uuid not null references instances (id),
  solution_id uuid not null,
  v_task_item_id uuid not null,
  -- Words of excludedPointReasons, in order of precedence.
  reasons text[] not null,
  primary key (instance_id, solution_id, v_task_item_id),
  foreign key (instance_id, solution_id) references solutions (instance_id, id) on delete cascade,
  foreign key (instance_id, v_task_item_id) references v_task_items (instance_id, id) on delete cascade
);
create index solution_unplanned_items_task on solution_unplanned_items (v_task_item_id);
create index solution_unplanned_items_solution on solution_unplanned_items (solution_id);

-- Whoever changes what a solution was calculated of makes it need another calculation -------------------------------

create function hypothesis_tasks_changed() returns trigger language plpgsql as $$
begin
  update solutions set needs_recalculation = true
  where not needs_recalculation and hypothesis_id in (select distinct hypothesis_id from changed);
  update hypotheses set valid = false
  where valid and id in (select distinct hypothesis_id from changed);
  return null;
end $$;

create trigger v_task_items_made after insert on v_task_items referencing new table as changed
  for each statement execute function hypothesis_tasks_changed();
create trigger v_task_items_changed after update on v_task_items referencing new table as changed
  for each statement execute function hypothesis_tasks_changed();
create trigger v_task_items_gone after delete on v_task_items referencing old table as changed
  for each statement execute function hypothesis_tasks_changed();
create trigger v_units_made after insert on v_units referencing new table as changed
  for each statement execute function hypothesis_tasks_changed();
create trigger v_units_changed after update on v_units referencing new table as changed
  for each statement execute function hypothesis_tasks_changed();
create trigger v_units_gone after delete on v_units referencing old table as changed
  for each statement execute function hypothesis_tasks_changed();

create function hypothesis_setting_changed() returns trigger language plpgsql as $$
begin
  update solutions set needs_recalculation = true where not needs_recalculation and hypothesis_id = new.id;
  return null;
end $$;
create trigger hypotheses_setting after update on hypotheses for each row
  when ((old.config, old.max_calculation_time, old.traffic_jams, old.toll_roads, old.ferry_crossing,
      old.same_order_time_window, old.experience, old.experience_threshold)
    is distinct from (new.config, new.max_calculation_time, new.traffic_jams, new.toll_roads, new.ferry_crossing,
      new.same_order_time_window, new.experience, new.experience_threshold))
  execute function hypothesis_setting_changed();

create function solution_ground_changed() returns trigger language plpgsql as $$
begin
  update solutions set needs_recalculation = true
  where not needs_recalculation and instance_id in (select distinct instance_id from changed);
  return null;
end $$;
create trigger time_corrections_made after insert on container_time_corrections referencing new table as changed
  for each statement execute function solution_ground_changed();
create trigger time_corrections_changed after update on container_time_corrections referencing new table as changed
  for each statement execute function solution_ground_changed();
create trigger time_corrections_gone after delete on container_time_corrections referencing old table as changed
  for each statement execute function solution_ground_changed();
