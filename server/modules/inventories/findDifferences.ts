/** Compares what was found at the stands of an inventory with what is on record. */
import { sql } from 'kysely';
import type { Db } from '../../database/connection.ts';
import { todayOf } from '../../records/today.ts';

/** Metres within which a found place matches the recorded one: a phone's position is no more accurate. */
const NEAR = 30;

/** Containers on record at checked stands (`c`), by type. */
export const EXPECTED = sql`select c.id, k.container_type, count(*)::integer as count
  from checked c
  join evacuation_points e on e.stand_id = c.stand_id and e.instance_id = c.instance_id
  join containers k on k.evacuation_point_id = e.id and k.instance_id = e.instance_id
  where k.begin_date <= ${todayOf(sql.ref('c.instance_id'))}
    and (k.end_date is null or k.end_date >= ${todayOf(sql.ref('c.instance_id'))})
  group by 1, 2`;

/**
 * Inserts a row for each difference of a completed inventory and returns how many there are: different numbers of
 * containers, types only found or only on record, a place more than 30 metres away. Two statements, however many stands
 * there are.
 */
export async function findDifferences(trx: Db, inventoryId: string): Promise<number> {
  const checked = sql`checked as (select * from inventory_stands
    where inventory_id = ${inventoryId} and state = 'CHECKED')`;
  const counts = await sql`with ${checked}, expected as (${EXPECTED}),
    found as (select c.id, f.container_type, f.count from checked c
      join inventory_containers f on f.inventory_stand_id = c.id and f.instance_id = c.instance_id),
    both_sides as (select coalesce(e.id, f.id) as id, coalesce(e.container_type, f.container_type) as container_type,
        coalesce(e.count, 0) as expected, coalesce(f.count, 0) as found
      from expected e full join found f on f.id = e.id and f.container_type = e.container_type)
    insert into inventory_differences (instance_id, inventory_id, inventory_stand_id, number, kind, container_type,
      expected, found)
    select c.instance_id, c.inventory_id, c.id, c.number,
      case when b.expected = 0 or b.found = 0 then 'TYPE' else 'COUNT' end, b.container_type, b.expected, b.found
    from both_sides b join checked c on c.id = b.id where b.expected <> b.found`.execute(trx);
  const places = await sql`with ${checked}
    insert into inventory_differences (instance_id, inventory_id, inventory_stand_id, number, kind, distance,
      latitude, longitude)
    select c.instance_id, c.inventory_id, c.id, c.number, 'PLACE', away.metres, c.latitude, c.longitude
    from checked c join visit_points p on p.id = c.stand_id and p.instance_id = c.instance_id
    cross join lateral (select round(metres_between(p.latitude, p.longitude, c.latitude, c.longitude))::integer
      as metres) away
    where c.latitude is not null and away.metres > ${NEAR}`.execute(trx);
  return Number(counts.numAffectedRows ?? 0) + Number(places.numAffectedRows ?? 0);
}
