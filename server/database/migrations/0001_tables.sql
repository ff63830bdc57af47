-- Instances, accounts and sessions ------------------------------------------------------------------------

create extension if not exists pg_trgm;

create table instances (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  type text not null check (type in ('RO', 'CARRIER', 'GW_WEIGHER', 'ECOLOGY', 'ADMINISTRATION')),
  owner_customer_id uuid,
  footer_text text not null default '',
  theme text not null default 'light' check (theme in ('light', 'dark')),
  time_zone text not null default 'Europe/Moscow',
  version integer not null default 1,
  change_time timestamptz not null default now()
);

create table host_instances (
  host text primary key check (host = lower(host)),
  instance_id uuid not null references instances (id)
);

create table staff (
  id uuid primary key default gen_random_uuid(),
  instance_id uuid not null references instances (id),
  last_name text not null,
  first_name text not null,
  middle_name text,
  version integer not null default 1,
  change_time timestamptz not null default now(),
  unique (instance_id, id)
);

create table accounts (
  id uuid primary key default gen_random_uuid(),
  instance_id uuid not null references instances (id),
  login text not null check (login = lower(login)),
  password_hash text not null,
  first_name text not null,
  middle_name text,
  last_name text not null,
  system boolean not null default false,
  enabled boolean not null default true,
  staff_id uuid,
  version integer not null default 1,
  change_time timestamptz not null default now(),
  unique (instance_id, id),
  foreign key (instance_id, staff_id) references staff (instance_id, id)
);
create unique index accounts_login on accounts (login);

create table roles (
  id uuid primary key default gen_random_uuid(),
  instance_id uuid not null references instances (id),
  name text not null,
  description text,
  type text not null default 'COMMON',
  system boolean not null default false,
  version integer not null default 1,
  change_time timestamptz not null default now(),
  unique (instance_id, id)
);

create table role_permissions (
  role_id uuid not null references roles (id) on delete cascade,
  permission text not null,
  primary key (role_id, permission)
);

create table account_roles (
  account_id uuid not null references accounts (id) on delete cascade,
  role_id uuid not null references roles (id) on delete cascade,
  primary key (account_id, role_id)
);

-- Only the hash of a session's token is kept: who reads this table cannot enter with it.
create table sessions (
  token_hash bytea primary key,
  account_id uuid not null references accounts (id) on delete cascade,
  create_time timestamptz not null default now(),
  renew_time timestamptz not null default now(),
  expire_time timestamptz not null
);
create index sessions_expire on sessions (expire_time);

create table login_tries (
  id bigint generated always as identity primary key,
  login text not null,
  address text not null,
  try_time timestamptz not null default now()
);
create index login_tries_login on login_tries (login, try_time);
create index login_tries_address on login_tries (address, try_time);

-- What the whole product shares ----------------------------------------------------------------------------

-- A row without instance is the default for all.
create table app_properties (
  id bigint generated always as identity primary key,
  instance_id uuid references instances (id),
  name text not null,
  value text,
  type text not null,
  version integer not null default 1,
  change_time timestamptz not null default now()
);
create unique index app_properties_name
  on app_properties (name, coalesce(instance_id, '00000000-0000-0000-0000-000000000000'));

create table classifiers (
  dictionary text not null,
  name text not null,
  caption_ru text not null,
  caption_en text not null,
  position integer not null,
  primary key (dictionary, name)
);

-- State machines: an action that has no row for a state is refused.
create table transitions (
  entity text not null,
  action text not null,
  from_status text not null,
  to_status text not null,
  primary key (entity, action, from_status)
);

create table audit_log (
  id bigint generated always as identity primary key,
  instance_id uuid references instances (id),
  account_id uuid,
  account_login text,
  audit_time timestamptz not null default now(),
  entity text not null,
  entity_id text not null,
  action text not null,
  before jsonb,
  after jsonb
);
create index audit_log_entity on audit_log (entity, entity_id, audit_time);
create index audit_log_instance on audit_log (instance_id, audit_time);

-- Customers ------------------------------------------------------------------------------------------------
-- Keys that repeat instance_id make it impossible to tie records of two instances together.

create table customers (
  id uuid primary key default gen_random_uuid(),
  instance_id uuid not null references instances (id),
  kind text not null,
  name text not null,
  short_name text not null,
  tin text,
  registration_code text,
  registration_number text,
  code text,
  uuid_agreed boolean not null default false,
  vip boolean not null default false,
  actual_address text,
  legal_address text,
  phone text,
  mail text,
  site text,
  person_last_name text,
  person_first_name text,
  person_middle_name text,
  days_kind text not null default 'WORKDAY',
  claim_submission_days integer not null default 0,
  claim_consideration_days integer not null default 0,
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'BLOCKED', 'INACTIVE')),
  status_account text,
  status_reason text,
  version integer not null default 1,
  change_time timestamptz not null default now(),
  unique (instance_id, id)
);
create unique index customers_tin on customers (instance_id, tin, coalesce(registration_code, ''))
  where tin is not null;
