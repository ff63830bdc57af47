-- What the export of a long list has read so far; a try after a crash goes on behind it.
create table job_pieces (
  instance_id uuid not null references instances (id),
  job_id uuid not null,
  piece integer not null,
  rows jsonb not null,
  primary key (instance_id, job_id, piece),
  foreign key (instance_id, job_id) references jobs (instance_id, id) on delete cascade
);
create index jobs_end on jobs (end_time);

select pgboss.create_queue('clean-jobs', '{"policy": "standard"}');
