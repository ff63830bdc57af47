/** Weighings: what a vehicle brought to a visit point, or took from it. */
import { sql, type SqlBool } from 'kysely';
import type { ApiCatalogue } from '../../../engine/language/api.ts';
import { handlers, instanceHandler, type InstanceCall } from '../../access/handler.ts';
import type { PageLimits } from '../../core/paging.ts';
import { invalid, notFound, unknownValue } from '../../core/problems.ts';
import type { Account } from '../../access/accounts.ts';
import type { ScopedDb, ScopedTransaction } from '../../access/scope.ts';
import { OF_VEHICLE } from '../../records/auditKinds.ts';
import type { Change } from '../../records/change.ts';
import { column, ref, word, type FieldMaker } from '../../records/fields.ts';
import { condition, equals, oneOf } from '../../records/filters.ts';
import { bindRecords } from '../../records/handlers.ts';
import { RecordPages } from '../../records/paging/page.ts';
import { coded } from '../../records/rowFields.ts';
import { record, type SaveOf } from '../../records/record.ts';
import type { OwnRow } from '../../records/rows.ts';
import { requestRecalculation } from '../results/recalculate.ts';
import { printedDay } from '../../records/today.ts';
import { fullNameOf, person } from '../staff/person.ts';
import { notifyOverload } from './overload.ts';
import { couponsFor, massOf, passageOf, redeem, redeemAgain, release } from './redeem.ts';
import { requirePoint } from './traffic.ts';
import { CUSTOMER, PLACE, VEHICLE } from './shown.ts';
import { approvedBy, doubleOf, proofOf, requireCoupon, requireOpen, requireSingle } from './weighingRules.ts';

const local = (timeZone: string) => sql`(t.weigh_time at time zone ${timeZone})`;

/** Whether the hours span midnight. */
const isNight = (from: unknown, to: unknown): boolean =>
  typeof from === 'string' && typeof to === 'string' && from > to;

/** A property of a save that is not stored. */
const unkept: FieldMaker = () => ({ columns: [], show: () => null, write: () => ({}) });

export const weighings = record('weighing', {
  table: 'weighings',
  title: [OF_VEHICLE, 'time'],
  fields: {
    visitPoint: PLACE,
    weigher: ref('weighers', { id: 'id', name: 'name' }, 'name'),
    time: 'weigh_time',
    action: word('weighingActions'),
    garbageType: coded('garbage_types'),
    documentType: word('weighingDocumentTypes'),
    vehicle: VEHICLE,
    driver: person(),
    carrier: CUSTOMER('carrier_customer_id'),
    tareMode: word('tareModes'),
    coupon: ref('coupons', { id: 'id', number: 'number' }, 'number'),
    net: column('net', { write: () => ({}) }),
    status: word('weighingStatuses'),
    changeReason: unkept,
    notDouble: unkept,
  },
  filters: {
    visitPointId: equals('visit_point_id'),
    dateFrom: condition<string>(['weigh_time'], (day, { instance: { timeZone } }) => {
      return sql<SqlBool>`t.weigh_time >= (${day}::date)::timestamp at time zone ${timeZone}`;
    }),
    dateTo: condition<string>(['weigh_time'], (day, { instance: { timeZone } }) => {
      return sql<SqlBool>`t.weigh_time < (${day}::date + 1)::timestamp at time zone ${timeZone}`;
    }),
    timeFrom: condition<string>(['weigh_time'], (from, { instance: { timeZone } }, { timeTo: to }) => {
      const hour = sql`${local(timeZone)}::time`;
      return isNight(from, to)
        ? sql<SqlBool>`(${hour} >= ${from}::time or ${hour} <= ${to}::time)`
        : sql<SqlBool>`${hour} >= ${from}::time`;
    }),
    timeTo: condition<string>(['weigh_time'], (to, { instance: { timeZone } }, { timeFrom: from }) =>
      isNight(from, to) ? undefined : sql<SqlBool>`${local(timeZone)}::time <= ${to}::time`,
    ),
    action: condition<'IN' | 'OUT' | 'ANY'>(['action'], (action) =>
      action === 'ANY' ? undefined : sql<SqlBool>`t.action = ${action}`,
    ),
    garbageTypes: oneOf('garbage_type'),
    vehicleId: equals('vehicle_id'),
    couponId: equals('coupon_id'),
    statuses: oneOf('status', 'text', ['weigh_time']),
  },
  order: '+time',
  states: { column: 'status', removed: { status: 'ANNULLED', message: 'server.weighingAnnulled' } },
  transitions: {
    captions: 'server.weighing',
    of: {
      annul: {
        guard: async ({ trx, before, input }) => {
          if (input !== undefined) requireReason('reason', (input as { reason: string }).reason);
          await requireOpen(trx, proofOf(before!));
        },
        sets: ({ input }) => ({ reason: (input as { reason: string }).reason.trim() }),
        effect: async (row, { trx, account }) => {
          await release(trx, account, row);
          await judgeAgain(trx, row);
        },
      },
    },
  },
  check: async (change) => {
    const { trx, account, body, before } = change;
    requirePast(body.time);
    await requireWeigher(change);
    const changed = asChanged(change);
    if (before) {
      requireReason('changeReason', body.changeReason);
      await requireOpen(trx, proofOf(before));
      await requireOpen(trx, proofOf(changed));
    }
    const passage = passageOf(changed);
    await requireCoupon(trx, account, passage, before);
    if (!body.notDouble && (!before || isAnother(before, changed)))
      await requireSingle(trx, account, {
        ...passage,
        documentType: body.documentType.name,
        number: body.documentNumber ?? undefined,
        id: before?.id,
      });
  },
  // Only corrections have a reason.
  sets: ({ action, body }) =>
    action === 'save'
      ? { status: 'CORRECTED', reason: body!.changeReason!.trim() }
      : action === 'create'
        ? { reason: null }
        : {},
  after: async (row, { trx, account, action, before }) => {
    if (action === 'create') {
      await redeem(trx, account, row);
      await notifyOverload(trx, account, row);
    } else if (action === 'save') {
      await redeemAgain(trx, account, before!, row);
      const heavier = Number(row['gross']) > Number(before!['gross']);
      if (heavier || row['vehicle_id'] !== before!['vehicle_id']) await notifyOverload(trx, account, row);
      await judgeAgain(trx, before!);
      await judgeAgain(trx, row);
    }
  },
});

