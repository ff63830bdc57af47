-- Point groups in folders -----------------------------------------------------------------------------------------
-- The roots are words of the API (PRIVATE, GENERAL, ARCHIVE, HYPOTHESIS): a folder or group at the top has no folder
-- above. What is private has an owner, which everything below a folder follows, as it follows its root.

insert into app_properties (name, value, type) values
  ('pointGroup.accessBySchedule', 'false', 'Boolean'),
  ('pointGroup.maxPoints', '500', 'Integer');

create table point_group_directories (
  id uuid primary key default gen_random_uuid(),
  instance_id uuid not null references instances (id),
  root text not null check (root in ('PRIVATE', 'GENERAL', 'ARCHIVE', 'HYPOTHESIS')),
  parent_id uuid,
  path uuid[] not null,
  name text not null,
  owner_id uuid,
  author_id uuid,
  -- Who sees it beside editors; none: as the folder above, at the top nobody.
  visibility text check (visibility in ('NOBODY', 'ALL', 'DIVISIONS')),
  schedule_id uuid,
  -- The place that an archived folder returns to.
  archived_root text check (archived_root in ('PRIVATE', 'GENERAL')),
  archived_parent_id uuid,
  create_time timestamptz not null default now(),
  version integer not null default 1,
  change_time timestamptz not null default now(),
  unique (instance_id, id),
  foreign key (instance_id, parent_id) references point_group_directories (instance_id, id),
  foreign key (instance_id, archived_parent_id) references point_group_directories (instance_id, id)
    on delete set null (archived_parent_id),
  foreign key (instance_id, owner_id) references accounts (instance_id, id),
  foreign key (instance_id, author_id) references accounts (instance_id, id) on delete set null (author_id),
  foreign key (instance_id, schedule_id) references schedules (instance_id, id),
  check (schedule_id is null or visibility is not null)
);
create unique index point_group_directories_name on point_group_directories (
  instance_id, root, coalesce(owner_id, '00000000-0000-0000-0000-000000000000'::uuid),
  coalesce(parent_id, '00000000-0000-0000-0000-000000000000'::uuid), lower(name)
) where root in ('PRIVATE', 'GENERAL');
create index point_group_directories_parent on point_group_directories (instance_id, parent_id, name);
create index point_group_directories_path on point_group_directories using gin (path);
create index point_group_directories_search on point_group_directories using gin (name gin_trgm_ops);
create trigger tree_place before insert or update of parent_id, root on point_group_directories
  for each row execute function tree_place('root');
create trigger tree_follow after update of parent_id, root on point_group_directories
  for each row when (old.path <> new.path or old.root <> new.root) execute function tree_follow('root');

create table point_group_directory_divisions (
  directory_id uuid not null,
  division_id uuid not null,
  instance_id uuid not null references instances (id),
  primary key (instance_id, directory_id, division_id),
  foreign key (instance_id, directory_id) references point_group_directories (instance_id, id) on delete cascade,
  foreign key (instance_id, division_id) references divisions (instance_id, id) on delete cascade
);
create index point_group_directory_divisions_division on point_group_directory_divisions (division_id);

create table point_groups (
  id uuid primary key default gen_random_uuid(),
  instance_id uuid not null references instances (id),
  root text not null check (root in ('PRIVATE', 'GENERAL', 'ARCHIVE', 'HYPOTHESIS')),
  directory_id uuid,
  name text not null,
  owner_id uuid,
  author_id uuid,
  vehicle_group text,
  vehicle_type text,
  cluster text,
  districts text[] not null default '{}',
  colour text not null default '#808080' check (colour ~ '^#[0-9A-Fa-f]{6}$'),
  strict_sequence boolean not null default false,
  comment text,
  area geo_shape check (area ->> 'type' = 'Polygon'),
  archived_root text check (archived_root in ('PRIVATE', 'GENERAL')),
  archived_parent_id uuid,
  create_time timestamptz not null default now(),
  version integer not null default 1,
  change_time timestamptz not null default now(),
  unique (instance_id, id),
  foreign key (instance_id, directory_id) references point_group_directories (instance_id, id),
  foreign key (instance_id, archived_parent_id) references point_group_directories (instance_id, id)
    on delete set null (archived_parent_id),
  foreign key (instance_id, owner_id) references accounts (instance_id, id),
  foreign key (instance_id, author_id) references accounts (instance_id, id) on delete set null (author_id)
);
create unique index point_groups_name on point_groups (
  instance_id, root, coalesce(owner_id, '00000000-0000-0000-0000-000000000000'::uuid),
  coalesce(directory_id, '00000000-0000-0000-0000-000000000000'::uuid), lower(name)
) where root in ('PRIVATE', 'GENERAL');
create index point_groups_directory on point_groups (instance_id, directory_id, name);
create index point_groups_search on point_groups using gin (name gin_trgm_ops);

