-- Until when an account has put its preview of events away -------------------------------------------------------

alter table accounts add column event_clear_time timestamptz;

-- Settings of maps; without a key maps say so.
insert into app_properties (name, value, type) values
  ('map.key', null, 'String'),
  ('map.center', '55.75222, 37.61556', 'CUSTOM'),
  ('map.pickedMark', null, 'CUSTOM');
