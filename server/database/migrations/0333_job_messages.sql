-- Whoever watches a list of jobs is told when one changes its state, and of every twentieth part of its work.

create function tell_job() returns trigger language plpgsql as $$
begin
  insert into live_messages (broadcast, index, dto, reference, batch)
  values ('job', new.instance_id::text, jsonb_build_object('id', new.id, 'version', new.version), true, false);
  return null;
end $$;

create trigger tell_new_job after insert on jobs for each row execute function tell_job();
create trigger tell_job after update of state, progress on jobs for each row
  when (old.state <> new.state or floor(old.progress * 20) <> floor(new.progress * 20))
  execute function tell_job();
