-- Units, places, people and trade lists that all areas share (docs/data-model.md) ---------------------------
-- A unit is told by the type of its column, so that no column has to say it again.

create extension if not exists btree_gist;

create domain latitude as double precision check (value between -90 and 90);
create domain longitude as double precision check (value between -180 and 180);
create domain roubles as numeric(14, 2) check (value >= 0);
create domain cubic_metres as numeric(12, 3) check (value >= 0);
create domain kilograms as numeric(12, 3) check (value >= 0);
create domain kilometres as numeric(12, 3) check (value >= 0);
create domain litres as numeric(10, 3) check (value >= 0);
create domain seconds as integer check (value >= 0);
create domain percent as numeric(5, 2) check (value between 0 and 100);

-- For tables with id and parent_id: a node that is moved never comes to lie below itself. One move at a time.
create function refuse_cycle() returns trigger language plpgsql as $$
declare
  cycle boolean;
begin
  perform pg_advisory_xact_lock(tg_relid::bigint);
  execute format(
    'with recursive up (id, parent_id) as (
       select id, parent_id from %1$s where id = $1
       union select t.id, t.parent_id from %1$s t join up on t.id = up.parent_id
     ) select exists (select from up where id = $2)', tg_relid::regclass)
    into cycle using new.parent_id, new.id;
  if cycle then
    raise exception 'A node of % cannot lie below itself', tg_table_name using errcode = 'check_violation';
  end if;
  return new;
end $$;

create table locations (
  id uuid primary key default gen_random_uuid(),
  instance_id uuid not null references instances (id),
  parent_id uuid,
  kind text not null check (kind in ('REGION', 'DISTRICT', 'SETTLEMENT')),
  -- The word of the dictionary "districts" for a district; other nodes have a code of their own.
  code text not null,
  name text not null,
  latitude latitude,
  longitude longitude,
  version integer not null default 1,
  change_time timestamptz not null default now(),
  unique (instance_id, id),
  unique (instance_id, code),
  unique nulls not distinct (instance_id, parent_id, name),
  foreign key (instance_id, parent_id) references locations (instance_id, id),
  check (parent_id <> id),
  check ((latitude is null) = (longitude is null))
);
create index locations_kind on locations (instance_id, kind, name, id);
create index locations_parent on locations (parent_id);
create index locations_search on locations using gin (name gin_trgm_ops);
create trigger locations_no_cycle before update of parent_id on locations
  for each row when (new.parent_id is not null) execute function refuse_cycle();

-- Instances that have contract districts already get a node for every word, below one region.
insert into locations (instance_id, kind, code, name)
  select distinct d.instance_id, 'REGION', 'REGION', i.name
  from contract_districts d join instances i on i.id = d.instance_id;
insert into locations (instance_id, parent_id, kind, code, name)
  select r.instance_id, r.id, 'DISTRICT', c.name, c.caption_ru
  from locations r join classifiers c on c.dictionary = 'districts' where r.kind = 'REGION';

alter table contract_districts add unique (instance_id, id);
alter table contract_vehicles add unique (instance_id, id);
create index contract_districts_district on contract_districts (instance_id, district);

create table divisions (
  id uuid primary key default gen_random_uuid(),
  instance_id uuid not null references instances (id),
  name text not null,
  location_id uuid,
  address text,
  latitude latitude,
  longitude longitude,
  phone text,
  version integer not null default 1,
  change_time timestamptz not null default now(),
  unique (instance_id, id),
  unique (instance_id, name),
  foreign key (instance_id, location_id) references locations (instance_id, id),
  check ((latitude is null) = (longitude is null))
);
create index divisions_location on divisions (location_id);

alter table staff
  add column role text not null default 'OTHER',
  add column division_id uuid,
  add column personnel_number text,
  add column phone text,
  -- Days of employment, both inclusive.
  add column begin_date date,
  add column end_date date,
  add foreign key (instance_id, division_id) references divisions (instance_id, id),
  add unique (instance_id, personnel_number),
  add check (begin_date <= end_date);
create index staff_name on staff (instance_id, last_name, first_name, middle_name, id);
create index staff_role on staff (instance_id, role, last_name, first_name, id);
create index staff_division on staff (division_id);
create index staff_search on staff using gin (
  last_name gin_trgm_ops, first_name gin_trgm_ops, middle_name gin_trgm_ops
);

