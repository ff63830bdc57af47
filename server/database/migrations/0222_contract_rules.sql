-- Rules of a contract: what is checked by itself, when visits are worked out again, who carries -----------------

-- A rule (word of "checkRules") that makes an incident of what it finds.
create table contract_incident_rules (
  id uuid primary key default gen_random_uuid(),
  instance_id uuid not null references instances (id),
  contract_id uuid not null,
  rule text not null,
  enabled boolean not null default true,
  -- Minutes for LATE, percent for VOLUME_EXCESS; the other rules have none.
  threshold integer check (threshold between 1 and 1440),
  comment text,
  version integer not null default 1,
  change_time timestamptz not null default now(),
  unique (instance_id, id),
  foreign key (instance_id, contract_id) references contracts (instance_id, id),
  check ((rule in ('LATE', 'VOLUME_EXCESS')) = (threshold is not null))
);
create unique index contract_incident_rules_rule on contract_incident_rules (contract_id, rule);

-- A reason (word of "carrierClaimReasons") for which a claim is made by itself.
create table contract_claim_rules (
  id uuid primary key default gen_random_uuid(),
  instance_id uuid not null references instances (id),
  contract_id uuid not null,
  rule text not null,
  reason text not null,
  enabled boolean not null default true,
  threshold integer check (threshold between 1 and 1440),
  -- 0: at once.
  delay_days smallint not null default 0 check (delay_days between 0 and 30),
  comment text,
  version integer not null default 1,
  change_time timestamptz not null default now(),
  unique (instance_id, id),
  foreign key (instance_id, contract_id) references contracts (instance_id, id),
  check ((rule in ('LATE', 'VOLUME_EXCESS')) = (threshold is not null))
);
create unique index contract_claim_rules_rule on contract_claim_rules (contract_id, rule, reason);

-- What the rules found in the tasks of a contract, once for each task, rule and purpose. The day on which an
-- incident or a claim is to be made of it.
create table contract_rule_findings (
  id uuid primary key default gen_random_uuid(),
  instance_id uuid not null references instances (id),
  contract_id uuid not null,
  task_item_id uuid not null,
  task_date date not null,
  purpose text not null check (purpose in ('INCIDENT', 'CLAIM')),
  rule text not null,
  -- Of a claim.
  reason text,
  due_date date not null,
  version integer not null default 1,
  change_time timestamptz not null default now(),
  unique (instance_id, id),
  unique nulls not distinct (task_item_id, purpose, rule, reason),
  foreign key (instance_id, contract_id) references contracts (instance_id, id),
  foreign key (instance_id, task_item_id) references task_items (instance_id, id) on delete cascade,
  check ((purpose = 'CLAIM') = (reason is not null)),
  check (due_date >= task_date)
);
create index contract_rule_findings_contract on contract_rule_findings (contract_id, task_date, id);
create index contract_rule_findings_task on contract_rule_findings (task_item_id);

-- When something changes afterwards, the visits of the days before are worked out again.
create table contract_recalc_rules (
  id uuid primary key default gen_random_uuid(),
  instance_id uuid not null references instances (id),
  contract_id uuid not null,
  name text not null,
  -- Words of "recalcVisitRuleEvents".
  events text[] not null check (cardinality(events) between 1 and 20),
  depth_days smallint not null check (depth_days between 1 and 90),
  begin_date date not null,
  end_date date,
  comment text,
  version integer not null default 1,
  change_time timestamptz not null default now(),
  unique (instance_id, id),
  foreign key (instance_id, contract_id) references contracts (instance_id, id),
  check (begin_date <= end_date)
);
create index contract_recalc_rules_contract on contract_recalc_rules (contract_id, id);

-- Who carries under a contract, and what counts as a visit.
create table contract_transportations (
  id uuid primary key default gen_random_uuid(),
  instance_id uuid not null references instances (id),
  contract_id uuid not null,
  -- Never empty; told so by a check, for a required key would show the row to each party of the carrier.
  carrier_id uuid check (carrier_id is not null),
  -- Words of "visitingRules", "visitingRulesVisit", "visitingRulesSensors", "failureActions".
  visiting_rule text not null,
  visit_rule text,
  sensor_rule text,
  failure_action text not null,
  begin_date date not null,
  end_date date,
  comment text,
  version integer not null default 1,
  change_time timestamptz not null default now(),
  unique (instance_id, id),
  foreign key (instance_id, contract_id) references contracts (instance_id, id),
  foreign key (instance_id, carrier_id) references customers (instance_id, id),
  check (begin_date <= end_date),
  check ((visiting_rule = 'BY_VISIT') = (visit_rule is not null)),
  check ((visiting_rule = 'BY_SENSORS') = (sensor_rule is not null)),
  constraint contract_transportations_period exclude using gist (
    contract_id with =, carrier_id with =, daterange(begin_date, end_date, '[]') with &&
  )
);
create index contract_transportations_contract on contract_transportations (contract_id, id);
create index contract_transportations_carrier on contract_transportations (carrier_id);
