-- Until when an account has put its preview of events away -------------------------------------------------------

alter table accounts add column event_clear_time timestamptz;
