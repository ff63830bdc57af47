/** What a weighing does to coupons: it takes the one that lets the vehicle in, or makes one where a contract says so. */
import { sql } from 'kysely';
import type { Account } from '../../access/accounts.ts';
import type { ScopedDb } from '../../access/scope.ts';
import { Problem } from '../../core/problems.ts';
import type { OwnRow } from '../../records/rows.ts';
import { audit } from '../../records/saving.ts';

/** Ties a new weighing to its coupon, if there is one; throws when the coupon does not let so much through. */
export async function redeem(trx: ScopedDb, account: Account, weighing: OwnRow): Promise<void> {
  const couponId =
    (await takeIssued(trx, account, weighing)) ?? (await makeAutomatic(trx, account, weighing));
  if (!couponId) return;
  await trx.updateTable('weighings').set({ coupon_id: couponId }).where('id', '=', weighing.id).execute();
}

const dayOf = (account: Account, { weigh_time }: OwnRow) =>
  sql<string>`(${weigh_time}::timestamptz at time zone ${account.instance.timeZone})::date`;

async function takeIssued(trx: ScopedDb, account: Account, weighing: OwnRow): Promise<string | undefined> {
  const day = dayOf(account, weighing);
  const before = await trx
    .selectFrom('coupons')
    .selectAll()
    .where('vehicle_id', '=', String(weighing['vehicle_id']))
    .where('visit_point_id', '=', String(weighing['visit_point_id']))
    .where('status', '=', 'ISSUED')
    .where('begin_date', '<=', day)
    .where('end_date', '>=', day)
    .where((eb) =>
      eb.or([eb('garbage_type', 'is', null), eb('garbage_type', '=', String(weighing['garbage_type']))]),
    )
    .orderBy('end_date')
    .orderBy('id')
    .limit(1)
    .forUpdate()
    .executeTakeFirst();
  if (!before) return undefined;
  const mass = await massOf(trx, before.id);
  const whole = mass + Number(weighing['net']);
  if (before.mass_limit !== null && whole > before.mass_limit) {
    const values = { number: before.number, rest: before.mass_limit - mass };
    throw new Problem(409, 'couponLimit', { values });
  }
  // A coupon for many visits stays issued until its days, or its mass, are over.
  const over = before.type === 'SINGLE' || (before.mass_limit !== null && whole === before.mass_limit);
  const after = await trx
    .updateTable('coupons')
    .set({
      ...(over && { status: 'USED' as const }),
      used_time: sql<Date>`${weighing['weigh_time']}::timestamptz`,
      version: before.version + 1,
      change_time: sql<Date>`now()`,
    })
    .where('id', '=', before.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await audit(trx, account, { entity: 'coupon', action: 'redeem', before, after });
  return after.id;
}

async function massOf(trx: ScopedDb, couponId: string): Promise<number> {
  const { mass } = await trx
    .selectFrom('weighings')
    .select(sql<number>`coalesce(sum(net), 0)::double precision`.as('mass'))
    .where('coupon_id', '=', couponId)
    .executeTakeFirstOrThrow();
  return mass;
}

/** Contracts whose coupons are made by themselves name the types (`automatic_coupons`). */
async function makeAutomatic(trx: ScopedDb, account: Account, weighing: OwnRow): Promise<string | undefined> {
  const day = dayOf(account, weighing);
  const contract = await trx
    .selectFrom('contracts as k')
    .innerJoin('contract_vehicles as c', 'c.contract_id', 'k.id')
    .select(['k.id', 'k.supplier_id', 'k.automatic_coupons'])
    .where('c.vehicle_id', '=', String(weighing['vehicle_id']))
    .where('k.status', '=', 'ACTIVE')
    .where(sql<boolean>`cardinality(k.automatic_coupons) > 0`)
    .where('c.begin_date', '<=', day)
    .where((eb) => eb.or([eb('c.end_date', 'is', null), eb('c.end_date', '>=', day)]))
    .orderBy('k.id')
    .limit(1)
    .executeTakeFirst();
  const type = contract?.automatic_coupons[0];
  if (!contract || !type) return undefined;
  const after = await trx
    .insertInto('coupons')
    .values({
      instance_id: weighing.instance_id,
      number: `А-${weighing.id.slice(0, 8).toUpperCase()}`,
      type,
      status: 'USED',
      processing_type: 'AUTOMATIC',
      visit_point_id: String(weighing['visit_point_id']),
      vehicle_id: String(weighing['vehicle_id']),
      contract_id: contract.id,
      carrier_customer_id: contract.supplier_id,
      garbage_type: String(weighing['garbage_type']),
      begin_date: day,
      end_date: day,
      used_time: sql<Date>`${weighing['weigh_time']}::timestamptz`,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await audit(trx, account, { entity: 'coupon', action: 'create', after });
  return after.id;
}
