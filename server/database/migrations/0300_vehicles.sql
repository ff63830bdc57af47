-- A vehicle that is removed stays with its shifts, weighings and passes; its plate can be registered again.
alter table vehicles
  add column status text not null default 'ACTIVE' check (status in ('ACTIVE', 'REMOVED')),
  drop constraint vehicles_instance_id_reg_number_key;
create unique index vehicles_reg_number on vehicles (instance_id, reg_number) where status = 'ACTIVE';
insert into transitions (entity, action, from_status, to_status) values
  ('vehicle', 'delete', 'ACTIVE', 'REMOVED');

-- The empty values of a column are last in both directions.
drop index vehicles_garage_number, vehicles_model, vehicles_type, vehicles_group, vehicles_accounting_policy;
create index vehicles_reg_number_order on vehicles (instance_id, reg_number, id);
create index vehicles_garage_number on vehicles (instance_id, garage_number, id);
create index vehicles_garage_number_down on vehicles (instance_id, garage_number desc nulls last, id desc)
 ;
create index vehicles_model on vehicles (instance_id, model, id);
create index vehicles_type on vehicles (instance_id, type, id);
create index vehicles_group on vehicles (instance_id, vehicle_group, id);
create index vehicles_accounting_policy on vehicles (instance_id, accounting_policy, id);

create index contract_vehicles_vehicle_contract on contract_vehicles (vehicle_id, contract_id);

-- Where a terminal was last heard, in words, as its service tells it.
alter table terminals add column location_address text;
create index terminals_search on terminals using gin (device_id gin_trgm_ops);
create index vehicle_terminals_order on vehicle_terminals (vehicle_id, begin_time desc);
create index vehicle_polygon_tickets_vehicle on vehicle_polygon_tickets (vehicle_id, begin_date, id);

-- What a photo shows goes with the photo.
create function remove_photo_file() returns trigger language plpgsql as $$
begin
  delete from files where instance_id = old.instance_id and id = old.file_id;
  return null;
end $$;
create trigger vehicle_photos_file after delete on vehicle_photos
  for each row execute function remove_photo_file();
