-- concurrently
create index concurrently weighings_status on weighings (instance_id, status, weigh_time, id);
