-- Weighings are corrected and annulled, with a reason; an annulled one is kept and counts nowhere -----------------

alter table weighings
  add column status text not null default 'VALID' check (status in ('VALID', 'CORRECTED', 'ANNULLED')),
  -- Why it was corrected last, or annulled.
  add column reason text,
  add constraint weighings_reason check (status = 'VALID' or reason is not null);

insert into transitions (entity, action, from_status, to_status) values
  ('weighing', 'annul', 'VALID', 'ANNULLED'),
  ('weighing', 'annul', 'CORRECTED', 'ANNULLED');

create or replace view report.weighings with (security_barrier) as
  select w.instance_id, w.id, w.weigh_time, w.weigh_time::date as weigh_date, w.action, w.garbage_type as garbage_code,
    g.name as garbage, p.id as point_id, p.name as point, p.type as point_type, p.address, w.vehicle_id, v.reg_number as vehicle,
    w.carrier_customer_id as carrier_id, case when c.kind <> 'PERSON' or (select personal from report.asker) then c.short_name end as carrier, w.document_type, w.document_number,
    w.gross::numeric as gross, w.tare::numeric as tare, w.net::numeric as net, w.coupon_id
  from public.weighings w
    join public.visit_points p on p.id = w.visit_point_id
    left join public.vehicles v on v.id = w.vehicle_id
    left join public.customers c on c.id = w.carrier_customer_id
    left join public.garbage_types g on g.instance_id = w.instance_id and g.code = w.garbage_type
  where w.status <> 'ANNULLED' and w.instance_id = any ((select instances from report.asker)::uuid[])
    and (w.instance_id <> (select home from report.asker) or (select districts from report.asker) is null
      or p.location_id is null or p.location_id = any ((select districts from report.asker)::uuid[]));
