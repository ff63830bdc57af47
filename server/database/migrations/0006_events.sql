-- Events and what people prefer ------------------------------------------------------------------------------

-- Kinds of events; words of the dictionary event/metas. Of the product, not of an instance.
create table event_metas (
  name text primary key,
  severity text not null check (severity in ('INFORMATION', 'WARNING', 'AVERAGE', 'HIGH', 'DISASTER')),
  -- A text may hold {{placeholders}} that the event's values fill.
  caption_ru text not null,
  caption_en text not null
);

insert into event_metas (name, severity, caption_ru, caption_en) values
  ('CONTRACT_BLOCKED', 'WARNING', 'Договор {{number}} заблокирован', 'Contract {{number}} blocked'),
  ('CONTRACT_UNBLOCKED', 'INFORMATION', 'Договор {{number}} разблокирован', 'Contract {{number}} unblocked'),
  ('CONTRACT_REMOVED', 'WARNING', 'Договор {{number}} удалён', 'Contract {{number}} deleted'),
  ('SIGN_IN_REFUSED', 'HIGH', 'Слишком много неудачных попыток входа: {{login}}, адрес {{address}}',
    'Too many failed sign-in attempts: {{login}}, address {{address}}'),
  ('JOB_FAILED', 'AVERAGE', 'Задание «{{kind}}» не выполнено', 'Job “{{kind}}” failed'),
  ('TASK_ITEMS_MADE', 'INFORMATION', 'Созданы задачи на {{date}}: {{count}}', 'Task items made for {{date}}: {{count}}'),
  ('INTEGRATION_FAILED', 'HIGH', 'Обмен с системой «{{system}}» не выполнен', 'Exchange with “{{system}}” failed'),
  ('EXTERNAL_MESSAGE', 'INFORMATION', '{{text}}', '{{text}}');

-- Without an instance: an event of the product itself, which only an administration sees.
create table events (
  id uuid primary key default gen_random_uuid(),
  instance_id uuid references instances (id),
  event_time timestamptz not null default now(),
  meta text not null references event_metas (name),
  severity text not null check (severity in ('INFORMATION', 'WARNING', 'AVERAGE', 'HIGH', 'DISASTER')),
  source_type text not null check (source_type in ('STATE', 'JOB', 'SIGN_IN', 'INTEGRATION', 'EXTERNAL')),
  source_name text,
  status text not null default 'NEW',
  -- What it happened to.
  entity text,
  entity_id text,
  vehicle_id uuid,
  driver_id uuid,
  account_id uuid,
  -- Fills the placeholders of the caption.
  event_values jsonb not null default '{}' check (jsonb_typeof(event_values) = 'object'),
  version integer not null default 1,
  change_time timestamptz not null default now(),
  unique (instance_id, id),
  foreign key (instance_id, vehicle_id) references vehicles (instance_id, id) on delete set null (vehicle_id),
  foreign key (instance_id, driver_id) references staff (instance_id, id) on delete set null (driver_id),
  foreign key (instance_id, account_id) references accounts (instance_id, id) on delete set null (account_id),
  -- A key that is null in part is not looked up.
  check (instance_id is not null or num_nonnulls(vehicle_id, driver_id, account_id) = 0)
);
create index events_time on events (instance_id, event_time, id);
create index events_severity on events (instance_id, severity, event_time);
create index events_meta on events (instance_id, meta, event_time);
create index events_source on events (instance_id, source_type, event_time);
create index events_entity on events (entity, entity_id, event_time);
create index events_vehicle on events (vehicle_id, event_time);
create index events_driver on events (driver_id, event_time);
create index events_account on events (account_id, event_time);
create index events_search on events using gin (source_name gin_trgm_ops);

-- What a view of a screen looks like to one account, to a role, or (with neither) to all of an instance.
create table preferences (
  id uuid primary key default gen_random_uuid(),
  instance_id uuid not null references instances (id),
  account_id uuid,
  role_id uuid,
  screen text not null,
  view text not null,
  -- Of the value: the engine drops what it no longer understands.
  schema_version integer not null,
  value jsonb not null,
  version integer not null default 1,
  change_time timestamptz not null default now(),
  unique (instance_id, id),
  unique nulls not distinct (instance_id, account_id, role_id, screen, view),
  foreign key (instance_id, account_id) references accounts (instance_id, id) on delete cascade,
  foreign key (instance_id, role_id) references roles (instance_id, id) on delete cascade,
  check (num_nonnulls(account_id, role_id) <= 1)
);
create index preferences_account on preferences (account_id);
create index preferences_role on preferences (role_id);
