-- A message of a party outside of a step of a claim --------------------------------------------------------------

insert into event_metas (name, severity, caption_ru, caption_en) values
  ('CLAIM_MESSAGE', 'INFORMATION', 'Сообщение по претензии {{number}}: {{party}}', '{{party}} wrote about claim {{number}}');
