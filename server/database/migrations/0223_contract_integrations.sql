-- A contract's way to the talon system: whose rights are used there, and how the last try went -------------------

create table contract_talon_links (
  id uuid primary key default gen_random_uuid(),
  instance_id uuid not null references instances (id),
  contract_id uuid not null,
  login text not null,
  -- What the talon system gave for login and password; the password is kept nowhere.
  token text not null,
  -- A word of "integrationStates".
  state text not null check (state in ('CONNECTED', 'REFUSED', 'SLOW', 'GONE')),
  check_time timestamptz not null default now(),
  version integer not null default 1,
  change_time timestamptz not null default now(),
  unique (instance_id, id),
  foreign key (instance_id, contract_id) references contracts (instance_id, id)
);
create unique index contract_talon_links_contract on contract_talon_links (contract_id);
