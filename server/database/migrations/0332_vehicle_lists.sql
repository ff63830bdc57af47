-- Vehicles in managed contracts are asked for beside the other filters: their number stands in each index of an order.
-- Groups and types are a part of the fleet that is put in any order: their indexes hold what it is ordered by.

drop index vehicles_reg_number_order, vehicles_garage_number, vehicles_garage_number_down, vehicles_model,
  vehicles_type, vehicles_group, vehicles_accounting_policy;
create index vehicles_reg_number_order on vehicles (instance_id, reg_number, id)
  include (status, vehicle_group, type, owner_customer_id, garage_number, contracts_count);
create index vehicles_garage_number on vehicles (instance_id, garage_number, id)
  include (status, vehicle_group, type, owner_customer_id, contracts_count);
create index vehicles_garage_number_down on vehicles (instance_id, garage_number desc nulls last, id desc)
  include (status, vehicle_group, type, owner_customer_id, contracts_count);
create index vehicles_model on vehicles (instance_id, model, id)
  include (status, vehicle_group, type, owner_customer_id, garage_number, contracts_count);
create index vehicles_type on vehicles (instance_id, type, id)
  include (status, vehicle_group, owner_customer_id, garage_number, contracts_count, reg_number, model,
    accounting_policy);
create index vehicles_group on vehicles (instance_id, vehicle_group, id)
  include (status, type, owner_customer_id, garage_number, contracts_count, reg_number, model,
    accounting_policy);
create index vehicles_accounting_policy on vehicles (instance_id, accounting_policy, id)
  include (status, vehicle_group, type, owner_customer_id, garage_number, contracts_count);

-- The pairs of neighbouring signs of a text, in small letters: an index of them finds what two signs are looked for in.
create function text_pairs(given text) returns text[]
  language sql immutable strict parallel safe
  return array(
    select distinct substr(lower(given), place, 2) from generate_series(1, length(given) - 1) as place
  );
create index vehicles_garage_number_pairs on vehicles using gin (text_pairs(garage_number));
