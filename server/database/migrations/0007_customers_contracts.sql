-- What customers and contracts of screens §3 lacked ---------------------------------------------------------

alter table customers
  add column extra_identifier text,
  add column tariff_kind text,
  add column confirmation_mode text;
create index customers_extra_identifier on customers (instance_id, extra_identifier, id);

-- How the containers of one kind are ordered for a customer; a word of "orderPolicies".
create table customer_container_policies (
  instance_id uuid not null references instances (id),
  customer_id uuid not null,
  container_type text not null,
  policy text not null,
  primary key (instance_id, customer_id, container_type),
  foreign key (instance_id, customer_id) references customers (instance_id, id) on delete cascade,
  foreign key (instance_id, container_type) references container_types (instance_id, code)
);

alter table contracts
  -- Never published while empty; a later version than the published one waits for publication.
  add column published_version integer check (published_version <= version),
  add column publish_time timestamptz,
  add column transfer_enabled boolean not null default false,
  -- Coupon types whose coupons are made by themselves.
  add column automatic_coupons text[] not null default '{}',
  add column management_locked boolean not null default false,
  -- The validity before it was last changed.
  add column old_effective_date date,
  add column old_expiration_date date,
  add check ((published_version is null) = (publish_time is null)),
  add check (old_effective_date <= old_expiration_date);
create index contracts_published on contracts (instance_id, publish_time, id);
