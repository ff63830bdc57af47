-- Inventories of stands: what is to be checked, what was found there, and how it differs from what is on record.

alter table stands add column signs text[] not null default '{}';

create table inventories (
  id uuid primary key default gen_random_uuid(),
  instance_id uuid not null references instances (id),
  name text not null,
  begin_date date not null,
  end_date date not null,
  status text not null default 'DRAFT'
    check (status in ('DRAFT', 'PLANNED', 'IN_PROGRESS', 'COMPLETED', 'CANCELED')),
  responsible_id uuid,
  note text,
  -- Which stands it takes when they are chosen by these; empty: any.
  districts text[] not null default '{}',
  residentials text[] not null default '{}',
  signs text[] not null default '{}',
  complete_time timestamptz,
  version integer not null default 1,
  change_time timestamptz not null default now(),
  unique (instance_id, id),
  foreign key (instance_id, responsible_id) references staff (instance_id, id),
  check (begin_date <= end_date),
  check ((status = 'COMPLETED') = (complete_time is not null))
);
create index inventories_name on inventories (instance_id, name, id);
create index inventories_begin on inventories (instance_id, begin_date, id);
create index inventories_end on inventories (instance_id, end_date, id);
create index inventories_status on inventories (instance_id, status, id);
create index inventories_responsible on inventories (responsible_id);
create index inventories_search on inventories using gin (name gin_trgm_ops);

create table inventory_stands (
  id uuid primary key default gen_random_uuid(),
  instance_id uuid not null references instances (id),
  inventory_id uuid not null,
  stand_id uuid not null,
  -- Of the stand, for the order of the list: a number never changes.
  number text not null,
  state text not null default 'OPEN' check (state in ('OPEN', 'CHECKED', 'SKIPPED')),
  skip_reason text,
  check_time timestamptz,
  checked_by uuid,
  condition text,
  comment text,
  latitude latitude,
  longitude longitude,
  version integer not null default 1,
  change_time timestamptz not null default now(),
  unique (instance_id, id),
  constraint inventory_stands_once unique (instance_id, inventory_id, stand_id),
  foreign key (instance_id, inventory_id) references inventories (instance_id, id) on delete cascade,
  foreign key (instance_id, stand_id) references stands (instance_id, id),
  foreign key (instance_id, checked_by) references accounts (instance_id, id),
  check ((latitude is null) = (longitude is null)),
  check ((state = 'CHECKED') = (check_time is not null)),
  check ((state = 'SKIPPED') = (skip_reason is not null))
);
create index inventory_stands_number on inventory_stands (inventory_id, number, id);
create index inventory_stands_state on inventory_stands (inventory_id, state, number);
create index inventory_stands_time on inventory_stands (inventory_id, check_time, id);
create index inventory_stands_condition on inventory_stands (inventory_id, condition, id);
create index inventory_stands_stand on inventory_stands (stand_id);
create index inventory_stands_checker on inventory_stands (checked_by);

-- Containers that the inspector counted: a row a type.
create table inventory_containers (
  id uuid primary key default gen_random_uuid(),
  instance_id uuid not null references instances (id),
  inventory_stand_id uuid not null,
  container_type text not null,
  count integer not null check (count >= 0),
  -- Of these, so many are broken.
  broken integer not null default 0 check (broken >= 0),
  version integer not null default 1,
  change_time timestamptz not null default now(),
  unique (instance_id, id),
  unique (instance_id, inventory_stand_id, container_type),
  foreign key (instance_id, inventory_stand_id) references inventory_stands (instance_id, id) on delete cascade,
  foreign key (instance_id, container_type) references container_types (instance_id, code),
  check (broken <= count)
);
create index inventory_containers_stand on inventory_containers (inventory_stand_id);

create table inventory_differences (
  id uuid primary key default gen_random_uuid(),
  instance_id uuid not null references instances (id),
  inventory_id uuid not null,
  inventory_stand_id uuid not null,
  -- Of the stand, for the order of the list.
  number text not null,
  kind text not null check (kind in ('COUNT', 'TYPE', 'PLACE')),
  container_type text,
  expected integer check (expected >= 0),
  found integer check (found >= 0),
  -- Metres from where the stand is on record to where it was found.
  distance integer check (distance > 0),
  latitude latitude,
  longitude longitude,
  status text not null default 'OPEN' check (status in ('OPEN', 'ACCEPTED', 'REFUSED')),
  reason text,
  decided_by text,
  decision_time timestamptz,
  version integer not null default 1,
  change_time timestamptz not null default now(),
  unique (instance_id, id),
  foreign key (instance_id, inventory_id) references inventories (instance_id, id) on delete cascade,
  foreign key (instance_id, inventory_stand_id) references inventory_stands (instance_id, id) on delete cascade,
  foreign key (instance_id, container_type) references container_types (instance_id, code),
  check ((kind = 'PLACE') = (container_type is null)),
  check ((kind = 'PLACE') = (distance is not null)),
  check ((kind = 'PLACE') = (latitude is not null)),
  check ((latitude is null) = (longitude is null)),
  check ((kind <> 'PLACE') = (expected is not null)),
  check ((expected is null) = (found is null)),
  check ((status = 'OPEN') = (decision_time is null)),
  check ((status = 'REFUSED') = (reason is not null))
);
create index inventory_differences_number on inventory_differences (inventory_id, number, id);
create index inventory_differences_status on inventory_differences (inventory_id, status, id);
create index inventory_differences_kind on inventory_differences (inventory_id, kind, id);
create index inventory_differences_stand on inventory_differences (inventory_stand_id);

insert into transitions (entity, action, from_status, to_status) values
  ('inventory', 'plan', 'DRAFT', 'PLANNED'),
  ('inventory', 'start', 'PLANNED', 'IN_PROGRESS'),
  ('inventory', 'complete', 'IN_PROGRESS', 'COMPLETED'),
  ('inventory', 'cancel', 'DRAFT', 'CANCELED'),
  ('inventory', 'cancel', 'PLANNED', 'CANCELED'),
  ('inventory', 'cancel', 'IN_PROGRESS', 'CANCELED'),
  ('inventoryStand', 'skip', 'OPEN', 'SKIPPED'),
  ('inventoryStand', 'skip', 'CHECKED', 'SKIPPED'),
  ('inventoryStand', 'reopen', 'SKIPPED', 'OPEN'),
  ('inventoryDifference', 'accept', 'OPEN', 'ACCEPTED'),
  ('inventoryDifference', 'refuse', 'OPEN', 'REFUSED');

insert into event_metas (name, caption_ru, caption_en, severity) values
  ('INVENTORY_COMPLETED', 'Инвентаризация «{{name}}» завершена, расхождений: {{count}}',
    'Inventory «{{name}}» is completed, differences: {{count}}', 'INFORMATION');

-- Why a stand was changed last: an inventory names itself here.
alter table stands add column change_reason text;

-- Photos go with the checked stand, whatever deletes it.
create function inventory_stand_files() returns trigger language plpgsql as $$
begin
  delete from files f where f.instance_id = old.instance_id and f.entity = 'inventoryStand'
    and f.entity_id = old.id::text;
  return null;
end $$;
create trigger inventory_stand_files after delete on inventory_stands
  for each row execute function inventory_stand_files();
