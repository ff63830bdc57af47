-- concurrently
create index concurrently csoris_carrier_control on csoris (instance_id, carrier_id, control_date, id);
-- Open results are few, and looked for by everything at once: no row is read to find them.
create index concurrently csoris_open_lists on csoris (instance_id, carrier_id, status, csori_date, id)
  include (control_date, customer_id, address) where status <> 'APPROVED';
drop index concurrently if exists csoris_open;
