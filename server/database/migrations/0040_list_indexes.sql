-- Every sort and filter of a list has its index: the instance, the column, then what breaks ties or orders
-- by default. Columns that may be empty have them last in both directions, so each direction has its own.

create index contracts_type_order on contracts (instance_id, type, id);
create index contracts_status_order on contracts (instance_id, status, id);
create index contracts_segment on contracts (instance_id, segment, id);
create index contracts_auto_renewal on contracts (instance_id, auto_renewal, change_time, id);
create index contracts_expiration_date_down on contracts (instance_id, expiration_date desc nulls last, id desc);
-- Contracts in the order of their sides start from here.
create index customers_short_name_all on customers (short_name, id);
create index customers_kind on customers (instance_id, kind, short_name, id);
create index customers_vip on customers (instance_id, vip, short_name, id);
create index customers_tin_order on customers (instance_id, tin, id);
create index customers_tin_down on customers (instance_id, tin desc nulls last, id desc);
create index customers_code_down on customers (instance_id, code desc nulls last, id desc);
create index audit_log_record on audit_log (entity, entity_id, id);
