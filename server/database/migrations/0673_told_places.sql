-- When subscribers were last told of the place of a terminal: a vehicle that sends each second is told of less often.
alter table terminals add column told_time timestamptz;
