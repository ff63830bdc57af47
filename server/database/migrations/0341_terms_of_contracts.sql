-- Contracts begin, end and are renewed by the clock.
select pgboss.create_queue('follow-terms', '{"policy": "standard"}');

insert into event_metas (name, severity, caption_ru, caption_en) values
  ('CONTRACT_BEGUN', 'INFORMATION', 'Договор {{number}} вступил в силу', 'Contract {{number}} has come into force'),
  ('CONTRACT_EXPIRED', 'WARNING', 'Срок договора {{number}} истёк', 'Contract {{number}} has expired'),
  ('CONTRACT_RENEWED', 'INFORMATION', 'Договор {{number}} продлён на новый срок', 'Contract {{number}} has been renewed');
