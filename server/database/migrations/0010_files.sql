-- Files: photos and documents of records ------------------------------------------------------------------

-- A file is uploaded for a field of a kind of record, and belongs to one record once that is saved.
create table files (
  id uuid primary key default gen_random_uuid(),
  instance_id uuid not null references instances (id),
  uploader_id uuid,
  entity text not null,
  field text not null,
  entity_id text,
  claim_time timestamptz,
  name text not null,
  media_type text not null,
  size bigint not null check (size > 0),
  sha256 bytea,
  width integer,
  height integer,
  rotation integer not null default 0 check (rotation in (0, 90, 180, 270)),
  date date not null,
  folder boolean not null,
  evaluation text,
  note text,
  evaluate_time timestamptz,
  evaluated_by text,
  create_time timestamptz not null default now(),
  version integer not null default 1,
  change_time timestamptz not null default now(),
  unique (instance_id, id),
  foreign key (instance_id, uploader_id) references accounts (instance_id, id)
    on delete set null (uploader_id),
  check ((entity_id is null) = (claim_time is null))
);
create index files_record on files (instance_id, entity, entity_id, field) where entity_id is not null;
create index files_unclaimed on files (create_time) where entity_id is null;

-- The bytes of a file as it is given out: "original", a turned image, a thumbnail.
create table file_variants (
  file_id uuid not null,
  instance_id uuid not null references instances (id),
  variant text not null,
  media_type text not null,
  size bigint not null,
  sha256 bytea not null,
  primary key (file_id, variant),
  foreign key (instance_id, file_id) references files (instance_id, id) on delete cascade
);

create table file_chunks (
  file_id uuid not null,
  instance_id uuid not null references instances (id),
  variant text not null,
  position integer not null,
  bytes bytea not null,
  primary key (file_id, variant, position),
  foreign key (instance_id, file_id) references files (instance_id, id) on delete cascade
);
-- Photos do not get smaller by being compressed once more.
alter table file_chunks alter column bytes set storage external;

-- What the files of an instance take up; kept by the database itself, so that it cannot drift.
create table file_usage (
  instance_id uuid primary key references instances (id),
  bytes bigint not null
);

-- Files of a folder whose rows are gone; the cleaning job removes them from the disk.
create table file_removals (
  file_id uuid primary key,
  remove_time timestamptz not null default now()
);

create function count_file() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into file_usage as u (instance_id, bytes) values (new.instance_id, new.size)
      on conflict (instance_id) do update set bytes = u.bytes + new.size;
    return new;
  end if;
  update file_usage set bytes = bytes - old.size where instance_id = old.instance_id;
  if old.folder then
    insert into file_removals (file_id) values (old.id);
  end if;
  return old;
end $$;
create trigger count_file after insert or delete on files for each row execute function count_file();
