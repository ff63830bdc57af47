-- What belongs to a contract beside limits, districts, vehicles and plans (screens §2, §3)

create table contract_confirm_modes (
  id uuid primary key default gen_random_uuid(),
  instance_id uuid not null references instances (id),
  contract_id uuid not null,
  mode text not null,
  container_action text,
  garbage_type text,
  after_days integer not null,
  begin_date date not null,
  end_date date,
  comment text,
  version integer not null default 1,
  change_time timestamptz not null default now(),
  unique (instance_id, id),
  foreign key (instance_id, contract_id) references contracts (instance_id, id),
  foreign key (instance_id, garbage_type) references garbage_types (instance_id, code),
  check (after_days between 0 and 30),
  check (begin_date <= end_date),
  constraint contract_confirm_modes_period exclude using gist (
    contract_id with =, (coalesce(container_action, '')) with =, (coalesce(garbage_type, '')) with =,
    daterange(begin_date, end_date, '[]') with &&
  )
);
create index contract_confirm_modes_contract on contract_confirm_modes (contract_id, id);
create index contract_confirm_modes_garbage_type on contract_confirm_modes (instance_id, garbage_type);

create table contract_container_groups (
  id uuid primary key default gen_random_uuid(),
  instance_id uuid not null references instances (id),
  contract_id uuid not null,
  name text not null,
  container_types text[] not null default '{}',
  garbage_type text,
  order_policy text not null,
  comment text,
  version integer not null default 1,
  change_time timestamptz not null default now(),
  unique (instance_id, id),
  foreign key (instance_id, contract_id) references contracts (instance_id, id),
  foreign key (instance_id, garbage_type) references garbage_types (instance_id, code),
  check (cardinality(container_types) > 0),
  constraint contract_container_groups_name unique (contract_id, name)
);
create index contract_container_groups_contract on contract_container_groups (contract_id, id);
create index contract_container_groups_garbage_type on contract_container_groups (instance_id, garbage_type);

create table contract_area_rules (
  id uuid primary key default gen_random_uuid(),
  instance_id uuid not null references instances (id),
  contract_id uuid not null,
  name text not null,
  priority integer not null,
  active boolean not null default true,
  district text,
  sector text,
  residential text,
  garbage_type text,
  comment text,
  version integer not null default 1,
  change_time timestamptz not null default now(),
  unique (instance_id, id),
  foreign key (instance_id, contract_id) references contracts (instance_id, id),
  foreign key (instance_id, district) references locations (instance_id, code),
  foreign key (instance_id, garbage_type) references garbage_types (instance_id, code),
  check (priority between 1 and 1000),
  check (num_nonnulls(district, sector, residential, garbage_type) > 0),
  constraint contract_area_rules_priority unique (contract_id, priority)
);
create index contract_area_rules_contract on contract_area_rules (contract_id, id);
create index contract_area_rules_district on contract_area_rules (instance_id, district);
create index contract_area_rules_garbage_type on contract_area_rules (instance_id, garbage_type);

create table contract_prototypes (
  id uuid primary key default gen_random_uuid(),
  instance_id uuid not null references instances (id),
  contract_id uuid not null,
  name text not null,
  stand_kind text not null,
  surface text,
  garbage_type text not null,
  container_type text not null,
  container_count integer not null,
  regularity text not null,
  comment text,
  version integer not null default 1,
  change_time timestamptz not null default now(),
  unique (instance_id, id),
  foreign key (instance_id, contract_id) references contracts (instance_id, id),
  foreign key (instance_id, garbage_type) references garbage_types (instance_id, code),
  foreign key (instance_id, container_type) references container_types (instance_id, code),
  check (container_count between 1 and 100),
  constraint contract_prototypes_name unique (contract_id, name)
);
create index contract_prototypes_contract on contract_prototypes (contract_id, id);
create index contract_prototypes_garbage_type on contract_prototypes (instance_id, garbage_type);
create index contract_prototypes_container_type on contract_prototypes (instance_id, container_type);

create table contract_customer_vehicles (
  id uuid primary key default gen_random_uuid(),
  instance_id uuid not null references instances (id),
  contract_id uuid not null,
  reg_number text not null,
  model text,
  vehicle_type text,
  body_volume cubic_metres,
  max_mass kilograms,
  driver text,
  begin_date date not null,
  end_date date,
  comment text,
  version integer not null default 1,
  change_time timestamptz not null default now(),
  unique (instance_id, id),
  foreign key (instance_id, contract_id) references contracts (instance_id, id),
  check (begin_date <= end_date),
  constraint contract_customer_vehicles_period exclude using gist (
    contract_id with =, reg_number with =, daterange(begin_date, end_date, '[]') with &&
  )
);
create index contract_customer_vehicles_contract on contract_customer_vehicles (contract_id, id);