create index customers_short_name on customers (instance_id, short_name, id);
create index customers_name on customers (instance_id, name, id);
create index customers_code on customers (instance_id, code, id);
create index customers_status on customers (instance_id, status, id);
create index customers_change_time on customers (instance_id, change_time, id);
create index customers_search on customers using gin (
  name gin_trgm_ops, short_name gin_trgm_ops, tin gin_trgm_ops, registration_code gin_trgm_ops,
  code gin_trgm_ops
);

alter table instances
  add foreign key (id, owner_customer_id) references customers (instance_id, id);

-- Contracts and what belongs to them -----------------------------------------------------------------------

create table contracts (
  id uuid primary key default gen_random_uuid(),
  instance_id uuid not null references instances (id),
  number text not null,
  name text not null,
  code_1c text,
  type text not null,
  customer_id uuid not null,
  supplier_id uuid not null,
  segment text,
  effective_date date not null,
  expiration_date date,
  auto_renewal boolean not null default false,
  responsible text,
  contact_phone text,
  comment text,
  status text not null default 'ACTIVE'
    check (status in ('ACTIVE', 'BLOCKED', 'INACTIVE', 'EXPIRED', 'REMOVED')),
  status_reason text,
  changed_by text,
  version integer not null default 1,
  change_time timestamptz not null default now(),
  unique (instance_id, id),
  foreign key (instance_id, customer_id) references customers (instance_id, id),
  foreign key (instance_id, supplier_id) references customers (instance_id, id),
  check (customer_id <> supplier_id),
  check (expiration_date is null or effective_date <= expiration_date)
);
-- The number of a removed contract may be given again.
create unique index contracts_number_free on contracts (instance_id, number) where status <> 'REMOVED';
create index contracts_number on contracts (instance_id, number, id);
create index contracts_name on contracts (instance_id, name, id);
create index contracts_change_time on contracts (instance_id, change_time, id);
create index contracts_change_time_all on contracts (change_time, id);
create index contracts_effective_date on contracts (instance_id, effective_date, id);
create index contracts_expiration_date on contracts (instance_id, expiration_date, id);
create index contracts_status on contracts (instance_id, status, change_time);
create index contracts_type on contracts (instance_id, type, change_time);
create index contracts_customer on contracts (instance_id, customer_id, change_time);
create index contracts_supplier on contracts (instance_id, supplier_id, change_time);
create index contracts_customer_all on contracts (customer_id);
create index contracts_supplier_all on contracts (supplier_id);
create index contracts_search on contracts using gin (number gin_trgm_ops, name gin_trgm_ops);

create table contract_limits (
  id uuid primary key default gen_random_uuid(),
  instance_id uuid not null references instances (id),
  contract_id uuid not null,
  type text not null,
  unit text not null,
  value numeric not null check (value > 0),
  period text not null,
  effective_date date,
  expiration_date date,
  balance numeric,
  balance_time timestamptz,
  comment text,
  version integer not null default 1,
  change_time timestamptz not null default now(),
  unique (instance_id, id),
  foreign key (instance_id, contract_id) references contracts (instance_id, id)
);
create index contract_limits_contract on contract_limits (contract_id, id);

create table contract_limit_usage (
  limit_id uuid not null,
  instance_id uuid not null references instances (id),
  usage_date date not null,
  amount numeric not null check (amount >= 0),
  version integer not null default 1,
  change_time timestamptz not null default now(),
  primary key (limit_id, usage_date),
  foreign key (instance_id, limit_id) references contract_limits (instance_id, id) on delete cascade
);

create table contract_districts (
  id uuid primary key default gen_random_uuid(),
  instance_id uuid not null references instances (id),
  contract_id uuid not null,
  district text not null,
  share numeric not null check (share > 0 and share <= 100),
  effective_date date not null,
  comment text,
  version integer not null default 1,
  change_time timestamptz not null default now(),
  foreign key (instance_id, contract_id) references contracts (instance_id, id)
);
create index contract_districts_contract on contract_districts (contract_id, id);

create table vehicles (
  id uuid primary key default gen_random_uuid(),
  instance_id uuid not null references instances (id),
  reg_number text not null,
  model text not null,
  type text not null,
  version integer not null default 1,
  change_time timestamptz not null default now(),
  unique (instance_id, id),
  unique (instance_id, reg_number)
);

create table contract_vehicles (
  id uuid primary key default gen_random_uuid(),
  instance_id uuid not null references instances (id),
  contract_id uuid not null,
  vehicle_id uuid not null,
  begin_date date not null,
  end_date date,
  is_primary boolean not null default false,
  version integer not null default 1,
  change_time timestamptz not null default now(),
  foreign key (instance_id, contract_id) references contracts (instance_id, id),
  foreign key (instance_id, vehicle_id) references vehicles (instance_id, id),
  check (end_date is null or begin_date <= end_date)
);
create index contract_vehicles_contract on contract_vehicles (contract_id, id);
create index contract_vehicles_vehicle on contract_vehicles (vehicle_id);