/** Returns the changed row with the columns that the rules read. */
const asChanged = ({ body, instanceId }: Change<SaveOf<'weighing'>>): OwnRow => ({
  id: body.id ?? '',
  instance_id: instanceId,
  version: body.version ?? 0,
  vehicle_id: body.vehicle,
  visit_point_id: body.visitPoint,
  weigh_time: body.time,
  garbage_type: body.garbageType.name,
  action: body.action.name,
  document_type: body.documentType.name,
  document_number: body.documentNumber ?? null,
});

/** Whether a correction changes what the duplicate check compares; otherwise the check is not repeated. */
function isAnother(before: OwnRow, changed: OwnRow): boolean {
  const [old, now] = [passageOf(before), passageOf(changed)];
  return (
    old.vehicleId !== now.vehicleId ||
    old.visitPointId !== now.visitPointId ||
    old.time !== now.time ||
    before['document_type'] !== changed['document_type'] ||
    before['document_number'] !== changed['document_number']
  );
}

function requireReason(field: string, reason: string | null | undefined): void {
  if (!reason?.trim()) throw invalid({ field, code: 'required', message: 'weighing.rule.reason' });
}

/** Requests another evaluation of visits that are confirmed by weighings, where a contract's rule says so. */
async function judgeAgain(trx: ScopedTransaction, weighing: OwnRow): Promise<void> {
  const { rows } = await sql<{ id: string }>`select v.id from units u
    join visits v on v.instance_id = u.instance_id and v.unit_id = u.id
    where u.vehicle_id = ${weighing['vehicle_id']}
      and ${weighing['weigh_time']}::timestamptz between u.begin_time and u.end_time`.execute(trx);
  const visitIds = rows.map(({ id }) => id);
  if (visitIds.length > 0) await requestRecalculation(trx, { event: 'WEIGHING_CHANGED', visitIds });
}

/** Allowed clock difference in milliseconds. */
const AHEAD = 5 * 60_000;

/** Throws for a weighing in the future. */
function requirePast(time: string): void {
  if (Date.parse(time) > Date.now() + AHEAD)
    throw invalid({ field: 'time', code: 'future', message: 'server.weighingFuture' });
}

/** Throws unless the weigher belongs to the visit point. */
async function requireWeigher({ trx, body }: Change<SaveOf<'weighing'>>): Promise<void> {
  if (!body.weigher) return;
  const weigher = await trx
    .selectFrom('weighers')
    .select('id')
    .where('id', '=', body.weigher)
    .where('visit_point_id', '=', body.visitPoint)
    .executeTakeFirst();
  if (!weigher) throw unknownValue('weigher');
}

/**
 * Handlers in addition to those of the record: the list of one visit point, defaults of a new weighing, reasons that
 * block a change.
 */