-- The points of a group in their order, from 1; what is empty is as at the point itself.
create table point_group_elements (
  point_group_id uuid not null,
  evacuation_point_id uuid not null,
  instance_id uuid not null references instances (id),
  position integer not null check (position >= 1),
  time_from time,
  time_to time,
  garbage_types text[] not null default '{}',
  container_types text[] not null default '{}',
  primary key (instance_id, point_group_id, evacuation_point_id),
  unique (instance_id, point_group_id, position) deferrable initially deferred,
  foreign key (instance_id, point_group_id) references point_groups (instance_id, id) on delete cascade,
  foreign key (instance_id, evacuation_point_id) references evacuation_points (instance_id, id),
  check (time_from < time_to),
  check ((time_from is null) = (time_to is null))
);
create index point_group_elements_group on point_group_elements (point_group_id, position);
create index point_group_elements_point on point_group_elements (evacuation_point_id);

-- What lies in a folder has its root and owner, whoever moves it.
create function point_group_directory_owner() returns trigger language plpgsql as $$
begin
  if new.parent_id is not null then
    select d.owner_id into new.owner_id from point_group_directories d
      where d.instance_id = new.instance_id and d.id = new.parent_id;
  end if;
  return new;
end $$;
create trigger tree_place_owner before insert or update of parent_id, root, owner_id on point_group_directories
  for each row execute function point_group_directory_owner();

create function point_group_follow() returns trigger language plpgsql as $$
begin
  update point_group_directories set root = new.root, owner_id = new.owner_id
    where instance_id = new.instance_id and parent_id = new.id;
  update point_groups set root = new.root, owner_id = new.owner_id
    where instance_id = new.instance_id and directory_id = new.id;
  return null;
end $$;
create trigger point_group_follow after update on point_group_directories
  for each row when (old.root <> new.root or old.owner_id is distinct from new.owner_id)
  execute function point_group_follow();

create function point_group_place() returns trigger language plpgsql as $$
begin
  if new.directory_id is not null then
    select d.root, d.owner_id into new.root, new.owner_id from point_group_directories d
      where d.instance_id = new.instance_id and d.id = new.directory_id;
  end if;
  return new;
end $$;
create trigger point_group_place before insert or update of directory_id, root on point_groups
  for each row execute function point_group_place();

-- Whether a schedule includes a moment, by the clock of its instance. Week 5 is the last of the month.
create function schedule_open(schedule uuid, instance uuid, moment timestamptz) returns boolean
language sql stable parallel safe as $$
  with clock as (
    select moment at time zone i.time_zone as now from instances i where i.id = instance
  ), here as (
    select now::date as day, extract(isodow from now)::integer as dow,
      extract(epoch from now::time)::integer as second,
      array_remove(array[
        least(5, ceil(extract(day from now) / 7.0)::integer),
        case when extract(month from now + interval '7 days') <> extract(month from now) then 5 end
      ], null) as weeks
    from clock
  ), covering as (
    select p.excluded from schedule_periods p, here h
    where p.instance_id = instance and p.schedule_id = schedule
      and coalesce(h.day >= p.begin_date, true) and coalesce(h.day <= p.end_date, true)
      and exists (select from unnest(h.weeks) week where p.slots @> ((week * 7 + h.dow) * 86400 + h.second))
  )
  select exists (select from covering where not excluded) and not exists (select from covering where excluded)
$$;
