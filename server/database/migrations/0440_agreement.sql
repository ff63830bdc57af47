-- What operator and carriers agree on: results of each day, and the operator's claims about them ------------------

-- Days of the federal production calendar that are not as their day of the week says; the same for everybody.
create table federal_days (
  day date primary key,
  working boolean not null,
  name text not null
);

-- An instance's own days of the calendar; they go before the federal ones.
create table working_days (
  id uuid primary key default gen_random_uuid(),
  instance_id uuid not null references instances (id),
  day date not null,
  working boolean not null default false,
  name text not null,
  version integer not null default 1,
  change_time timestamptz not null default now(),
  unique (instance_id, id),
  constraint working_days_day unique (instance_id, day)
);
create index working_days_name on working_days (instance_id, name, id);

create function is_working_day(instance uuid, asked date) returns boolean language sql stable as $$
  select coalesce(
    (select w.working from working_days w where w.instance_id = instance and w.day = asked),
    (select f.working from federal_days f where f.day = asked),
    extract(isodow from asked) < 6)
$$;

-- The day that lies so many days behind another: WORKDAY counts working days only.
create function days_after(instance uuid, since date, days integer, kind text) returns date
language plpgsql stable strict as $$
declare
  found date := since;
  rest integer := days;
begin
  if kind <> 'WORKDAY' then return since + days; end if;
  while rest > 0 loop
    found := found + 1;
    if is_working_day(instance, found) then rest := rest - 1; end if;
    -- A calendar without working days ends somewhere.
    if found > since + 400 then return found; end if;
  end loop;
  return found;
end $$;

insert into federal_days (day, working, name)
select day::date, false, 'Новогодние каникулы' from unnest(array[2025, 2026, 2027]) year
cross join generate_series(make_timestamp(year, 1, 1, 0, 0, 0), make_timestamp(year, 1, 8, 0, 0, 0), interval '1 day') day;
insert into federal_days (day, working, name) values
  ('2025-02-23', false, 'День защитника Отечества'), ('2025-03-08', false, 'Международный женский день'),
  ('2025-05-01', false, 'Праздник Весны и Труда'), ('2025-05-02', false, 'Перенос с 4 января'),
  ('2025-05-08', false, 'Перенос с 23 февраля'), ('2025-05-09', false, 'День Победы'),
  ('2025-06-12', false, 'День России'), ('2025-06-13', false, 'Перенос с 8 марта'),
  ('2025-11-01', true, 'Рабочая суббота'), ('2025-11-03', false, 'Перенос с 1 ноября'),
  ('2025-11-04', false, 'День народного единства'), ('2025-12-31', false, 'Перенос с 5 января'),
  ('2026-01-09', false, 'Перенос с 3 января'), ('2026-02-23', false, 'День защитника Отечества'),
  ('2026-03-08', false, 'Международный женский день'), ('2026-03-09', false, 'Перенос с 8 марта'),
  ('2026-05-01', false, 'Праздник Весны и Труда'), ('2026-05-09', false, 'День Победы'),
  ('2026-05-11', false, 'Перенос с 9 мая'), ('2026-06-12', false, 'День России'),
  ('2026-11-04', false, 'День народного единства'), ('2026-12-31', false, 'Перенос с 4 января'),
  ('2027-02-20', true, 'Рабочая суббота'), ('2027-02-22', false, 'Перенос с 20 февраля'),
  ('2027-02-23', false, 'День защитника Отечества'), ('2027-03-08', false, 'Международный женский день'),
  ('2027-05-01', false, 'Праздник Весны и Труда'), ('2027-05-03', false, 'Перенос с 1 мая'),
  ('2027-05-09', false, 'День Победы'), ('2027-05-10', false, 'Перенос с 9 мая'),
  ('2027-06-12', false, 'День России'), ('2027-06-14', false, 'Перенос с 12 июня'),
  ('2027-11-04', false, 'День народного единства'), ('2027-11-05', false, 'Перенос с 2 января'),
  ('2027-12-31', false, 'Перенос с 3 января');

