-- The live channel -----------------------------------------------------------------------------------------
-- A message is written in the transaction of the change and numbered as that transaction commits: what is
-- numbered is visible, and nothing becomes visible before an earlier message of its index.

create table live_sequences (
  broadcast text not null,
  index text not null,
  sequence bigint not null,
  change_time timestamptz not null,
  primary key (broadcast, index)
);

create table live_messages (
  id bigint generated always as identity primary key,
  broadcast text not null,
  index text not null,
  sequence bigint,
  dto jsonb not null,
  reference boolean not null,
  batch boolean not null,
  create_time timestamptz not null default clock_timestamp()
);
create unique index live_messages_sequence on live_messages (broadcast, index, sequence);
create index live_messages_unnumbered on live_messages (broadcast, index, id) where sequence is null;
create index live_messages_create_time on live_messages (create_time);

-- The first message of a transaction numbers all of them in one order, so that two transactions cannot wait for
-- each other; messages without a number are never those of others.
create function live_number() returns trigger language plpgsql as $$
declare
  message record;
  number bigint;
begin
  for message in
    select id, broadcast, index from live_messages where sequence is null order by broadcast, index, id
  loop
    insert into live_sequences as s (broadcast, index, sequence, change_time)
    values (message.broadcast, message.index, 1, clock_timestamp())
    on conflict on constraint live_sequences_pkey
      do update set sequence = s.sequence + 1, change_time = clock_timestamp()
    returning s.sequence into number;
    update live_messages set sequence = number, create_time = clock_timestamp() where id = message.id;
    perform pg_notify('live', message.broadcast || ':' || message.index);
  end loop;
  return null;
end $$;

create constraint trigger live_number after insert on live_messages
  deferrable initially deferred for each row execute function live_number();

-- Whoever may see more or less than before, is looked at again by every server --------------------------------

create function access_changed() returns trigger language plpgsql as $$
declare
  changed text;
begin
  for changed in
    select distinct value ->> tg_argv[0] from unnest(array[
      case when tg_op <> 'INSERT' then to_jsonb(old) end, case when tg_op <> 'DELETE' then to_jsonb(new) end
    ]) value where value is not null
  loop
    if tg_argv[0] = 'role_id' then
      perform pg_notify('access', account_id::text) from account_roles where role_id = changed::uuid;
    else
      perform pg_notify('access', changed);
    end if;
  end loop;
  return null;
end $$;

create trigger access_changed after update of enabled, instance_id on accounts
  for each row execute function access_changed('id');
create trigger access_ended after delete on accounts
  for each row execute function access_changed('id');
create trigger access_changed after insert or update or delete on account_roles
  for each row execute function access_changed('account_id');
create trigger access_changed after insert or update or delete on role_permissions
  for each row execute function access_changed('role_id');
create trigger access_changed after delete on sessions
  for each row execute function access_changed('account_id');
