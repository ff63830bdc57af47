/** Claims and inventories that a small demonstration lacks: prices, answers, other counts. */
import { findDifferences } from '../../../server/modules/inventories/findDifferences.ts';
import type { TestServer } from '../support.ts';

/**
 * Every second claim of each operator has a price, every third is approved at what was expected, every fourth is a draft.
 * Of the stands that completed inventories checked, every third has two containers more than were counted, and every fifth
 * lacks a type; every second difference is refused.
 */
export async function disagree({ application, pool }: TestServer): Promise<void> {
  await pool.query(`
    with numbered as (select id, row_number() over (partition by instance_id order by csori_date desc, id) as n
      from carrier_claims where expected_count is not null)
    update carrier_claims q set price = case when n % 2 = 1 then 487.35 end,
      status = case when n % 3 = 1 then 'APPROVED' when n % 4 = 2 then 'NEW' else q.status end,
      approved_count = case when n % 3 = 1 then expected_count when n % 4 = 2 then null else approved_count end,
      approved_volume = case when n % 3 = 1 then expected_volume when n % 4 = 2 then null else approved_volume end,
      shown_to_id = carrier_id, author = 'Сводный И. Р.', responsible = 'Сводный И. Р.'
    from numbered x where x.id = q.id`);
  await pool.query(`
    with numbered as (select f.id, row_number() over (partition by n.inventory_id order by n.number, f.container_type) as nth
      from inventory_containers f join inventory_stands n on n.id = f.inventory_stand_id
      join inventories v on v.id = n.inventory_id where v.status = 'COMPLETED'),
    gone as (delete from inventory_containers f using numbered x where x.id = f.id and x.nth % 5 = 2)
    update inventory_containers f set count = count + 2 from numbered x where x.id = f.id and x.nth % 5 <> 2 and x.nth % 3 = 1`);
  const { rows } = await pool.query<{ id: string }>(`select id from inventories where status = 'COMPLETED'`);
  for (const { id } of rows) {
    await pool.query('delete from inventory_differences where inventory_id = $1', [id]);
    await findDifferences(application.db, id);
  }
  await pool.query(`
    with numbered as (select id, row_number() over (partition by inventory_id order by number, kind, container_type) as n
      from inventory_differences)
    update inventory_differences d set status = 'REFUSED', reason = 'Пересчитано при вывозе', decided_by = 'Обходчиков А. Д.',
      decision_time = now() from numbered x where x.id = d.id and x.n % 2 = 1`);
}
