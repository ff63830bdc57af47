-- Vehicles with everything that screens §3 names, their terminals, and units --------------------------------

alter table vehicles
  -- Identity.
  add column garage_number text,
  add column vin text,
  add column chassis text,
  add column production_year smallint check (production_year between 1900 and 2100),
  add column vehicle_group text,
  add column owner_customer_id uuid,
  add column carrier_customer_id uuid,
  add column parking_id uuid,
  add column loaders_count smallint check (loaders_count >= 0),
  add column attributes text[] not null default '{}',
  add column trailer1_id uuid,
  add column trailer2_id uuid,
  add column euro_export boolean not null default false,
  add column tablet_present boolean not null default false,
  add column tablet_lack_reason text,
  add column task_creation_allowed boolean not null default true,
  add column need_synch boolean not null default false,
  -- Objective control.
  add column accounting_policy text,
  add column policy_parameters text,
  add column auto_confirmation boolean not null default false,
  add column event_fixation boolean not null default false,
  add column extra_equipment text[] not null default '{}',
  -- Fuel and equipment. Norms: for 100 km, for one run, for one hour of the machine, for one container.
  add column equipment_type text,
  add column fuel_type text,
  add column mechanism_model text,
  add column fuel_mileage_summer litres,
  add column fuel_mileage_winter litres,
  add column fuel_run_summer litres,
  add column fuel_run_winter litres,
  add column fuel_machine_hour_summer litres,
  add column fuel_machine_hour_winter litres,
  add column fuel_container_action_summer litres,
  add column fuel_container_action_winter litres,
  -- Capacity and operation.
  add column weight kilograms,
  add column body_volume cubic_metres,
  add column compaction numeric(5, 2) check (compaction >= 1),
  add column max_mass kilograms,
  add column min_occupancy percent,
  -- Kilometres an hour; litres for 100 km; tonnes.
  add column average_speed numeric(5, 1) check (average_speed > 0),
  add column average_fuel litres,
  add column tonnage numeric(8, 3) check (tonnage >= 0),
  add column transfer_station_time seconds,
  add column start_address text,
  add column start_latitude latitude,
  add column start_longitude longitude,
  add column technical_condition text,
  add column standard text,
  -- Costs of routing.
  add column cost_fixed roubles,
  add column cost_hour roubles,
  add column cost_km roubles,
  add column cost_order_visit roubles,
  add column cost_run roubles,
  add column cost_tonne_km roubles,
  add column travel_time_multiplier numeric(5, 2) check (travel_time_multiplier > 0),
  add foreign key (instance_id, owner_customer_id) references customers (instance_id, id),
  add foreign key (instance_id, carrier_customer_id) references customers (instance_id, id),
  add foreign key (instance_id, parking_id) references parkings (instance_id, id),
  add foreign key (instance_id, trailer1_id) references vehicles (instance_id, id),
  add foreign key (instance_id, trailer2_id) references vehicles (instance_id, id),
  add check (trailer1_id <> id and trailer2_id <> id and trailer1_id <> trailer2_id),
  add check ((start_latitude is null) = (start_longitude is null));
create index vehicles_garage_number on vehicles (instance_id, garage_number, id);
create index vehicles_model on vehicles (instance_id, model, id);
create index vehicles_type on vehicles (instance_id, type, reg_number);
create index vehicles_group on vehicles (instance_id, vehicle_group, reg_number);
create index vehicles_accounting_policy on vehicles (instance_id, accounting_policy, id);
create index vehicles_attributes on vehicles using gin (attributes);
create index vehicles_owner on vehicles (owner_customer_id);
create index vehicles_carrier on vehicles (carrier_customer_id);
create index vehicles_parking on vehicles (parking_id);
create index vehicles_search on vehicles using gin (
  reg_number gin_trgm_ops, garage_number gin_trgm_ops, model gin_trgm_ops
);

create table vehicle_garbage_types (
  instance_id uuid not null references instances (id),
  vehicle_id uuid not null,
  garbage_type text not null,
  primary key (instance_id, vehicle_id, garbage_type),
  foreign key (instance_id, vehicle_id) references vehicles (instance_id, id) on delete cascade,
  foreign key (instance_id, garbage_type) references garbage_types (instance_id, code)
);

create table vehicle_container_types (
  instance_id uuid not null references instances (id),
  vehicle_id uuid not null,
  container_type text not null,
  primary key (instance_id, vehicle_id, container_type),
  foreign key (instance_id, vehicle_id) references vehicles (instance_id, id) on delete cascade,
  foreign key (instance_id, container_type) references container_types (instance_id, code)
);

create table vehicle_drivers (
  instance_id uuid not null references instances (id),
  vehicle_id uuid not null,
  driver_id uuid not null,
  primary key (instance_id, vehicle_id, driver_id),
  foreign key (instance_id, vehicle_id) references vehicles (instance_id, id) on delete cascade,
  foreign key (instance_id, driver_id) references staff (instance_id, id)
);
create index vehicle_drivers_driver on vehicle_drivers (driver_id);

