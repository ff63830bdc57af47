/** Vehicles, with owners, carriers and equipment (screens §3). */
import { sql, type Expression, type SqlBool } from 'kysely';
import { plateOf } from '../../dictionaries/plate.ts';
import { anyOf, contains } from '../../database/paging.ts';
import { invalid } from '../../core/problems.ts';
import type { Change } from '../../records/change.ts';
import { column, computed, ref, word } from '../../records/fields.ts';
import { condition, containedInPairs, equals, oneOf } from '../../records/filters.ts';
import { words } from '../../records/rowFields.ts';
import { record, type SaveOf } from '../../records/record.ts';
import { createOwner } from './owner.ts';
import { minutes, TERMINAL, TIES } from './fields.ts';
import { leaveService } from './removal.ts';
import { requireWorks } from './works.ts';

type Save = SaveOf<'vehicle'>;

const CUSTOMER = { id: 'id', shortName: 'short_name' };
const TRAILER = { id: 'id', regNumber: 'reg_number' };

export const vehicles = record('vehicle', {
  table: 'vehicles',
  fields: {
    removed: computed(sql`t.status = 'REMOVED'`),
    regNumber: column('reg_number', {
      normalize: plateOf,
      write: (plate) => ({ reg_number: plateOf(String(plate)) }),
    }),
    region: computed(sql`substr(t.reg_number, 7)`),
    type: word('vehicleTypes'),
    group: word('vehicleGroups', 'vehicle_group'),
    owner: ref('customers', CUSTOMER, 'short_name', 'owner_customer_id'),
    newOwner: () => ({ columns: [], show: () => null, write: createOwner }),
    carrier: ref('customers', CUSTOMER, 'short_name', 'carrier_customer_id'),
    parking: ref('visit_points', { id: 'id', name: 'name' }, 'name'),
    trailer1: ref('vehicles', TRAILER, 'reg_number'),
    trailer2: ref('vehicles', TRAILER, 'reg_number'),
    attributes: words('vehicleAttributes'),
    extraEquipment: words('vehicleEquipmentTypes'),
    accountingPolicy: word('accountingPolicies'),
    tabletLackReason: word('tabletLackReasons'),
    equipmentType: word('equipmentTypes'),
    fuelType: word('fuelTypes'),
    technicalCondition: word('technicalConditions'),
    standard: word('standards'),
    transferStationMinutes: minutes('transfer_station_time'),
    ...TIES,
    terminal: TERMINAL,
    managed: computed(sql`t.contracts_count > 0`),
  },
  search: ['regNumber', 'garageNumber', 'model'],
  filters: {
    groups: oneOf('vehicle_group'),
    types: oneOf('type'),
    attributes: condition<string[]>(
      ['attributes'],
      (names) => sql<SqlBool>`t.attributes @> ${names}::text[]`,
    ),
    owner: equals('owner_customer_id'),
    regNumber: condition<string>(['reg_number'], (text) => contains(sql.ref('t.reg_number'), plateOf(text))),
    garageNumber: containedInPairs('garage_number'),
    deviceId: condition<string>(['id'], (text) =>
      among(sql`select m.vehicle_id from vehicle_terminals m join terminals d on d.id = m.terminal_id
        where ${contains(sql.ref('d.device_id'), text)} and (m.end_time is null or m.end_time > now())`),
    ),
    managed: condition<boolean>(
      ['contracts_count'],
      (managed) => sql<SqlBool>`t.contracts_count ${sql.raw(managed ? '> 0' : '= 0')}`,
    ),
    contractNumber: condition<string>(['id'], (text) =>
      among(sql`select c.vehicle_id from contract_vehicles c join contracts k on k.id = c.contract_id
        where k.status <> 'REMOVED' and ${contains(sql.ref('k.number'), text)}`),
    ),
    ids: condition<string[]>(['id'], (ids) => sql<SqlBool>`t.id = ${anyOf(ids, 'uuid')}`),
  },
  pages: sql<SqlBool>`t.status = 'ACTIVE'`,
  order: '-regNumber',
  unique: { vehicles_reg_number: 'regNumber' },
  states: { column: 'status', removed: { status: 'REMOVED', message: 'server.vehicleRemoved' } },
  check: requireSound,
  after: leaveService,
});

/** Condition: the vehicle is one of these. The offset makes the subquery, which has few rows, run first. */
function among(found: Expression<unknown>) {
  return sql<SqlBool>`t.id in (${found} offset 0)`;
}

/** Throws if the plate changes, a vehicle is its own trailer, or the extra work is invalid. */
async function requireSound(change: Change<Save>): Promise<void> {
  const { body, before } = change;
  if (before && plateOf(body.regNumber) !== before['reg_number'])
    throw invalid({ field: 'regNumber', code: 'fixed', message: 'server.plateFixed' });
  for (const field of ['trailer1', 'trailer2'] as const)
    if (before && body[field] === before.id)
      throw invalid({ field, code: 'unknownValue', message: 'server.ownTrailer' });
  await requireWorks(change);
}
