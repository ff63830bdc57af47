/** Weighings: what a vehicle brought to a visit point, or took from it. */
import { sql, type SqlBool } from 'kysely';
import type { ApiCatalogue } from '../../../engine/language/api.ts';
import { handlers, instanceHandler, type InstanceCall } from '../../access/handler.ts';
import type { PageLimits } from '../../core/paging.ts';
import { invalid, unknownValue } from '../../core/problems.ts';
import type { Change } from '../../records/change.ts';
import { ref, word } from '../../records/fields.ts';
import { condition, equals, oneOf } from '../../records/filters.ts';
import { bindRecords } from '../../records/handlers.ts';
import { RecordPages } from '../../records/paging/page.ts';
import { coded } from '../../records/rowFields.ts';
import { record, type SaveOf } from '../../records/record.ts';
import { person } from '../staff/person.ts';
import { tellOverload } from './overload.ts';
import { redeem } from './redeem.ts';
import { requirePoint } from './traffic.ts';
import { CUSTOMER, PLACE, VEHICLE } from './shown.ts';

const local = (timeZone: string) => sql`(t.weigh_time at time zone ${timeZone})`;

/** From an hour of the evening to one of the morning. */
const isNight = (from: unknown, to: unknown): boolean =>
  typeof from === 'string' && typeof to === 'string' && from > to;

export const weighings = record('weighing', {
  table: 'weighings',
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
  },
  order: '+time',
  check: async (change) => {
    requirePast(change.body.time);
    await requireWeigher(change);
  },
  after: async (row, { trx, account, before }) => {
    if (before) return;
    await redeem(trx, account, row);
    await tellOverload(trx, account, row);
  },
});

/** Clocks differ by this much. */
const AHEAD = 5 * 60_000;

/** What is weighed was weighed. */
function requirePast(time: string): void {
  if (Date.parse(time) > Date.now() + AHEAD)
    throw invalid({ field: 'time', code: 'future', message: 'server.weighingFuture' });
}

/** The weigher stands at the visit point. */
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

/** The page of one visit point, told under its own address. */
export function weighingHandlers(api: ApiCatalogue, limits?: PageLimits) {
  const [bound] = bindRecords(api, [weighings]);
  const pages = new RecordPages(bound!, limits);
  return handlers({
    visitPointWeighings: instanceHandler<'visitPointWeighings'>(
      async (call) => {
        const { visitPointId, filter, ...asked } = call.parameters;
        await requirePoint(call.scope.db, visitPointId);
        const parameters = { ...asked, filter: { ...filter, visitPointId } };
        const page = await pages.read({ ...call, parameters } as unknown as InstanceCall);
        return page as never;
      },
      ['time', 'net'],
    ),
  });
}
