-- concurrently
create index concurrently csoris_carrier_address on csoris (instance_id, carrier_id, address, id);
-- Totals of a period read no row.
create index concurrently csoris_totals on csoris (instance_id, csori_date) include (carrier_id, customer_id, status,
  container_type, control_date, ordered_count, ordered_volume, billed_count, billed_volume, approved_count,
  approved_volume, price);
create index concurrently csoris_open on csoris (instance_id, control_date, id) where status <> 'APPROVED';