create table contract_subscriptions (
  id uuid primary key default gen_random_uuid(),
  instance_id uuid not null references instances (id),
  contract_id uuid not null,
  recipient text not null,
  channel text not null,
  address text not null,
  events text[] not null default '{}',
  active boolean not null default true,
  comment text,
  version integer not null default 1,
  change_time timestamptz not null default now(),
  unique (instance_id, id),
  foreign key (instance_id, contract_id) references contracts (instance_id, id),
  check (cardinality(events) > 0),
  constraint contract_subscriptions_address unique (contract_id, channel, address)
);
create index contract_subscriptions_contract on contract_subscriptions (contract_id, id);

create table contract_restrictions (
  id uuid primary key default gen_random_uuid(),
  instance_id uuid not null references instances (id),
  contract_id uuid not null,
  type text not null,
  garbage_type text,
  container_type text,
  vehicle_type text,
  time_from time,
  time_to time,
  max_mass kilograms,
  begin_date date not null,
  end_date date,
  comment text,
  version integer not null default 1,
  change_time timestamptz not null default now(),
  unique (instance_id, id),
  foreign key (instance_id, contract_id) references contracts (instance_id, id),
  foreign key (instance_id, garbage_type) references garbage_types (instance_id, code),
  foreign key (instance_id, container_type) references container_types (instance_id, code),
  check (time_from < time_to),
  check (begin_date <= end_date)
);
create index contract_restrictions_contract on contract_restrictions (contract_id, id);
create index contract_restrictions_garbage_type on contract_restrictions (instance_id, garbage_type);
create index contract_restrictions_container_type on contract_restrictions (instance_id, container_type);

create table contract_documents (
  id uuid primary key default gen_random_uuid(),
  instance_id uuid not null references instances (id),
  contract_id uuid not null,
  type text not null,
  number text,
  name text not null,
  document_date date not null,
  expiration_date date,
  comment text,
  version integer not null default 1,
  change_time timestamptz not null default now(),
  unique (instance_id, id),
  foreign key (instance_id, contract_id) references contracts (instance_id, id),
  check (document_date <= expiration_date)
);
create index contract_documents_contract on contract_documents (contract_id, id);

create table contract_visit_points (
  id uuid primary key default gen_random_uuid(),
  instance_id uuid not null references instances (id),
  contract_id uuid not null,
  kind text not null,
  visit_point_id uuid not null,
  garbage_type text,
  distance kilometres,
  weighed boolean not null default false,
  begin_date date not null,
  end_date date,
  comment text,
  version integer not null default 1,
  change_time timestamptz not null default now(),
  unique (instance_id, id),
  foreign key (instance_id, contract_id) references contracts (instance_id, id),
  foreign key (instance_id, visit_point_id) references visit_points (instance_id, id),
  foreign key (instance_id, garbage_type) references garbage_types (instance_id, code),
  check (kind in ('UNLOADING', 'LOADING')),
  check (begin_date <= end_date),
  constraint contract_visit_points_period exclude using gist (
    contract_id with =, kind with =, visit_point_id with =, (coalesce(garbage_type, '')) with =,
    daterange(begin_date, end_date, '[]') with &&
  )
);
create index contract_visit_points_contract on contract_visit_points (contract_id, id);
create index contract_visit_points_visit_point on contract_visit_points (visit_point_id);
create index contract_visit_points_garbage_type on contract_visit_points (instance_id, garbage_type);

-- A vehicle works under a contract once at a time: of two rows that say the same the earlier stays.
delete from contract_vehicles later using contract_vehicles earlier
  where later.contract_id = earlier.contract_id and later.vehicle_id = earlier.vehicle_id
    and (earlier.begin_date, earlier.id) < (later.begin_date, later.id)
    and daterange(earlier.begin_date, earlier.end_date, '[]') && daterange(later.begin_date, later.end_date, '[]');
alter table contract_vehicles add constraint contract_vehicles_period exclude using gist (
  contract_id with =, vehicle_id with =, daterange(begin_date, end_date, '[]') with &&
);

-- A district of a contract is a location: the dictionary "districts" is answered from there.
insert into locations (instance_id, kind, code, name)
  select distinct d.instance_id, 'DISTRICT', d.district, coalesce(c.caption_ru, d.district)
  from contract_districts d left join classifiers c on c.dictionary = 'districts' and c.name = d.district
  where not exists (select from locations l where l.instance_id = d.instance_id and l.code = d.district);
alter table contract_districts
  add foreign key (instance_id, district) references locations (instance_id, code);
