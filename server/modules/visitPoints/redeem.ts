/**
 * Effects of a weighing on coupons: it uses the one that admits the vehicle, or creates one where a contract says so. A
 * corrected or annulled weighing releases what it used.
 */
import { sql } from 'kysely';
import type { Account } from '../../access/accounts.ts';
import type { ScopedDb } from '../../access/scope.ts';
import { Problem } from '../../core/problems.ts';
import type { OwnRow } from '../../records/rows.ts';
import { audit } from '../../records/saving.ts';
import { todayOf } from '../../records/today.ts';

/** Vehicle, place, time and waste of a passage. */
export interface Passage {
  vehicleId: string;
  visitPointId: string;
  time: string;
  garbageType?: string | undefined;
  /** Number of the presented coupon, which is preferred to others. */
  number?: string | undefined;
}

/** Returns the passage of a weighing. */
export const passageOf = (weighing: OwnRow): Passage => ({
  vehicleId: String(weighing['vehicle_id']),
  visitPointId: String(weighing['visit_point_id']),
  time: new Date(weighing['weigh_time'] as string | Date).toISOString(),
  garbageType: String(weighing['garbage_type']),
  number:
    weighing['document_type'] === 'COUPON'
      ? ((weighing['document_number'] as string) ?? undefined)
      : undefined,
});

const dayOf = ({ instance: { timeZone } }: Account, time: string) =>
  sql<string>`(${time}::timestamptz at time zone ${timeZone})::date`;

/** Coupons that admit the vehicle, the one to use first at the top. */
export function couponsFor(db: ScopedDb, account: Account, passage: Passage) {
  const day = dayOf(account, passage.time);
  let coupons = db
    .selectFrom('coupons')
    .selectAll()
    .where('vehicle_id', '=', passage.vehicleId)
    .where('visit_point_id', '=', passage.visitPointId)
    .where('status', '=', 'ISSUED')
    .where('begin_date', '<=', day)
    .where('end_date', '>=', day);
  const { garbageType, number } = passage;
  if (garbageType !== undefined)
    coupons = coupons.where((eb) =>
      eb.or([eb('garbage_type', 'is', null), eb('garbage_type', '=', garbageType)]),
    );
  if (number !== undefined) coupons = coupons.orderBy((eb) => eb('number', '=', number), 'desc');
  return coupons.orderBy('end_date').orderBy('id').limit(1);
}

/** Links a weighing to its coupon, if there is one; throws when the mass exceeds the coupon's limit. */
export async function redeem(trx: ScopedDb, account: Account, weighing: OwnRow): Promise<void> {
  const issued = await couponsFor(trx, account, passageOf(weighing)).forUpdate().executeTakeFirst();
  const coupon = issued ?? (await makeAutomatic(trx, account, weighing));
  if (!coupon) return;
  const unnumbered = weighing['document_type'] === 'COUPON' && !weighing['document_number'];
  await trx
    .updateTable('weighings')
    .set({ coupon_id: coupon.id, ...(unnumbered && { document_number: coupon.number }) })
    .where('id', '=', weighing.id)
    .execute();
  if (issued) await settle(trx, account, { couponId: issued.id, action: 'redeem', weighing });
}

/** Updates the coupons of a corrected weighing. */
export async function redeemAgain(
  trx: ScopedDb,
  account: Account,
  before: OwnRow,
  weighing: OwnRow,
): Promise<void> {
  const couponId = before['coupon_id'] as string | null;
  const moved = await isMoved(trx, account, passageOf(before), passageOf(weighing));
  if (!moved) {
    if (couponId) await settle(trx, account, { couponId, action: 'redeem', weighing });
    return;
  }
  const own = couponId !== null && (await cancelOwn(trx, account, weighing, couponId));
  if (couponId) {
    await trx.updateTable('weighings').set({ coupon_id: null }).where('id', '=', weighing.id).execute();
    // Reissued, it may be the matching one again.
    if (!own)
      await trx
        .updateTable('coupons')
        .set({ status: 'ISSUED' })
        .where('id', '=', couponId)
        .where('status', '=', 'USED')
        .execute();
  }
  await redeem(trx, account, weighing);
  if (couponId && !own) await settle(trx, account, { couponId, action: 'release', weighing });
}