-- One stand, day, kind of container, action and contract: what was ordered, what the carrier bills, what is paid.
-- Only the carrier is a required key: the other party of the row is its carrier, whoever else stands in the contract.
create table csoris (
  id uuid primary key default gen_random_uuid(),
  instance_id uuid not null references instances (id),
  csori_date date not null,
  stand_id uuid not null,
  contract_id uuid check (contract_id is not null),
  carrier_id uuid not null,
  customer_id uuid check (customer_id is not null),
  container_type text not null,
  container_action text not null,
  garbage_type text not null,
  -- As it was on the day.
  address text not null,
  ordered_count integer not null check (ordered_count >= 0),
  ordered_volume cubic_metres not null,
  -- None until the result arrives; a correction lowers it, what was billed first stays.
  billed_count integer check (billed_count >= 0),
  billed_volume cubic_metres,
  first_count integer check (first_count >= 0),
  first_volume cubic_metres,
  approved_count integer check (approved_count >= 0),
  approved_volume cubic_metres,
  -- Roubles for a cubic metre, by the tariff of the day; none: the tariff is for something else.
  price roubles,
  status text not null default 'NEW' check (status in ('NEW', 'AGREEMENT', 'APPROVED', 'CLAIM', 'CORRECTION')),
  -- The way of confirming in force on the day, and the last day before it decides.
  confirm_mode text,
  control_date date,
  -- A word of "csoriDecisions", and who took it.
  decision text,
  decided_by text,
  decision_time timestamptz,
  comment text,
  version integer not null default 1,
  change_time timestamptz not null default now(),
  unique (instance_id, id),
  unique (instance_id, stand_id, csori_date, container_type, container_action, contract_id),
  foreign key (instance_id, stand_id) references stands (instance_id, id),
  foreign key (instance_id, contract_id) references contracts (instance_id, id),
  foreign key (instance_id, carrier_id) references customers (instance_id, id),
  foreign key (instance_id, customer_id) references customers (instance_id, id),
  foreign key (instance_id, container_type) references container_types (instance_id, code),
  foreign key (instance_id, garbage_type) references garbage_types (instance_id, code),
  check ((status = 'NEW') or billed_count is not null and billed_volume is not null),
  check ((status = 'APPROVED') = (approved_count is not null)),
  check ((approved_count is null) = (approved_volume is null)),
  check ((billed_count is null) = (billed_volume is null)),
  check ((status = 'APPROVED') = (decision is not null))
);
create index csoris_date on csoris (instance_id, csori_date, id);
create index csoris_status on csoris (instance_id, status, csori_date, id);
create index csoris_control on csoris (instance_id, control_date, id);
create index csoris_waiting on csoris (instance_id, status, control_date, id);
create index csoris_address on csoris (instance_id, address, id);
create index csoris_search on csoris using gin (address gin_trgm_ops);
create index csoris_carrier on csoris (carrier_id, csori_date, id);
create index csoris_carrier_status on csoris (carrier_id, status, csori_date, id);
create index csoris_stand on csoris (stand_id, csori_date);
create index csoris_contract on csoris (contract_id, csori_date);
create index csoris_type on csoris (instance_id, container_type, csori_date, id);

create sequence carrier_claim_numbers;

