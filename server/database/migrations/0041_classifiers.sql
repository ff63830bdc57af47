-- Words of the dictionaries: the product's, which come with it at every start and are locked, and an instance's
-- own. A word is never deleted but retired: it is no longer offered, and records that hold it keep its caption.

alter table classifiers
  add column id uuid not null default gen_random_uuid() unique,
  -- None: the product's.
  add column instance_id uuid references instances (id),
  add column retired boolean not null default false,
  add column version integer not null default 1,
  add column change_time timestamptz not null default now(),
  -- The product's words and an instance's never meet.
  add check ((instance_id is null) = (name not like 'OWN\_%'));
create index classifiers_instance on classifiers (instance_id, dictionary);

-- Counts the changes: a server that knows this version knows the words.
create table classifier_changes (
  one boolean primary key default true check (one),
  version bigint not null default 0
);
insert into classifier_changes default values;

create function count_classifier_change() returns trigger language plpgsql as $$
begin
  update classifier_changes set version = version + 1;
  return null;
end $$;
create trigger classifiers_changed after insert or update or delete on classifiers
  for each statement execute function count_classifier_change();
