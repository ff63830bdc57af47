-- Contracts in the order of their parties: from one party to the next, of each the first rows by its own index.
create index contracts_customer_order on contracts (instance_id, customer_id, id)
  include (type, status, segment, auto_renewal, supplier_id, effective_date, expiration_date, change_time);
create index contracts_supplier_order on contracts (instance_id, supplier_id, id)
  include (type, status, segment, auto_renewal, customer_id, effective_date, expiration_date, change_time);

-- Whoever supplies does so under some types of contracts, and types have their states: lists are expected as long as they are.
create statistics contracts_type_supplier (mcv) on type, supplier_id from contracts;
create statistics contracts_type_status (mcv) on type, status from contracts;
analyze contracts;