-- A claim is shown to the carrier once it is submitted: until then `shown_to_id` is the operator's own customer.
create table carrier_claims (
  id uuid primary key default gen_random_uuid(),
  instance_id uuid not null references instances (id),
  number text not null default 'ПР-' || to_char(nextval('carrier_claim_numbers'), 'FM000000'),
  csori_id uuid check (csori_id is not null),
  shown_to_id uuid not null,
  carrier_id uuid check (carrier_id is not null),
  customer_id uuid check (customer_id is not null),
  stand_id uuid not null,
  claim_date date not null,
  csori_date date not null,
  address text not null,
  container_type text not null,
  container_action text not null,
  input text not null check (input in ('MANUAL', 'RULE')),
  rule text,
  reason text not null,
  basis text,
  ordered_count integer not null,
  ordered_volume cubic_metres not null,
  billed_count integer not null check (billed_count > 0),
  billed_volume cubic_metres not null,
  price roubles,
  -- None in a draft whose amounts a person has to say.
  expected_count integer check (expected_count >= 0 and expected_count < billed_count and expected_count <= ordered_count),
  expected_volume cubic_metres check (expected_volume < billed_volume),
  approved_count integer check (approved_count between expected_count and billed_count - 1),
  approved_volume cubic_metres check (approved_volume >= expected_volume and approved_volume < billed_volume),
  status text not null default 'NEW' check (status in
    ('NEW', 'UNDER_CONSIDERATION', 'SPECIFIED', 'DISCARDED', 'APPROVED', 'CHANGED', 'CANCELED')),
  -- The last day on which whoever is to act is in time.
  control_date date,
  appealed boolean not null default false,
  -- Discarded and not to be appealed against any more: the result has gone on.
  closed boolean not null default false,
  comment text,
  discard_reason text,
  author text,
  responsible text,
  version integer not null default 1,
  change_time timestamptz not null default now(),
  unique (instance_id, id),
  constraint carrier_claims_number unique (instance_id, number),
  foreign key (instance_id, csori_id) references csoris (instance_id, id),
  foreign key (instance_id, shown_to_id) references customers (instance_id, id),
  foreign key (instance_id, carrier_id) references customers (instance_id, id),
  foreign key (instance_id, customer_id) references customers (instance_id, id),
  foreign key (instance_id, stand_id) references stands (instance_id, id),
  foreign key (instance_id, container_type) references container_types (instance_id, code),
  check (status in ('NEW', 'CANCELED') or shown_to_id = carrier_id),
  check (status in ('NEW', 'CANCELED') or (expected_count is not null and expected_volume is not null)),
  check ((status = 'APPROVED') = (approved_count is not null)),
  check ((approved_count is null) = (approved_volume is null)),
  check ((status = 'DISCARDED') <= (discard_reason is not null))
);
-- A result has one claim at a time.
create unique index carrier_claims_open on carrier_claims (csori_id)
  where status in ('NEW', 'UNDER_CONSIDERATION', 'SPECIFIED', 'CHANGED') or status = 'DISCARDED' and not closed;
create index carrier_claims_csori on carrier_claims (csori_id, claim_date);
create index carrier_claims_date on carrier_claims (instance_id, claim_date, id);
create index carrier_claims_csori_date on carrier_claims (instance_id, csori_date, id);
create index carrier_claims_control on carrier_claims (instance_id, control_date, id);
create index carrier_claims_status on carrier_claims (instance_id, status, claim_date, id);
create index carrier_claims_reason on carrier_claims (instance_id, reason, claim_date, id);
create index carrier_claims_address on carrier_claims (instance_id, address, id);
create index carrier_claims_search on carrier_claims using gin (address gin_trgm_ops);
create index carrier_claims_numbers on carrier_claims using gin (number gin_trgm_ops);
create index carrier_claims_carrier on carrier_claims (carrier_id, claim_date, id);
create index carrier_claims_shown on carrier_claims (shown_to_id, claim_date, id);

-- What the parties wrote to each other about a claim; only added to.
create table carrier_claim_messages (
  id uuid primary key default gen_random_uuid(),
  instance_id uuid not null references instances (id),
  claim_id uuid not null,
  message_time timestamptz not null default clock_timestamp(),
  party text not null check (party in ('RO', 'CARRIER', 'SYSTEM')),
  -- The organisation; people of the other side are not named.
  author text not null,
  action text,
  text text,
  version integer not null default 1,
  change_time timestamptz not null default now(),
  unique (instance_id, id),
  foreign key (instance_id, claim_id) references carrier_claims (instance_id, id) on delete cascade
);
create index carrier_claim_messages_claim on carrier_claim_messages (claim_id, message_time);

-- What became of each finding of a claim rule, once: a claim, or why there is none.
create table carrier_claim_findings (
  finding_id uuid primary key,
  instance_id uuid not null references instances (id),
  claim_id uuid,
  outcome text not null check (outcome in ('SUBMITTED', 'DRAFT', 'JOINED', 'NOTHING_BILLED', 'DECIDED', 'LATE')),
  change_time timestamptz not null default now(),
  version integer not null default 1,
  unique (instance_id, finding_id),
  foreign key (instance_id, finding_id) references contract_rule_findings (instance_id, id) on delete cascade,
  foreign key (instance_id, claim_id) references carrier_claims (instance_id, id)
);
create index carrier_claim_findings_claim on carrier_claim_findings (claim_id);

