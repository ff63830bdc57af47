-- Imports of sheets: what a preview found, kept until it is carried out or two weeks have passed.
create table sheet_imports (
  id uuid primary key default gen_random_uuid(),
  instance_id uuid not null references instances (id),
  account_id uuid not null,
  -- Name of the kind of record.
  record text not null,
  file_name text not null,
  state text not null default 'PREVIEW' check (state in ('PREVIEW', 'IN_PROCESS', 'DONE', 'FAILED', 'CANCELED')),
  -- What is to be created or changed: [{row, id, version, body}].
  rows jsonb not null,
  total integer not null,
  created integer not null,
  changed integer not null,
  unchanged integer not null,
  faulty integer not null,
  -- The first of them: [{row, column, text}].
  faults jsonb not null,
  job_id uuid,
  create_time timestamptz not null default now(),
  version integer not null default 1,
  change_time timestamptz not null default now(),
  unique (instance_id, id),
  foreign key (instance_id, account_id) references accounts (instance_id, id) on delete cascade,
  foreign key (instance_id, job_id) references jobs (instance_id, id) on delete set null (job_id)
);
create index sheet_imports_account on sheet_imports (account_id, create_time);
create index sheet_imports_time on sheet_imports (create_time);
create index sheet_imports_job on sheet_imports (job_id);

-- The name that PostgreSQL gave it is cut off.
alter table container_time_corrections
  drop constraint container_time_corrections_instance_id_container_type_count_key,
  add constraint container_time_corrections_from unique (instance_id, container_type, count_from);
-- Two corrections for one number of containers would leave open which holds.
alter table container_time_corrections add constraint container_time_corrections_counts exclude using gist (
  instance_id with =, container_type with =, int4range(count_from, count_to, '[]') with &&
);

select pgboss.create_queue('clean-sheets', '{"policy": "standard"}');