export function weighingHandlers(api: ApiCatalogue, limits?: PageLimits) {
  const [bound] = bindRecords(api, [weighings]);
  const pages = new RecordPages(bound!, limits);
  return handlers({
    visitPointWeighings: instanceHandler<'visitPointWeighings'>(
      async (call) => {
        const { visitPointId, filter, ...paging } = call.parameters;
        await requirePoint(call.scope.db, visitPointId);
        const parameters = { ...paging, filter: { ...filter, visitPointId } };
        const page = await pages.read({ ...call, parameters } as unknown as InstanceCall);
        return page as never;
      },
      ['time', 'net'],
    ),

    weighingHold: instanceHandler<'weighingHold'>(async ({ scope: { db }, parameters, translate }) => {
      const weighing = await db
        .selectFrom('weighings')
        .selectAll()
        .where('id', '=', parameters.weighingId)
        .executeTakeFirst();
      if (!weighing) throw notFound();
      if (weighing.status === 'ANNULLED') return { reason: translate('server.weighingAnnulled') };
      const approved = await approvedBy(db, proofOf(weighing as unknown as OwnRow));
      return { reason: approved ? translate('server.weighingApproved', approved) : null };
    }),

    weighingHints: instanceHandler<'weighingHints'>(hintsOf),
  });
}

/** Returns defaults for the form: the weigher by the point; tare, crew and coupon by the vehicle. */
async function hintsOf({ scope: { db }, account, parameters, translate }: InstanceCall<'weighingHints'>) {
  const { visitPointId, vehicleId, garbageType, documentType, documentNumber, weighingId } = parameters;
  await requirePoint(db, visitPointId);
  // Rounded down to the minute.
  const time = parameters.time ?? new Date(Math.floor(Date.now() / 60_000) * 60_000).toISOString();
  const scales = await db
    .selectFrom('weighers')
    .select(['id', 'name'])
    .where('visit_point_id', '=', visitPointId)
    .limit(2)
    .execute();
  const known = { time, weigher: scales.length === 1 ? scales[0]! : null };
  const vehicle = vehicleId === undefined ? undefined : await vehicleOf(db, vehicleId);
  if (!vehicle || vehicleId === undefined)
    return {
      ...known,
      tare: null,
      driver: null,
      carrier: null,
      shift: null,
      coupon: null,
      couponText: '',
      double: null,
    };
  const shift = await shiftOf(db, account, vehicleId, time);
  const coupon = await couponsFor(db, account, {
    vehicleId,
    visitPointId,
    time,
    garbageType,
  }).executeTakeFirst();
  const rest =
    coupon && coupon.mass_limit !== null ? coupon.mass_limit - (await massOf(db, coupon.id)) : null;
  const number = documentNumber?.trim() || undefined;
  const candidate = { vehicleId, visitPointId, time, documentType, number, id: weighingId };
  const double = await doubleOf(db, account, candidate);
  return {
    ...known,
    tare: vehicle.weight,
    carrier: vehicle.carrier_customer_id
      ? { id: vehicle.carrier_customer_id, shortName: vehicle.short_name ?? '' }
      : null,
    driver: shift ? { id: shift.driver_id, fullName: fullNameOf(shift) } : null,
    shift: shift?.period ?? null,
    coupon: coupon ? { id: coupon.id, number: coupon.number, endDate: coupon.end_date, rest } : null,
    couponText: !coupon
      ? translate('server.weighingCoupon.none')
      : rest === null
        ? translate('server.weighingCoupon.open', {
            number: coupon.number,
            date: printedDay(coupon.end_date),
          })
        : translate('server.weighingCoupon.rest', { number: coupon.number, rest }),
    double: double ? translate('server.weighingDouble', double) : null,
  };
}

const vehicleOf = (db: ScopedDb, id: string) =>
  db
    .selectFrom('vehicles as v')
    .leftJoin('customers as c', 'c.id', 'v.carrier_customer_id')
    .select(['v.weight', 'v.carrier_customer_id', 'c.short_name'])
    .where('v.id', '=', id)
    .executeTakeFirst();

/** The vehicle's shift at that time, or the nearest one of that day. */
const shiftOf = (db: ScopedDb, { instance: { timeZone } }: Account, vehicleId: string, time: string) =>
  db
    .selectFrom('units as u')
    .innerJoin('staff as s', 's.id', 'u.driver_id')
    .select(['u.driver_id', 's.last_name', 's.first_name', 's.middle_name'])
    .select(
      sql<string>`to_char(u.begin_time at time zone ${timeZone}, 'DD.MM HH24:MI') || ' – '
        || to_char(u.end_time at time zone ${timeZone}, 'DD.MM HH24:MI')`.as('period'),
    )
    .where('u.vehicle_id', '=', vehicleId)
    .where(
      sql<boolean>`u.begin_time < ((${time}::timestamptz at time zone ${timeZone})::date + 1)::timestamp at time zone ${timeZone}`,
    )
    .where(
      sql<boolean>`u.end_time > (${time}::timestamptz at time zone ${timeZone})::date::timestamp at time zone ${timeZone}`,
    )
    .orderBy(sql`${time}::timestamptz between u.begin_time and u.end_time`, 'desc')
    .orderBy(sql`abs(extract(epoch from u.begin_time - ${time}::timestamptz))`)
    .limit(1)
    .executeTakeFirst();
