-- An administration reads the logs of all instances in the order of time, and an export walks along it.
create index audit_log_time on audit_log (audit_time, id);
create index events_time_all on events (event_time, id);
