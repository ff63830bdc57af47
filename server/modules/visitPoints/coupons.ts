/** Coupons: permits for a vehicle to bring waste to a visit point. */
import { sql, type SqlBool } from 'kysely';
import { plateOf } from '../../dictionaries/plate.ts';
import { contains } from '../../database/paging.ts';
import { Problem } from '../../core/problems.ts';
import { computed, ref, word } from '../../records/fields.ts';
import { condition, containedIn, equals, oneOf } from '../../records/filters.ts';
import { coded } from '../../records/rowFields.ts';
import { record } from '../../records/record.ts';
import { person } from '../staff/person.ts';
import { CUSTOMER, PLACE, VEHICLE } from './shown.ts';

const day = (column: 'begin_date' | 'end_date', sign: '<=' | '>=') =>
  condition<string>([column], (value) => sql<SqlBool>`${sql.ref(`t.${column}`)} ${sql.raw(sign)} ${value}`);

export const coupons = record('coupon', {
  table: 'coupons',
  fields: {
    type: word('couponTypes'),
    status: word('couponStatuses'),
    processingType: word('couponProcessingTypes'),
    visitPoint: PLACE,
    vehicle: VEHICLE,
    contract: ref('contracts', { id: 'id', number: 'number' }, 'number'),
    carrier: CUSTOMER('carrier_customer_id'),
    staff: person(),
    garbageType: coded('garbage_types'),
    weighedMass: computed(
      sql`coalesce((select sum(w.net) from weighings w
        where w.coupon_id = t.id and w.status <> 'ANNULLED'), 0)::double precision`,
    ),
  },
  search: ['number', 'vehicle'],
  filters: {
    visitPointId: equals('visit_point_id'),
    dateFrom: day('end_date', '>='),
    dateTo: day('begin_date', '<='),
    statuses: oneOf('status'),
    types: oneOf('type'),
    processingTypes: oneOf('processing_type'),
    contractId: equals('contract_id'),
    staffId: equals('staff_id'),
    vehicleId: equals('vehicle_id'),
    number: containedIn('number'),
    regNumber: condition<string>(
      ['vehicle_id'],
      (text) => sql<SqlBool>`t.vehicle_id in (select v.id from vehicles v
        where ${contains(sql.ref('v.reg_number'), plateOf(text))})`,
    ),
  },
  order: '+beginDate',
  unique: { coupons_instance_id_number_key: 'number' },
  states: { column: 'status', removed: { status: 'CANCELED', message: 'server.couponCanceled' } },
  check: async ({ before }) => {
    if (before && before['status'] !== 'NEW' && before['status'] !== 'ISSUED')
      throw new Problem(409, 'couponOver');
  },
});
