-- The queue of the nightly work that makes the task items of the next day.
select pgboss.create_queue('make-task-items', '{"policy": "standard"}');
