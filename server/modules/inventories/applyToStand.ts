/** Applies a difference found by an inventory to the stand; its history names the inventory as the reason. */
import { sql } from 'kysely';
import type { Account } from '../../access/accounts.ts';
import type { ScopedTransaction } from '../../access/scope.ts';
import { notFound, Problem } from '../../core/problems.ts';
import type { OwnRow } from '../../records/rows.ts';
import { audit } from '../../records/saving.ts';
import { todayOf } from '../../records/today.ts';
import { CONTAINERS } from '../stands/shown.ts';

interface Finding {
  standId: string;
  /** A row of `inventory_differences`. */
  difference: OwnRow;
  /** Name of the inventory. */
  inventory: string;
}

/** Applies the difference. Throws 409 where the stand was changed since the inventory: the comparison is outdated. */
export async function applyToStand(
  trx: ScopedTransaction,
  account: Account,
  { standId, difference, inventory }: Finding,
): Promise<void> {
  const stand = await trx
    .selectFrom('stands as t')
    .selectAll('t')
    .select(sql<string>`${todayOf(sql.ref('t.instance_id'))}`.as('today'))
    .where('t.id', '=', standId)
    .forUpdate()
    .executeTakeFirst();
  if (!stand) throw notFound();
  const { today } = stand;
  const before = await toldStand(trx, standId);
  if (difference['kind'] === 'PLACE') await move(trx, account, standId, difference);
  else await count(trx, { id: standId, number: stand.number, today }, difference);
  await trx
    .updateTable('stands')
    .set({
      version: stand.version + 1,
      change_time: sql<Date>`now()`,
      change_reason: `Инвентаризация «${inventory}»`,
    })
    .where('id', '=', standId)
    .execute();
  await audit(trx, account, {
    entity: 'stand',
    action: 'inventory',
    before,
    after: await toldStand(trx, standId),
  });
}

/** Returns the stand with values of other tables, as snapshots for the audit log contain them. */
async function toldStand(trx: ScopedTransaction, id: string): Promise<OwnRow> {
  const row = await trx
    .selectFrom('stands as t')
    .innerJoin('visit_points as p', 'p.id', 't.id')
    .selectAll('t')
    .select(['p.latitude', 'p.longitude', sql<unknown>`${CONTAINERS}`.as('containers')])
    .where('t.id', '=', id)
    .executeTakeFirstOrThrow();
  return row as unknown as OwnRow;
}

async function move(trx: ScopedTransaction, account: Account, id: string, difference: OwnRow): Promise<void> {
  const place = () => trx.selectFrom('visit_points').selectAll().where('id', '=', id);
  const before = await place().forUpdate().executeTakeFirstOrThrow();
  await trx
    .updateTable('visit_points')
    .set({
      latitude: Number(difference['latitude']),
      longitude: Number(difference['longitude']),
      version: before.version + 1,
      change_time: sql<Date>`now()`,
    })
    .where('id', '=', id)
    .execute();
  const after = await place().executeTakeFirstOrThrow();
  await audit(trx, account, { entity: 'visitPoint', action: 'inventory', before, after });
}

interface Stand {
  id: string;
  number: string;
  today: string;
}

/** Ends or adds containers until their number per type matches the found one. */
async function count(trx: ScopedTransaction, stand: Stand, difference: OwnRow): Promise<void> {
  const type = String(difference['container_type']);
  const found = Number(difference['found']);
  const standing = await trx
    .selectFrom('containers as k')
    .innerJoin('evacuation_points as e', 'e.id', 'k.evacuation_point_id')
    .select(['k.id', 'k.number', 'k.begin_date'])
    .where('e.stand_id', '=', stand.id)
    .where('k.container_type', '=', type)
    .where('k.begin_date', '<=', stand.today)
    .where((eb) => eb.or([eb('k.end_date', 'is', null), eb('k.end_date', '>=', stand.today)]))
    .orderBy('k.number', 'desc')
    .execute();
  if (standing.length !== Number(difference['expected'])) throw new Problem(409, 'differenceStale');
  for (const { id, begin_date: begin } of standing.slice(0, Math.max(0, standing.length - found)))
    await take(trx, id, begin, stand.today);
  if (found > standing.length) await place(trx, stand, { type, more: found - standing.length, difference });
}

/** Ends a missing container yesterday; deletes one that begins today. */
async function take(trx: ScopedTransaction, id: string, begin: string, today: string): Promise<void> {
  if (begin >= today) {
    await trx.deleteFrom('containers').where('id', '=', id).execute();
    return;
  }
  await trx
    .updateTable('containers')
    .set({
      end_date: sql<string>`${today}::date - 1`,
      version: sql<number>`version + 1`,
      change_time: sql<Date>`now()`,
    })
    .where('id', '=', id)
    .execute();
}

interface More {
  type: string;
  more: number;
  difference: OwnRow;
}

/** Adds containers at the point that has others of the type, else at the point for mixed waste. */
async function place(trx: ScopedTransaction, stand: Stand, { type, more, difference }: More): Promise<void> {
  const point = await trx
    .selectFrom('evacuation_points as e')
    .select('e.id')
    .where('e.stand_id', '=', stand.id)
    .orderBy(
      sql`exists (select from containers k where k.evacuation_point_id = e.id and k.container_type = ${type})`,
      'desc',
    )
    .orderBy(sql`e.garbage_type = 'MSW'`, 'desc')
    .orderBy('e.name')
    .limit(1)
    .executeTakeFirst();
  if (!point) throw new Problem(409, 'standWithoutPoint');
  await trx
    .insertInto('containers')
    .values(
      Array.from({ length: more }, (_, i) => ({
        instance_id: difference.instance_id,
        evacuation_point_id: point.id,
        container_type: type,
        // Numbers are unique; the id of the difference makes this one so.
        number: `${stand.number}/И-${difference.id.slice(0, 8)}-${i + 1}`,
        begin_date: stand.today,
      })),
    )
    .execute();
}
