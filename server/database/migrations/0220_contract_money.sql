-- What is paid under a contract: tariffs between operator and carrier, and those of the customer --------------

-- A column of tariffs never says twice what a kind of waste costs on a day.
create table contract_collection_tariffs (
  id uuid primary key default gen_random_uuid(),
  instance_id uuid not null references instances (id),
  contract_id uuid not null,
  garbage_type text not null,
  -- Words of "collectionTariffTypes" and "tariffUnits"; roubles for a unit.
  type text not null,
  unit text not null,
  price roubles not null,
  -- Kilograms in a cubic metre; beyond it the excess rule holds.
  max_density numeric(8, 2) check (max_density > 0),
  excess_rule text,
  begin_date date not null,
  end_date date,
  comment text,
  version integer not null default 1,
  change_time timestamptz not null default now(),
  unique (instance_id, id),
  foreign key (instance_id, contract_id) references contracts (instance_id, id),
  foreign key (instance_id, garbage_type) references garbage_types (instance_id, code),
  check (begin_date <= end_date),
  check ((max_density is null) = (excess_rule is null)),
  constraint contract_collection_tariffs_period exclude using gist (
    contract_id with =, garbage_type with =, type with =, daterange(begin_date, end_date, '[]') with &&
  )
);
create index contract_collection_tariffs_contract on contract_collection_tariffs (contract_id, id);

create table contract_customer_tariffs (
  id uuid primary key default gen_random_uuid(),
  instance_id uuid not null references instances (id),
  contract_id uuid not null,
  garbage_type text not null,
  unit text not null,
  price roubles not null,
  max_density numeric(8, 2) check (max_density > 0),
  excess_rule text,
  begin_date date not null,
  end_date date,
  comment text,
  version integer not null default 1,
  change_time timestamptz not null default now(),
  unique (instance_id, id),
  foreign key (instance_id, contract_id) references contracts (instance_id, id),
  foreign key (instance_id, garbage_type) references garbage_types (instance_id, code),
  check (begin_date <= end_date),
  check ((max_density is null) = (excess_rule is null)),
  constraint contract_customer_tariffs_period exclude using gist (
    contract_id with =, garbage_type with =, daterange(begin_date, end_date, '[]') with &&
  )
);
create index contract_customer_tariffs_contract on contract_customer_tariffs (contract_id, id);