insert into transitions (entity, action, from_status, to_status) values
  ('csori', 'approve', 'AGREEMENT', 'APPROVED'),
  ('csori', 'approveWithChanges', 'AGREEMENT', 'APPROVED'),
  ('csori', 'createClaim', 'AGREEMENT', 'CLAIM'),
  ('csori', 'changeClaim', 'CLAIM', 'CLAIM'),
  ('csori', 'cancelClaim', 'CLAIM', 'AGREEMENT'),
  ('csori', 'correct', 'CORRECTION', 'AGREEMENT'),
  -- What the system does.
  ('csori', 'arrive', 'NEW', 'AGREEMENT'),
  ('csori', 'concede', 'CLAIM', 'CORRECTION'),
  ('csori', 'release', 'CLAIM', 'AGREEMENT'),
  ('csori', 'reopenClaim', 'AGREEMENT', 'CLAIM'),
  ('csori', 'confirm', 'AGREEMENT', 'APPROVED'),
  ('csori', 'confirm', 'CORRECTION', 'APPROVED'),
  ('carrierClaim', 'submit', 'NEW', 'UNDER_CONSIDERATION'),
  ('carrierClaim', 'specify', 'UNDER_CONSIDERATION', 'SPECIFIED'),
  ('carrierClaim', 'specify', 'CHANGED', 'SPECIFIED'),
  ('carrierClaim', 'change', 'SPECIFIED', 'CHANGED'),
  ('carrierClaim', 'approve', 'UNDER_CONSIDERATION', 'APPROVED'),
  ('carrierClaim', 'approve', 'CHANGED', 'APPROVED'),
  ('carrierClaim', 'discard', 'UNDER_CONSIDERATION', 'DISCARDED'),
  ('carrierClaim', 'discard', 'CHANGED', 'DISCARDED'),
  ('carrierClaim', 'open', 'DISCARDED', 'UNDER_CONSIDERATION'),
  ('carrierClaim', 'cancel', 'NEW', 'CANCELED'),
  ('carrierClaim', 'cancel', 'UNDER_CONSIDERATION', 'CANCELED'),
  ('carrierClaim', 'cancel', 'SPECIFIED', 'CANCELED'),
  ('carrierClaim', 'cancel', 'CHANGED', 'CANCELED');

insert into event_metas (name, severity, caption_ru, caption_en) values
  ('CSORIS_MADE', 'INFORMATION', 'Сформированы результаты вывоза за {{date}}: {{count}}',
    'Collection results of {{date}} made: {{count}}'),
  ('CSORI_CHANGED', 'INFORMATION', 'Результат за {{date}}, {{address}} согласован с изменениями: {{party}}',
    'Result of {{date}}, {{address}} approved with changes by {{party}}'),
  ('CSORI_CORRECTED', 'INFORMATION', 'Результат за {{date}}, {{address}} скорректирован: {{party}}',
    'Result of {{date}}, {{address}} corrected by {{party}}'),
  ('CSORI_CONFIRMED', 'INFORMATION', 'Результат за {{date}}, {{address}} согласован автоматически по сроку',
    'Result of {{date}}, {{address}} approved by its control date'),
  ('CLAIM_SUBMITTED', 'WARNING', 'Подана претензия {{number}}: {{address}}, {{date}}',
    'Claim {{number}} submitted: {{address}}, {{date}}'),
  ('CLAIM_SPECIFIED', 'WARNING', 'По претензии {{number}} запрошено уточнение: {{party}}',
    '{{party}} asks for details of claim {{number}}'),
  ('CLAIM_CHANGED', 'INFORMATION', 'Претензия {{number}} уточнена: {{party}}', 'Claim {{number}} changed by {{party}}'),
  ('CLAIM_APPROVED', 'INFORMATION', 'Претензия {{number}} принята: {{party}}', 'Claim {{number}} approved by {{party}}'),
  ('CLAIM_DISCARDED', 'WARNING', 'Претензия {{number}} отклонена: {{party}}', 'Claim {{number}} discarded by {{party}}'),
  ('CLAIM_OPENED', 'WARNING', 'Отклонение претензии {{number}} обжаловано: {{party}}',
    '{{party}} appeals against the refusal of claim {{number}}'),
  ('CLAIM_CANCELED', 'INFORMATION', 'Претензия {{number}} отозвана: {{party}}', 'Claim {{number}} withdrawn by {{party}}'),
  ('CLAIM_UNANSWERED', 'WARNING', 'Срок рассмотрения претензии {{number}} истёк', 'No answer to claim {{number}} in time');

-- What becomes of a claim that nobody answers in time: APPROVE, DISCARD or NONE.
insert into app_properties (name, value, type) values ('claim.silence', 'APPROVE', 'String');

-- The queue of the hourly work on results and claims.
select pgboss.create_queue('agree-results', '{"policy": "standard"}');