create table vehicle_additional_works (
  instance_id uuid not null references instances (id),
  vehicle_id uuid not null,
  kind text not null,
  measure text,
  primary key (instance_id, vehicle_id, kind),
  foreign key (instance_id, vehicle_id) references vehicles (instance_id, id) on delete cascade
);

-- A pass lets the vehicle onto a polygon; never two for one polygon on one day.
create table vehicle_polygon_tickets (
  id uuid primary key default gen_random_uuid(),
  instance_id uuid not null references instances (id),
  vehicle_id uuid not null,
  unloading_point_id uuid not null,
  begin_date date not null,
  end_date date,
  number text not null,
  note text,
  source text,
  driver_id uuid,
  version integer not null default 1,
  change_time timestamptz not null default now(),
  unique (instance_id, id),
  foreign key (instance_id, vehicle_id) references vehicles (instance_id, id) on delete cascade,
  foreign key (instance_id, unloading_point_id) references unloading_points (instance_id, id),
  foreign key (instance_id, driver_id) references staff (instance_id, id),
  check (begin_date <= end_date),
  constraint vehicle_polygon_tickets_period exclude using gist (
    vehicle_id with =, unloading_point_id with =, daterange(begin_date, end_date, '[]') with &&
  )
);
create index vehicle_polygon_tickets_point on vehicle_polygon_tickets (unloading_point_id);

-- The file of a photo claims this row and is named by it; one row a file.
create table vehicle_photos (
  id uuid primary key default gen_random_uuid(),
  instance_id uuid not null references instances (id),
  vehicle_id uuid not null,
  photo_type text not null,
  photo_date date not null,
  file_id uuid not null,
  version integer not null default 1,
  change_time timestamptz not null default now(),
  unique (instance_id, id),
  unique (file_id),
  foreign key (instance_id, vehicle_id) references vehicles (instance_id, id) on delete cascade
);
create index vehicle_photos_vehicle on vehicle_photos (vehicle_id, photo_date, id);

-- The device itself with what it last told; which vehicle bears it, and when, is told by vehicle_terminals.
create table terminals (
  id uuid primary key default gen_random_uuid(),
  instance_id uuid not null references instances (id),
  device_id text not null,
  imei text not null check (imei ~ '^\d{15}$'),
  latitude latitude,
  longitude longitude,
  location_time timestamptz,
  last_success_time timestamptz,
  last_failure_time timestamptz,
  version integer not null default 1,
  change_time timestamptz not null default now(),
  unique (instance_id, id),
  unique (instance_id, device_id),
  unique (instance_id, imei),
  check (num_nulls(latitude, longitude, location_time) in (0, 3))
);

-- A terminal is in one vehicle and a vehicle has one terminal at a time; past rows are the history.
create table vehicle_terminals (
  id uuid primary key default gen_random_uuid(),
  instance_id uuid not null references instances (id),
  vehicle_id uuid not null,
  terminal_id uuid not null,
  begin_time timestamptz not null,
  end_time timestamptz,
  author text,
  version integer not null default 1,
  change_time timestamptz not null default now(),
  unique (instance_id, id),
  foreign key (instance_id, vehicle_id) references vehicles (instance_id, id) on delete cascade,
  foreign key (instance_id, terminal_id) references terminals (instance_id, id),
  check (begin_time < end_time),
  constraint vehicle_terminals_vehicle_period exclude using gist (
    vehicle_id with =, tstzrange(begin_time, end_time) with &&
  ),
  constraint vehicle_terminals_terminal_period exclude using gist (
    terminal_id with =, tstzrange(begin_time, end_time) with &&
  )
);

create table units (
  id uuid primary key default gen_random_uuid(),
  instance_id uuid not null references instances (id),
  vehicle_id uuid not null,
  driver_id uuid not null,
  begin_time timestamptz not null,
  end_time timestamptz not null,
  status text not null default 'WORK' check (status in ('WORK', 'TRANSIT', 'WASH', 'SITE_MAINTENANCE')),
  start_parking_id uuid,
  comment text,
  version integer not null default 1,
  change_time timestamptz not null default now(),
  unique (instance_id, id),
  foreign key (instance_id, vehicle_id) references vehicles (instance_id, id),
  foreign key (instance_id, driver_id) references staff (instance_id, id),
  foreign key (instance_id, start_parking_id) references parkings (instance_id, id),
  check (begin_time < end_time)
);
create index units_begin on units (instance_id, begin_time, id);
create index units_status on units (instance_id, status, begin_time);
create index units_vehicle on units (vehicle_id, begin_time);
create index units_driver on units (driver_id, begin_time);
create index units_parking on units (start_parking_id);

create table unit_unloading_points (
  instance_id uuid not null references instances (id),
  unit_id uuid not null,
  unloading_point_id uuid not null,
  position integer not null check (position > 0),
  primary key (instance_id, unit_id, position),
  unique (instance_id, unit_id, unloading_point_id),
  foreign key (instance_id, unit_id) references units (instance_id, id) on delete cascade,
  foreign key (instance_id, unloading_point_id) references unloading_points (instance_id, id)
);
create index unit_unloading_points_point on unit_unloading_points (unloading_point_id);
