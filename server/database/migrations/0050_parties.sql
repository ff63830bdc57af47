-- Who else sees a record: the instance that a customer stands for; and what of it an account sees ------------

-- The other side reads what its contracts say; agreed by both (uuid_agreed), ended with the agreement.
alter table customers
  add column linked_instance_id uuid references instances (id),
  add check (linked_instance_id is null or uuid_agreed),
  add check (linked_instance_id <> instance_id);
create index customers_linked on customers (linked_instance_id) where linked_instance_id is not null;

-- An account with districts sees only what lies in them and below them; without any, everything.
create table account_districts (
  instance_id uuid not null references instances (id),
  account_id uuid not null,
  location_id uuid not null,
  primary key (instance_id, account_id, location_id),
  foreign key (instance_id, account_id) references accounts (instance_id, id) on delete cascade,
  foreign key (instance_id, location_id) references locations (instance_id, id) on delete cascade
);
create index account_districts_account on account_districts (account_id);
create index account_districts_location on account_districts (location_id);

-- Divisions likewise.
create table account_divisions (
  instance_id uuid not null references instances (id),
  account_id uuid not null,
  division_id uuid not null,
  primary key (instance_id, account_id, division_id),
  foreign key (instance_id, account_id) references accounts (instance_id, id) on delete cascade,
  foreign key (instance_id, division_id) references divisions (instance_id, id) on delete cascade
);
create index account_divisions_account on account_divisions (account_id);
create index account_divisions_division on account_divisions (division_id);

create trigger access_changed after insert or update or delete on account_districts
  for each row execute function access_changed('account_id');
create trigger access_changed after insert or update or delete on account_divisions
  for each row execute function access_changed('account_id');

-- A link opens the owner's records to the accounts of another instance, and closes them when it ends.
create function link_changed() returns trigger language plpgsql as $$
begin
  if old.linked_instance_id is distinct from new.linked_instance_id then
    perform pg_notify('access', id::text) from accounts
    where instance_id in (old.linked_instance_id, new.linked_instance_id);
  end if;
  return null;
end $$;
create trigger link_changed after insert or update of linked_instance_id or delete on customers
  for each row execute function link_changed();

-- Rows without an instance are everybody's to read, where this word stands.
comment on column app_properties.instance_id is 'shared';
comment on column classifiers.instance_id is 'shared';

-- Ends a write that would place a row where the account sees none; the column is named for the answer.
create function refuse_outside(name text) returns text language plpgsql volatile as $$
begin
  raise exception 'Outside of the districts and divisions of the account' using errcode = 'WS403', column = name;
end $$;
