-- Jobs wait in lanes: each kind of job belongs to one, and a server runs so many jobs of a lane at once. All lanes
-- share one queue; which job of a lane is next is decided by its rank.
alter table jobs add column lane text;
update jobs set lane = case when heavy then 'heavy' else 'light' end;
alter table jobs alter column lane set not null;
drop index jobs_rank;
drop index jobs_waiting;
alter table jobs drop column heavy;

-- A job outlives its owner's account, so that its end is written and its kind can close the record it works on.
alter table jobs
  alter column owner_id drop not null,
  drop constraint jobs_instance_id_owner_id_fkey,
  add foreign key (instance_id, owner_id) references accounts (instance_id, id) on delete set null (owner_id);

select pgboss.create_queue('job', '{"policy": "standard", "deadLetter": "job-dead"}');
delete from pgboss.job where name in ('job-light', 'job-heavy') and state >= 'completed';
update pgboss.job set name = 'job' where name in ('job-light', 'job-heavy');
select pgboss.delete_queue('job-light');
select pgboss.delete_queue('job-heavy');
