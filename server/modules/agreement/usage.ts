/** Usage of contract limits by approved results. */
import { sql } from 'kysely';
import type { Db } from '../../database/connection.ts';
import { anyOf } from '../../database/paging.ts';
import { publishRow } from '../../records/publish.ts';
import { consumption } from '../contracts/limits.ts';
import type { CsoriRow } from './move.ts';

/**
 * Adds an approved result to the usage of the limits in force on its day: cubic metres, kilograms by the density of the
 * waste, roubles by the tariff, visits once per stand and day. An already calculated balance is updated with it.
 */
export async function takeFromLimits(trx: Db, row: CsoriRow): Promise<void> {
  const { rows: used } = await sql<{ limit_id: string }>`
    insert into contract_limit_usage as u (instance_id, limit_id, usage_date, amount)
    select l.instance_id, l.id, r.csori_date, a.amount
    from csoris r
    join contract_limits l on l.contract_id = r.contract_id
      and daterange(l.effective_date, l.expiration_date, '[]') @> r.csori_date
    left join garbage_types g on g.instance_id = r.instance_id and g.code = r.garbage_type
    cross join lateral (select case l.type
      when 'VOLUME' then r.approved_volume
      when 'WEIGHT' then round(r.approved_volume * g.density, 3)
      when 'COST' then round(r.approved_volume * r.price, 2)
      when 'VISITS' then (r.approved_count > 0 and not exists (select from csoris o where o.stand_id = r.stand_id
        and o.csori_date = r.csori_date and o.contract_id = r.contract_id and o.id <> r.id and o.approved_count > 0))::int
      end as amount) a
    where r.id = ${row.id} and a.amount > 0
    -- Always in the same order, so that two approvals cannot wait for each other.
    order by l.id
    on conflict (limit_id, usage_date) do update
      set amount = u.amount + excluded.amount, version = u.version + 1, change_time = now()
    returning limit_id`.execute(trx.withoutPlugins());
  if (used.length > 0)
    await moveBalances(
      trx.withoutPlugins(),
      used.map((one) => one.limit_id),
    );
}

/** Leaves the version unchanged: the terms do not change, so a concurrent edit of the limit gets no conflict. */
async function moveBalances(db: Db, ids: readonly string[]): Promise<void> {
  const limits = await db
    .selectFrom('contract_limits as l')
    .innerJoin('instances as i', 'i.id', 'l.instance_id')
    .selectAll('l')
    .select('i.time_zone')
    .where('l.id', '=', anyOf(ids, 'uuid'))
    .where('l.balance', 'is not', null)
    .orderBy('l.id')
    .execute();
  for (const limit of limits) {
    const after = await db
      .updateTable('contract_limits')
      .set({
        balance: sql<number>`value - (${consumption(db, limit, limit.time_zone)})`,
        balance_time: sql<Date>`now()`,
        change_time: sql<Date>`now()`,
      })
      .where('id', '=', limit.id)
      .returningAll()
      .executeTakeFirstOrThrow();
    await publishRow(db, 'contractLimit', after, { id: after.id, version: after.version });
  }
}
