-- Agreement policies: what the two parties of a contract agree on ---------------------------------------------

create table contract_policies (
  id uuid primary key default gen_random_uuid(),
  instance_id uuid not null references instances (id),
  contract_id uuid not null,
  name text not null,
  terms text,
  effective_date date not null,
  expiration_date date,
  -- Days in which a result of collection is to be answered, and the difference that passes without a claim.
  consideration_days smallint not null check (consideration_days between 1 and 30),
  tolerance percent not null default 0,
  -- Days in which the other side answers once the policy was sent, and the last of them.
  reply_days smallint not null default 5 check (reply_days between 1 and 30),
  reply_date date,
  status text not null default 'STATUS_NOT_SET',
  send_time timestamptz,
  decision_time timestamptz,
  -- Name of the instance that decided; its people are its own affair.
  decided_by text,
  reject_reason text,
  -- When the other side had let the time go by.
  lapse_time timestamptz,
  version integer not null default 1,
  change_time timestamptz not null default now(),
  unique (instance_id, id),
  foreign key (instance_id, contract_id) references contracts (instance_id, id),
  check (effective_date <= expiration_date),
  check ((status = 'PROCEEDED') <= (reply_date is not null)),
  check ((status in ('ACCEPTED', 'REJECTED')) <= (decision_time is not null)),
  check ((status = 'REJECTED') <= (reject_reason is not null)),
  -- What is agreed, or on its way to be, holds alone on each day.
  constraint contract_policies_period exclude using gist (
    contract_id with =, daterange(effective_date, expiration_date, '[]') with &&
  ) where (status in ('ACCEPTED', 'PROCEEDED'))
);
create index contract_policies_contract on contract_policies (contract_id, id);
create index contract_policies_due on contract_policies (status, reply_date, expiration_date);

insert into transitions (entity, action, from_status, to_status) values
  ('contractPolicy', 'send', 'STATUS_NOT_SET', 'PROCEEDED'),
  ('contractPolicy', 'send', 'REJECTED', 'PROCEEDED'),
  ('contractPolicy', 'accept', 'PROCEEDED', 'ACCEPTED'),
  ('contractPolicy', 'reject', 'PROCEEDED', 'REJECTED');

insert into event_metas (name, severity, caption_ru, caption_en) values
  ('POLICY_SENT', 'INFORMATION', 'Политика «{{name}}» отправлена на согласование, ответ до {{date}}',
    'Policy “{{name}}” sent for agreement, answer due by {{date}}'),
  ('POLICY_ACCEPTED', 'INFORMATION', 'Политика «{{name}}» согласована: {{party}}', 'Policy “{{name}}” accepted by {{party}}'),
  ('POLICY_REJECTED', 'WARNING', 'Политика «{{name}}» отклонена: {{party}}', 'Policy “{{name}}” rejected by {{party}}'),
  ('POLICY_LAPSED', 'WARNING', 'Срок ответа по политике «{{name}}» истёк', 'No answer to policy “{{name}}” in time'),
  ('POLICY_EXPIRED', 'INFORMATION', 'Срок действия политики «{{name}}» истёк', 'Policy “{{name}}” expired');

-- The queue of the nightly work on policies whose time went by.
select pgboss.create_queue('lapse-policies', '{"policy": "standard"}');
