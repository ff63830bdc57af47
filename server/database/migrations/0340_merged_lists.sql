-- Where rows of some value lie unevenly in an order, the way along all rows in that order leads past most of the others:
-- names of contracts begin alike within a type, and the owner of an instance is the customer under some types, the supplier
-- under others. Each value has its rows in order here; a page is read of the values asked for (server/records/mergedPage.ts).
-- Every index costs each insert an entry more, and each change of what it holds: beside the keys and the search of a contract,
-- which an insert mostly waits for, that is little, and contracts are read far more often than written.

create index contracts_type_name on contracts (instance_id, type, name, id)
  include (status, segment, auto_renewal, customer_id, supplier_id, effective_date, expiration_date);
create index contracts_customer_name on contracts (instance_id, customer_id, name, id)
  include (type, status, segment, auto_renewal, supplier_id, effective_date, expiration_date);
create index contracts_supplier_name on contracts (instance_id, supplier_id, name, id)
  include (type, status, segment, auto_renewal, customer_id, effective_date, expiration_date);

-- A party under the types one after the other, and types that it has no contracts of.
create index contracts_customer_type on contracts (instance_id, customer_id, type, id)
  include (status, segment, auto_renewal, supplier_id, effective_date, expiration_date);
create index contracts_supplier_type on contracts (instance_id, supplier_id, type, id)
  include (status, segment, auto_renewal, customer_id, effective_date, expiration_date);