/** Releases the coupon of an annulled weighing. */
export async function release(trx: ScopedDb, account: Account, weighing: OwnRow): Promise<void> {
  const couponId = weighing['coupon_id'] as string | null;
  if (!couponId || (await cancelOwn(trx, account, weighing, couponId))) return;
  await settle(trx, account, { couponId, action: 'release', weighing });
}

/** Whether another coupon may match. */
async function isMoved(trx: ScopedDb, account: Account, old: Passage, now: Passage): Promise<boolean> {
  if (old.vehicleId !== now.vehicleId || old.visitPointId !== now.visitPointId) return true;
  if (old.garbageType !== now.garbageType || old.number !== now.number) return true;
  const { rows } = await sql<{ moved: boolean }>`select
    ${dayOf(account, old.time)} <> ${dayOf(account, now.time)} as moved`.execute(trx);
  return rows[0]!.moved;
}

/** Returns the kilograms weighed with a coupon. */
export async function massOf(db: ScopedDb, couponId: string): Promise<number> {
  const { mass } = await db
    .selectFrom('weighings')
    .select(sql<number>`coalesce(sum(net), 0)::double precision`.as('mass'))
    .where('coupon_id', '=', couponId)
    .where('status', '<>', 'ANNULLED')
    .executeTakeFirstOrThrow();
  return mass;
}

interface Settled {
  couponId: string;
  action: 'redeem' | 'release';
  weighing: OwnRow;
}

const lockCoupon = (trx: ScopedDb, id: string) =>
  trx.selectFrom('coupons').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

/**
 * Updates the coupon's status from its valid weighings: used after one visit or by its mass, else issued while its days
 * last. Throws when they exceed its limit.
 */
async function settle(
  trx: ScopedDb,
  account: Account,
  { couponId, action, weighing }: Settled,
): Promise<void> {
  const before = await lockCoupon(trx, couponId);
  if (before?.status !== 'USED' && before?.status !== 'ISSUED') return;
  const { rows } = await sql<{ mass: number; last: Date | null; over: boolean }>`
    select coalesce(sum(w.net), 0)::double precision as mass, max(w.weigh_time) as last,
      ${before.end_date}::date < ${todayOf(sql`${before.instance_id}::uuid`)} as over
    from weighings w where w.coupon_id = ${couponId} and w.status <> 'ANNULLED'`.execute(trx);
  const { mass, last, over } = rows[0]!;
  const limit = before.mass_limit;
  if (action === 'redeem' && limit !== null && mass > limit) {
    const rest = limit - mass + Number(weighing['net']);
    throw new Problem(409, 'couponLimit', { values: { number: before.number, rest } });
  }
  // A coupon for many visits stays issued until its days are over, or its mass is used.
  const used = last !== null && (before.type === 'SINGLE' || (limit !== null && mass >= limit));
  const status = used ? 'USED' : action === 'release' && over ? 'EXPIRED' : 'ISSUED';
  const after = await trx
    .updateTable('coupons')
    .set({ status, used_time: last, version: before.version + 1, change_time: sql<Date>`now()` })
    .where('id', '=', before.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await audit(trx, account, { entity: 'coupon', action, before, after });
}

const ownNumber = ({ id }: OwnRow): string => `А-${id.slice(0, 8).toUpperCase()}`;

/** Cancels a coupon that was created automatically for the weighing; returns whether it was. */
async function cancelOwn(
  trx: ScopedDb,
  account: Account,
  weighing: OwnRow,
  couponId: string,
): Promise<boolean> {
  const before = await lockCoupon(trx, couponId);
  if (!before?.number.startsWith(ownNumber(weighing))) return false;
  const after = await trx
    .updateTable('coupons')
    .set({ status: 'CANCELED', version: before.version + 1, change_time: sql<Date>`now()` })
    .where('id', '=', couponId)
    .returningAll()
    .executeTakeFirstOrThrow();
  await audit(trx, account, { entity: 'coupon', action: 'cancel', before, after });
  return true;
}

/** Creates a coupon if a contract has automatic coupons; `automatic_coupons` lists their types. */
async function makeAutomatic(trx: ScopedDb, account: Account, weighing: OwnRow) {
  const day = dayOf(account, passageOf(weighing).time);
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
      // An earlier version of the weighing may have created one.
      number: ownNumber(weighing) + (weighing.version > 1 ? `-${weighing.version}` : ''),
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
  return after;
}