-- Lists of an instance that are dictionaries too: other tables hold the code, which never changes.
create table garbage_types (
  id uuid primary key default gen_random_uuid(),
  instance_id uuid not null references instances (id),
  code text not null,
  name text not null,
  hazard_class smallint check (hazard_class between 1 and 5),
  -- Kilograms in a cubic metre.
  density numeric(8, 2) check (density > 0),
  version integer not null default 1,
  change_time timestamptz not null default now(),
  unique (instance_id, id),
  unique (instance_id, code),
  unique (instance_id, name)
);

create table container_types (
  id uuid primary key default gen_random_uuid(),
  instance_id uuid not null references instances (id),
  code text not null,
  name text not null,
  volume cubic_metres not null,
  max_mass kilograms,
  processing_time seconds not null default 0,
  version integer not null default 1,
  change_time timestamptz not null default now(),
  unique (instance_id, id),
  unique (instance_id, code),
  unique (instance_id, name)
);

-- From count_from to count_to containers, both inclusive, take this time instead of the type's own.
create table container_time_corrections (
  id uuid primary key default gen_random_uuid(),
  instance_id uuid not null references instances (id),
  container_type text not null,
  count_from integer not null check (count_from > 0),
  count_to integer,
  processing_time seconds not null,
  version integer not null default 1,
  change_time timestamptz not null default now(),
  unique (instance_id, id),
  unique (instance_id, container_type, count_from),
  foreign key (instance_id, container_type) references container_types (instance_id, code),
  check (count_from <= count_to)
);

-- Places -----------------------------------------------------------------------------------------------------
-- A visit point is a place where a vehicle stops. Stands, unloading points and parkings are visit points: their
-- rows bear the id of their visit point and add what only such a place has.

create table visit_points (
  id uuid primary key default gen_random_uuid(),
  instance_id uuid not null references instances (id),
  type text not null,
  name text not null,
  address text not null,
  location_id uuid,
  latitude latitude not null,
  longitude longitude not null,
  owner_customer_id uuid,
  -- Hours of work by the clock of the instance; none: always open.
  time_from time,
  time_to time,
  phone text,
  comment text,
  has_cameras boolean not null default false,
  version integer not null default 1,
  change_time timestamptz not null default now(),
  unique (instance_id, id),
  foreign key (instance_id, location_id) references locations (instance_id, id),
  foreign key (instance_id, owner_customer_id) references customers (instance_id, id),
  check (time_from < time_to),
  check ((time_from is null) = (time_to is null))
);
create index visit_points_name on visit_points (instance_id, type, name, id);
create index visit_points_address on visit_points (instance_id, type, address, id);
create index visit_points_location on visit_points (location_id);
create index visit_points_owner on visit_points (owner_customer_id);
create index visit_points_place on visit_points (instance_id, latitude, longitude);
create index visit_points_search on visit_points using gin (name gin_trgm_ops, address gin_trgm_ops);

create table unloading_points (
  id uuid primary key,
  instance_id uuid not null references instances (id),
  kind text not null,
  -- Tonnes that may be brought in a day.
  day_capacity numeric(10, 2) check (day_capacity > 0),
  unloading_time seconds not null default 0,
  version integer not null default 1,
  change_time timestamptz not null default now(),
  unique (instance_id, id),
  foreign key (instance_id, id) references visit_points (instance_id, id)
);

create table unloading_point_garbage_types (
  instance_id uuid not null references instances (id),
  unloading_point_id uuid not null,
  garbage_type text not null,
  primary key (instance_id, unloading_point_id, garbage_type),
  foreign key (instance_id, unloading_point_id) references unloading_points (instance_id, id) on delete cascade,
  foreign key (instance_id, garbage_type) references garbage_types (instance_id, code)
);

create table parkings (
  id uuid primary key,
  instance_id uuid not null references instances (id),
  division_id uuid,
  capacity integer check (capacity > 0),
  guarded boolean not null default false,
  version integer not null default 1,
  change_time timestamptz not null default now(),
  unique (instance_id, id),
  foreign key (instance_id, id) references visit_points (instance_id, id),
  foreign key (instance_id, division_id) references divisions (instance_id, id)
);
create index parkings_division on parkings (division_id);
