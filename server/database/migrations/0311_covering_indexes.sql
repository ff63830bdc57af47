-- A page is looked for along the index of its order. Where few rows pass the filter, or those that pass lie together, the
-- way is long: each index holds what the usual filters look at, so that no row has to be read on the way.

drop index contracts_change_time, contracts_number, contracts_name, contracts_effective_date,
  contracts_expiration_date, contracts_expiration_date_down, contracts_type_order, contracts_status_order,
  contracts_segment, contracts_customer, contracts_supplier;
create index contracts_change_time on contracts (instance_id, change_time, id)
  include (type, status, segment, auto_renewal, customer_id, supplier_id, effective_date, expiration_date);
create index contracts_number on contracts (instance_id, number, id)
  include (type, status, segment, auto_renewal, customer_id, supplier_id, effective_date, expiration_date);
create index contracts_name on contracts (instance_id, name, id)
  include (type, status, segment, auto_renewal, customer_id, supplier_id, effective_date, expiration_date);
create index contracts_effective_date on contracts (instance_id, effective_date, id)
  include (type, status, segment, auto_renewal, customer_id, supplier_id, expiration_date);
create index contracts_expiration_date on contracts (instance_id, expiration_date, id)
  include (type, status, segment, auto_renewal, customer_id, supplier_id, effective_date);
create index contracts_expiration_date_down on contracts (instance_id, expiration_date desc nulls last, id desc)
  include (type, status, segment, auto_renewal, customer_id, supplier_id, effective_date);
create index contracts_type_order on contracts (instance_id, type, id)
  include (status, segment, auto_renewal, customer_id, supplier_id, effective_date, expiration_date);
create index contracts_status_order on contracts (instance_id, status, id)
  include (type, segment, auto_renewal, customer_id, supplier_id, effective_date, expiration_date);
create index contracts_segment on contracts (instance_id, segment, id)
  include (type, status, auto_renewal, customer_id, supplier_id, effective_date, expiration_date);
create index contracts_customer on contracts (instance_id, customer_id, change_time, id)
  include (type, status, segment, auto_renewal, supplier_id, effective_date, expiration_date);
create index contracts_supplier on contracts (instance_id, supplier_id, change_time, id)
  include (type, status, segment, auto_renewal, customer_id, effective_date, expiration_date);

drop index vehicles_reg_number_order, vehicles_garage_number, vehicles_garage_number_down, vehicles_model,
  vehicles_type, vehicles_group, vehicles_accounting_policy;
create index vehicles_reg_number_order on vehicles (instance_id, reg_number, id)
  include (status, vehicle_group, type, owner_customer_id, garage_number);
create index vehicles_garage_number on vehicles (instance_id, garage_number, id)
  include (status, vehicle_group, type, owner_customer_id);
create index vehicles_garage_number_down on vehicles (instance_id, garage_number desc nulls last, id desc)
  include (status, vehicle_group, type, owner_customer_id);
create index vehicles_model on vehicles (instance_id, model, id)
  include (status, vehicle_group, type, owner_customer_id, garage_number);
create index vehicles_type on vehicles (instance_id, type, id)
  include (status, vehicle_group, owner_customer_id, garage_number);
create index vehicles_group on vehicles (instance_id, vehicle_group, id)
  include (status, type, owner_customer_id, garage_number);
create index vehicles_accounting_policy on vehicles (instance_id, accounting_policy, id)
  include (status, vehicle_group, type, owner_customer_id, garage_number);

drop index weighings_time, weighings_net;
create index weighings_time on weighings (instance_id, weigh_time, id)
  include (visit_point_id, action, garbage_type, vehicle_id);
create index weighings_net on weighings (instance_id, net, id)
  include (visit_point_id, action, garbage_type, vehicle_id, weigh_time);
