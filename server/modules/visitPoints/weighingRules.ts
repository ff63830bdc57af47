/** What prevents a weighing or its change: an approved result based on it, an invalid coupon, a probable duplicate. */
import { sql } from 'kysely';
import type { Account } from '../../access/accounts.ts';
import type { ScopedDb } from '../../access/scope.ts';
import { invalid, Problem } from '../../core/problems.ts';
import type { TextValues } from '../../core/texts.ts';
import type { OwnRow } from '../../records/rows.ts';
import type { Passage } from './redeem.ts';

/** Properties by which a weighing is evidence for a result. */
export interface Proof {
  instanceId: string;
  vehicleId: string;
  garbageType: string;
  action: string;
  time: string;
}

export const proofOf = (weighing: OwnRow): Proof => ({
  instanceId: weighing.instance_id,
  vehicleId: String(weighing['vehicle_id']),
  garbageType: String(weighing['garbage_type']),
  action: String(weighing['action']),
  time: new Date(weighing['weigh_time'] as Date).toISOString(),
});

/**
 * Returns the approved carrier's result that the weighing is evidence for: the vehicle served its stand that day, and
 * brought its kind of waste. Reads outside the scope: an approval binds every account.
 */
export async function approvedBy(db: ScopedDb, proof: Proof): Promise<TextValues | undefined> {
  if (proof.action !== 'IN') return undefined;
  const { rows } = await sql<{ address: string; day: string }>`
    select c.address, to_char(c.csori_date, 'DD.MM.YYYY') as day
    from instances n
    join units u on u.instance_id = n.id and u.vehicle_id = ${proof.vehicleId}
      and u.begin_time between ${proof.time}::timestamptz - interval '2 days' and ${proof.time}::timestamptz + interval '2 days'
    join visits v on v.instance_id = n.id and v.unit_id = u.id
      and v.visit_date = (${proof.time}::timestamptz at time zone n.time_zone)::date
    join task_items i on i.visit_id = v.id and i.task_date = v.visit_date
    join evacuation_points e on e.id = i.evacuation_point_id
    join contract_plans p on p.id = i.plan_id
    join csoris c on c.stand_id = e.stand_id and c.csori_date = i.task_date and c.contract_id = p.contract_id
      and c.container_type = i.container_type and c.container_action = i.container_action
    where n.id = ${proof.instanceId} and c.status = 'APPROVED' and c.garbage_type = ${proof.garbageType}
    order by c.address limit 1`.execute(db.withoutPlugins());
  const [found] = rows;
  return found && { address: found.address, date: found.day };
}

/** Throws if an approved result is based on the weighing. */
export async function requireOpen(db: ScopedDb, proof: Proof): Promise<void> {
  const values = await approvedBy(db, proof);
  if (values) throw new Problem(409, 'weighingApproved', { values });
}

/** A weighing that may be a duplicate. */
export interface Candidate extends Omit<Passage, 'garbageType'> {
  documentType?: string | undefined;
  /** Its own id, if it is already stored. */
  id?: string | undefined;
}

/** Weighings of a vehicle at a point within this many minutes are probably the same. */
const CLOSE_MINUTES = 10;

/**
 * Returns the texts of a weighing of the same vehicle at the same point, within ten minutes or with the same document.
 * A coupon may serve several visits and has separate rules.
 */
export async function doubleOf(
  db: ScopedDb,
  { instance: { timeZone } }: Account,
  { vehicleId, visitPointId, time, documentType, number, id }: Candidate,
): Promise<TextValues | undefined> {
  const apart = sql`abs(extract(epoch from weigh_time - ${time}::timestamptz))`;
  let doubles = db
    .selectFrom('weighings')
    .select(['gross', 'document_number'])
    .select(sql<string>`to_char(weigh_time at time zone ${timeZone}, 'DD.MM.YYYY HH24:MI')`.as('moment'))
    .where('vehicle_id', '=', vehicleId)
    .where('visit_point_id', '=', visitPointId)
    .where('status', '<>', 'ANNULLED')
    .where((eb) =>
      eb.or([
        sql<boolean>`${apart} <= ${CLOSE_MINUTES * 60}`,
        ...(number !== undefined && documentType !== undefined && documentType !== 'COUPON'
          ? [eb.and([eb('document_number', '=', number), eb('document_type', '=', documentType)])]
          : []),
      ]),
    )
    .orderBy(apart)
    .limit(1);
  if (id !== undefined) doubles = doubles.where('id', '<>', id);
  const found = await doubles.executeTakeFirst();
  return found && { time: found.moment, gross: found.gross, number: found.document_number ?? '—' };
}

/** Throws for a probable duplicate; a user who confirms that it is none (`notDouble`) can save it. */
export async function requireSingle(trx: ScopedDb, account: Account, candidate: Candidate): Promise<void> {
  // Serializes concurrent saves of the same vehicle.
  await trx
    .selectFrom('vehicles')
    .select('id')
    .where('id', '=', candidate.vehicleId)
    .forNoKeyUpdate()
    .execute();
  const values = await doubleOf(trx, account, candidate);
  if (values) throw invalid({ field: 'notDouble', code: 'double', message: 'server.weighingDouble', values });
}

/** Throws unless the presented coupon is valid for the vehicle, point, day and waste, and not used up or cancelled. */
export async function requireCoupon(
  trx: ScopedDb,
  account: Account,
  passage: Passage,
  own: OwnRow | undefined,
): Promise<void> {
  const { number } = passage;
  if (number === undefined) return;
  const day = sql`(${passage.time}::timestamptz at time zone ${account.instance.timeZone})::date`;
  const shown = await trx
    .selectFrom('coupons as c')
    .innerJoin('vehicles as v', 'v.id', 'c.vehicle_id')
    .innerJoin('visit_points as p', 'p.id', 'c.visit_point_id')
    .select(['c.id', 'c.status', 'v.reg_number as vehicle', 'p.name as point'])
    .select([
      sql<string>`to_char(c.begin_date, 'DD.MM.YYYY') || ' – ' || to_char(c.end_date, 'DD.MM.YYYY')`.as(
        'days',
      ),
      sql<boolean>`c.vehicle_id = ${passage.vehicleId} and c.visit_point_id = ${passage.visitPointId}
        and ${day} between c.begin_date and c.end_date
        and coalesce(c.garbage_type = ${passage.garbageType ?? null}, true)`.as('fits'),
    ])
    .where('c.number', '=', number)
    .where('c.instance_id', '=', own?.instance_id ?? account.instance.id)
    .executeTakeFirst();
  const refuse = (reason: string, values: TextValues = {}) =>
    invalid({
      field: 'documentNumber',
      code: 'coupon',
      message: `server.weighingCoupon.${reason}`,
      values: { number, ...values },
    });
  if (!shown) throw refuse('unknown');
  const { vehicle, point, days } = shown;
  if (!shown.fits) throw refuse('elsewhere', { vehicle, point, days });
  if (shown.id !== own?.['coupon_id'] && shown.status !== 'ISSUED') throw refuse(shown.status);
}
