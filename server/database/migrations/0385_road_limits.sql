-- Way restrictions and road closures ------------------------------------------------------------------------------

create table way_restrictions (
  id uuid primary key default gen_random_uuid(),
  instance_id uuid not null references instances (id),
  name text not null,
  transport_type text not null,
  geometry geo_shape not null,
  bounds box generated always as (geo_box(geometry)) stored,
  begin_date date not null,
  end_date date,
  -- Days from Monday, as words; none: every day.
  week_days text[] not null default '{}',
  time_from time,
  time_to time,
  comment text,
  version integer not null default 1,
  change_time timestamptz not null default now(),
  unique (instance_id, id),
  check (begin_date <= end_date),
  check (time_from < time_to),
  check ((time_from is null) = (time_to is null))
);
create index way_restrictions_name on way_restrictions (instance_id, name, id);
create index way_restrictions_type on way_restrictions (instance_id, transport_type, id);
create index way_restrictions_begin on way_restrictions (instance_id, begin_date, id);
create index way_restrictions_end on way_restrictions (instance_id, end_date, id);
create index way_restrictions_change on way_restrictions (instance_id, change_time, id);
create index way_restrictions_search on way_restrictions using gin (name gin_trgm_ops);
create index way_restrictions_bounds on way_restrictions using gist (bounds);

insert into app_properties (name, value, type) values ('roadClosure.service', null, 'String');

create table road_closures (
  id uuid primary key default gen_random_uuid(),
  instance_id uuid not null references instances (id),
  reason text not null,
  geometry geo_shape not null,
  bounds box generated always as (geo_box(geometry)) stored,
  begin_time timestamptz not null,
  end_time timestamptz,
  mark text not null default 'NEW'
    check (mark in ('NEW', 'TO_ADD', 'SENT', 'CONFIRMED', 'TO_DELETE', 'SENT_TO_DELETION')),
  -- Why the last exchange with the service failed, and how often in turn.
  failure text,
  tries integer not null default 0,
  next_try_time timestamptz,
  service_number text,
  version integer not null default 1,
  change_time timestamptz not null default now(),
  unique (instance_id, id),
  check (begin_time < end_time)
);
create index road_closures_reason on road_closures (instance_id, reason, id);
create index road_closures_mark on road_closures (instance_id, mark, id);
create index road_closures_begin on road_closures (instance_id, begin_time, id);
create index road_closures_end on road_closures (instance_id, end_time, id);
create index road_closures_change on road_closures (instance_id, change_time, id);
create index road_closures_failure on road_closures (instance_id, failure, id);
create index road_closures_search on road_closures using gin (reason gin_trgm_ops);
create index road_closures_bounds on road_closures using gist (bounds);
create index road_closures_due on road_closures (next_try_time) where mark not in ('NEW', 'CONFIRMED');

insert into transitions (entity, action, from_status, to_status) values
  ('roadClosure', 'block', 'NEW', 'TO_ADD'),
  ('roadClosure', 'unblock', 'TO_ADD', 'NEW'),
  ('roadClosure', 'unblock', 'CONFIRMED', 'TO_DELETE');

select pgboss.create_queue('exchange-closures', '{"policy": "standard"}');
