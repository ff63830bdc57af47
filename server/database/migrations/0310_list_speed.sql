-- Under how many contracts a vehicle works: a list that finds or shows it must not count ties by the hundred thousand.
alter table vehicles add column contracts_count integer not null default 0;

create function count_contracts(counted uuid[]) returns void language plpgsql as $$
begin
  -- Locked in one order, so that two transactions do not wait for each other; counted after, by what is there then.
  perform from vehicles where id = any (counted) order by id for no key update;
  update vehicles v set contracts_count = fresh.count from (
    select t.id, (select count(distinct k.id) from contract_vehicles c join contracts k on k.id = c.contract_id
      where c.vehicle_id = t.id and k.status <> 'REMOVED') as count
    from vehicles t where t.id = any (counted)
  ) as fresh where fresh.id = v.id and fresh.count <> v.contracts_count;
end $$;

create function contract_vehicles_changed() returns trigger language plpgsql as $$
begin
  perform count_contracts(array(select distinct vehicle_id from changed));
  return null;
end $$;
create function contract_vehicles_moved() returns trigger language plpgsql as $$
begin
  perform count_contracts(array(select vehicle_id from changed union select vehicle_id from before));
  return null;
end $$;
create trigger contract_vehicles_added after insert on contract_vehicles
  referencing new table as changed for each statement execute function contract_vehicles_changed();
create trigger contract_vehicles_removed after delete on contract_vehicles
  referencing old table as changed for each statement execute function contract_vehicles_changed();
create trigger contract_vehicles_moved after update on contract_vehicles
  referencing old table as before new table as changed
  for each statement execute function contract_vehicles_moved();

-- A removed contract counts no more.
create function contract_vehicles_of() returns trigger language plpgsql as $$
begin
  perform count_contracts(array(select distinct vehicle_id from contract_vehicles where contract_id = new.id));
  return null;
end $$;
create trigger contracts_removed after update of status on contracts for each row
  when ((old.status = 'REMOVED') <> (new.status = 'REMOVED')) execute function contract_vehicles_of();

update vehicles v set contracts_count = c.count from (
  select c.vehicle_id, count(distinct k.id) as count from contract_vehicles c
  join contracts k on k.id = c.contract_id where k.status <> 'REMOVED' group by 1
) c where c.vehicle_id = v.id;

create index vehicles_contracts_count on vehicles (instance_id, contracts_count, reg_number, id);
