-- Who signed in, failed to, signed out and was refused -------------------------------------------------------

create table security_log (
  id bigint generated always as identity primary key,
  event_time timestamptz not null default now(),
  event text not null check (event in ('signIn', 'signInFailed', 'signInLimited', 'signOut', 'refused')),
  instance_id uuid,
  account_id uuid,
  -- As it was typed: it may be no account's.
  login text,
  address text not null,
  user_agent text,
  -- What was asked for, and why it was refused.
  operation text,
  reason text
);
create index security_log_time on security_log (event_time);
create index security_log_login on security_log (login, event, address, event_time);
create index security_log_address on security_log (address, event, event_time);
create index security_log_instance on security_log (instance_id, event_time);

-- Both logs are only added to, whoever asks.
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'Rows of % are only added', tg_table_name using errcode = 'insufficient_privilege';
end $$;
create trigger audit_log_append_only before update or delete or truncate on audit_log
  for each statement execute function refuse_change();
create trigger security_log_append_only before update or delete or truncate on security_log
  for each statement execute function refuse_change();

-- Limits of sign-in tries ------------------------------------------------------------------------------------

-- A browser from which an account signed in; only the hash of its token is kept.
create table known_devices (
  id uuid primary key default gen_random_uuid(),
  token_hash bytea not null unique,
  account_id uuid not null references accounts (id) on delete cascade,
  use_time timestamptz not null default now()
);
create index known_devices_account on known_devices (account_id, use_time);

-- The device when it is one of the account's own; `stranger` when neither device nor address is known to it.
alter table login_tries
  add column device_id uuid,
  add column stranger boolean not null default true;
create index login_tries_time on login_tries (try_time);

-- Replies kept for a repeated request ------------------------------------------------------------------------

create table idempotency_keys (
  account_id uuid not null references accounts (id) on delete cascade,
  key text not null,
  -- SHA-256 of operation, parameters and body.
  request_hash bytea not null,
  reply text,
  create_time timestamptz not null default now(),
  primary key (account_id, key)
);
create index idempotency_keys_time on idempotency_keys (create_time);

-- One primary vehicle a contract -----------------------------------------------------------------------------

update contract_vehicles v set is_primary = false
where is_primary and exists (
  select 1 from contract_vehicles o
  where o.contract_id = v.contract_id and o.is_primary
    and (o.begin_date, o.id) < (v.begin_date, v.id));
create unique index contract_vehicles_primary on contract_vehicles (contract_id) where is_primary;
