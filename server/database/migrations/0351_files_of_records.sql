-- A file belongs to the instance of its record, also where an administration adds it to another's.
alter table file_variants
  drop constraint file_variants_instance_id_file_id_fkey,
  add foreign key (instance_id, file_id) references files (instance_id, id) on update cascade on delete cascade;
alter table file_chunks
  drop constraint file_chunks_instance_id_file_id_fkey,
  add foreign key (instance_id, file_id) references files (instance_id, id) on update cascade on delete cascade;

create function count_moved_file() returns trigger language plpgsql as $$
begin
  update file_usage set bytes = bytes - old.size where instance_id = old.instance_id;
  insert into file_usage as u (instance_id, bytes) values (new.instance_id, new.size)
    on conflict (instance_id) do update set bytes = u.bytes + new.size;
  return new;
end $$;
create trigger count_moved_file after update of instance_id on files
  for each row when (old.instance_id <> new.instance_id) execute function count_moved_file();

-- A photo takes its file along in the change that makes it.
alter table vehicle_photos alter constraint vehicle_photos_instance_id_file_id_fkey deferrable initially deferred;
