/** Virtual units: a vehicle, its driver and their shift on a virtual day (V-069). */
import { sql } from 'kysely';
import type { Account } from '../../access/accounts.ts';
import type { ScopedDb } from '../../access/scope.ts';
import { invalid, unknownValue } from '../../core/problems.ts';
import type { HypothesisStatus } from '../../database/tables/hypotheses.ts';
import { OF_HYPOTHESIS, OF_VEHICLE } from '../../records/auditKinds.ts';
import { column, computed, ref, type FieldMaker } from '../../records/fields.ts';
import { condition } from '../../records/filters.ts';
import { anyOf } from '../../database/paging.ts';
import type { Change } from '../../records/change.ts';
import { record, type SaveOf } from '../../records/record.ts';
import { columnRef } from '../../records/rows.ts';
import { jsonList, ties } from '../../records/ties.ts';
import { person } from '../staff/person.ts';
import { hypotheses } from './hypothesis.ts';
import { readLimit } from './properties.ts';
import { requireIdle } from './states.ts';

const PLACE = { id: 'id', name: 'name' };

const unloadingPoints = ties<{ id: string }>(
  jsonList(sql`select p.id, p.name from v_unit_unloading_points x join visit_points p on p.id = x.unloading_point_id
    where x.instance_id = t.instance_id and x.v_unit_id = t.id order by x.position`),
  {
    table: 'v_unit_unloading_points',
    by: 'v_unit_id',
    row: ({ id }, i) => ({ unloading_point_id: id, position: i + 1 }),
  },
);

/** The virtual day on which the shift begins; it is derived, not entered. */
const vDay: FieldMaker = () => ({
  columns: ['v_day_id', 'day.day'],
  joins: { day: { table: 'v_days', on: 'v_day_id' } },
  show: (row) => ({ id: row['v_day_id'], date: row['day.day'] }),
});

const ofVehicle = (column: string) =>
  computed(sql`(select v.${sql.id(column)} from vehicles v where v.id = t.vehicle_id)`);

export const vUnits = record('vUnit', {
  table: 'v_units',
  title: [OF_HYPOTHESIS, OF_VEHICLE, 'beginTime'],
  parent: hypotheses,
  fields: {
    vDay,
    beginTime: column('begin_time', {
      write: async (value, { trx, account, parent }) => ({
        begin_time: value,
        v_day_id: await dayOf(trx, account, parent!.id, String(value)),
      }),
    }),
    vehicle: ref('vehicles', { id: 'id', regNumber: 'reg_number', model: 'model' }, 'reg_number'),
    driver: person(),
    startPoint: ref('visit_points', PLACE, 'name'),
    parkingPoint: ref('visit_points', PLACE, 'name'),
    unloadingPoints,
    capacity: ofVehicle('body_volume'),
    maxMass: ofVehicle('max_mass'),
  },
  search: ['vehicle', 'driver'],
  order: '-beginTime',
  filters: {
    vDayIds: condition<string[]>(
      ['v_day_id'],
      (ids) => sql<boolean>`${columnRef('v_day_id')} = ${anyOf(ids, 'uuid')}`,
    ),
  },
  crossing: { v_units_vehicle_period: 'vehicle', v_units_driver_period: 'driver' },
  check: async (change) => {
    const { parent, body, trx, account } = change;
    requireIdle(parent!['status'] as HypothesisStatus);
    await requirePlaces(change);
    const limit = await readLimit(trx, account.instance.id, 'hypothesis.vunit.maxVisitPointCount');
    const count = body.unloadingPoints?.length ?? 0;
    if (limit !== undefined && count > limit)
      throw invalid({
        field: 'unloadingPoints',
        code: 'tooMany',
        message: 'server.vUnitUnloadingPoints',
        values: { limit, count },
      });
  },
  guard: async ({ parent }) => {
    if (parent) requireIdle(parent['status'] as HypothesisStatus);
  },
});

/** Throws unless vehicle and driver are active and the unloading places are distinct places of that type. */
async function requirePlaces({ trx, body, before }: Change<SaveOf<'vUnit'>>): Promise<void> {
  const { vehicle, driver, unloadingPoints: points = [] } = body;
  if (vehicle !== before?.['vehicle_id']) {
    const active = trx.selectFrom('vehicles').select('id').where('status', '=', 'ACTIVE');
    if (!(await active.where('id', '=', vehicle).executeTakeFirst())) throw unknownValue('vehicle');
  }
  if (driver && driver.id !== before?.['driver_id']) {
    const drivers = trx.selectFrom('staff').select('id').where('role', '=', 'DRIVER');
    if (!(await drivers.where('id', '=', driver.id).executeTakeFirst())) throw unknownValue('driver');
  }
  const ids = points.map(({ id }) => id);
  if (new Set(ids).size < ids.length)
    throw invalid({ field: 'unloadingPoints', code: 'uniqueItems', message: 'validation.uniqueItems' });
  if (ids.length === 0) return;
  const known = await trx.selectFrom('unloading_points').select('id').where('id', 'in', ids).execute();
  if (known.length < ids.length) throw unknownValue('unloadingPoints');
}

/** Returns the virtual day of an instant in the instance's time zone; throws 400 at `beginTime` without one. */
export async function dayOf(
  db: ScopedDb,
  { instance: { timeZone } }: Account,
  hypothesisId: string,
  beginTime: string,
): Promise<string> {
  const day = await db
    .selectFrom('v_days')
    .select('id')
    .where('hypothesis_id', '=', hypothesisId)
    .where(sql<boolean>`day = (${beginTime}::timestamptz at time zone ${timeZone})::date`)
    .executeTakeFirst();
  if (!day) throw invalid({ field: 'beginTime', code: 'noDay', message: 'server.vUnitNoDay' });
  return day.id;
}
