-- Views for reports of claims, and of what inventories found -----------------------------------------------------

create view report.claims with (security_barrier) as
  select q.instance_id, q.id, q.number, q.claim_date, q.csori_date as result_date, q.control_date, q.status, q.reason,
    q.input, q.appealed, q.csori_id as result_id, r.status as result_status, r.contract_id, k.number as contract,
    q.carrier_id, case when c.kind <> 'PERSON' or (select personal from report.asker) then c.short_name end as carrier,
    q.customer_id, case when o.kind <> 'PERSON' or (select personal from report.asker) then o.short_name end as customer,
    q.stand_id, s.number as stand, q.address, l.code as location_code, l.name as location,
    q.container_type as container_code, t.name as container, q.container_action as action,
    r.garbage_type as garbage_code, g.name as garbage, q.price::numeric as price,
    q.ordered_count, q.ordered_volume::numeric as ordered_volume, round(q.ordered_volume * q.price, 2) as ordered_sum,
    q.billed_count, q.billed_volume::numeric as billed_volume, round(q.billed_volume * q.price, 2) as billed_sum,
    q.expected_count, q.expected_volume::numeric as expected_volume, round(q.expected_volume * q.price, 2) as expected_sum,
    q.approved_count, q.approved_volume::numeric as approved_volume, round(q.approved_volume * q.price, 2) as approved_sum,
    case when (select personal from report.asker) then q.author end as author,
    case when (select personal from report.asker) then q.responsible end as responsible
  from public.carrier_claims q
    join public.csoris r on r.id = q.csori_id
    join public.stands s on s.id = q.stand_id
    join public.visit_points p on p.id = q.stand_id
    left join public.locations l on l.id = p.location_id
    left join public.contracts k on k.id = r.contract_id
    left join public.customers c on c.id = q.carrier_id
    left join public.customers o on o.id = q.customer_id
    left join public.container_types t on t.instance_id = q.instance_id and t.code = q.container_type
    left join public.garbage_types g on g.instance_id = r.instance_id and g.code = r.garbage_type
  where q.instance_id = any ((select instances from report.asker)::uuid[])
    and (q.instance_id <> (select home from report.asker) or (select districts from report.asker) is null
      or p.location_id is null or p.location_id = any ((select districts from report.asker)::uuid[]));

-- What was on record follows from what was counted and how that differed: accepted differences change the stand.
create view report.inventory_stands with (security_barrier) as
  select n.instance_id, n.id, n.inventory_id, v.name as inventory, v.status as inventory_status, v.begin_date, v.end_date,
    v.complete_time::date as complete_date, n.stand_id, n.number as stand, p.address, l.code as location_code,
    l.name as location, n.state, n.skip_reason, n.condition, n.check_time, n.check_time::date as check_date,
    case when (select personal from report.asker) then
      (select concat_ws(' ', a.last_name, a.first_name, a.middle_name) from public.accounts a where a.id = n.checked_by)
    end as inspector,
    case when n.state = 'CHECKED' and v.status = 'COMPLETED' then (select coalesce(sum(f.count), 0)::integer
        from public.inventory_containers f where f.inventory_stand_id = n.id)
      - (select coalesce(sum(d.found - d.expected), 0)::integer
        from public.inventory_differences d where d.inventory_stand_id = n.id) end as expected_count,
    case when n.state = 'CHECKED' then (select coalesce(sum(f.count), 0)::integer
      from public.inventory_containers f where f.inventory_stand_id = n.id) end as counted_count,
    case when n.state = 'CHECKED' then (select coalesce(sum(f.broken), 0)::integer
      from public.inventory_containers f where f.inventory_stand_id = n.id) end as broken_count,
    case when n.state = 'CHECKED' and v.status = 'COMPLETED' then (select count(*)::integer
      from public.inventory_differences d where d.inventory_stand_id = n.id) end as differences
  from public.inventory_stands n
    join public.inventories v on v.id = n.inventory_id
    join public.visit_points p on p.id = n.stand_id
    left join public.locations l on l.id = p.location_id
  where n.instance_id = any ((select instances from report.asker)::uuid[])
    and (n.instance_id <> (select home from report.asker) or (select districts from report.asker) is null
      or p.location_id is null or p.location_id = any ((select districts from report.asker)::uuid[]));

create view report.inventory_differences with (security_barrier) as
  select d.instance_id, d.id, d.inventory_id, v.name as inventory, v.complete_time::date as complete_date,
    d.inventory_stand_id, n.stand_id, n.number as stand, p.address, l.code as location_code, l.name as location,
    d.kind, d.container_type as container_code, t.name as container, t.volume::numeric as container_volume,
    d.expected as expected_count, d.found as counted_count, d.found - d.expected as difference, d.distance, n.condition,
    d.status as decision, d.reason as decision_reason, d.decision_time, d.decision_time::date as decision_date,
    case when (select personal from report.asker) then d.decided_by end as decided_by,
    n.check_time, n.check_time::date as check_date,
    case when (select personal from report.asker) then
      (select concat_ws(' ', a.last_name, a.first_name, a.middle_name) from public.accounts a where a.id = n.checked_by)
    end as inspector
  from public.inventory_differences d
    join public.inventory_stands n on n.id = d.inventory_stand_id
    join public.inventories v on v.id = d.inventory_id
    join public.visit_points p on p.id = n.stand_id
    left join public.locations l on l.id = p.location_id
    left join public.container_types t on t.instance_id = d.instance_id and t.code = d.container_type
  where d.instance_id = any ((select instances from report.asker)::uuid[])
    and (d.instance_id <> (select home from report.asker) or (select districts from report.asker) is null
      or p.location_id is null or p.location_id = any ((select districts from report.asker)::uuid[]));
