-- What a contract has made of a visit that the facts do not confirm: also a collection on another day, or a word to staff.

alter table contract_rule_findings drop constraint contract_rule_findings_purpose_check,
  add constraint contract_rule_findings_purpose_check
    check (purpose in ('INCIDENT', 'CLAIM', 'RESCHEDULE', 'NOTIFY')) not valid;

insert into event_metas (name, severity, caption_ru, caption_en) values
  ('VISIT_NOT_CONFIRMED', 'AVERAGE', 'Договор {{number}}: вывоз {{date}} не подтверждён данными, {{address}}',
    'Contract {{number}}: the collection of {{date}} is not confirmed by the data, {{address}}'),
  ('COLLECTION_RESCHEDULED', 'AVERAGE',
    'Договор {{number}}: вывоз {{date}} не подтверждён и перенесён на {{day}}, {{address}}',
    'Contract {{number}}: the collection of {{date}} is not confirmed and is moved to {{day}}, {{address}}'),
  ('COLLECTION_FOLLOWS', 'INFORMATION',
    'Договор {{number}}: вывоз {{date}} не подтверждён, ближайший по плану — {{day}}, {{address}}',
    'Contract {{number}}: the collection of {{date}} is not confirmed, the next planned one is on {{day}}, {{address}}');
