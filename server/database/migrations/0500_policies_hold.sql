-- Agreement policies hold ------------------------------------------------------------------------------------

-- What was not sent is its owner's alone (server/access/clauses.ts).
comment on column contract_policies.status is 'draft: STATUS_NOT_SET';

insert into event_metas (name, severity, caption_ru, caption_en) values
  ('POLICY_RECEIVED', 'WARNING', 'Политика «{{name}}» по договору {{number}} ждёт вашего ответа до {{date}}',
    'Policy “{{name}}” of contract {{number}} waits for your answer until {{date}}'),
  ('POLICY_REOPENED', 'WARNING',
    'Политика «{{name}}» снята с согласования: стороны или срок договора {{number}} изменились',
    'Policy “{{name}}” is a draft again: the sides or the term of contract {{number}} have changed');
