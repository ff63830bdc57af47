-- concurrently
create index concurrently jobs_rank on jobs (lane, rank) where start_time is not null;
create index concurrently jobs_waiting on jobs (instance_id, lane, rank) where state = 'QUEUED';
create index concurrently jobs_running on jobs (lane, instance_id) where state = 'RUNNING';
create index concurrently locations_path on locations using gin (path);
