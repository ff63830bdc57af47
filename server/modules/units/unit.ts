/** Units as dispatchers create them: vehicle and driver of a shift, each on one shift at a time. */
import { sql } from 'kysely';
import { Problem, unknownValue } from '../../core/problems.ts';
import { OF_VEHICLE } from '../../records/auditKinds.ts';
import type { Change } from '../../records/change.ts';
import { ref, word } from '../../records/fields.ts';
import { isEmployed } from '../../records/today.ts';
import { record, type SaveOf } from '../../records/record.ts';
import type { Row } from '../../records/rows.ts';
import { jsonList, ties } from '../../records/ties.ts';
import { person } from '../staff/person.ts';
import { requireFree } from './free.ts';

const PLACE = { id: 'id', name: 'name' };

/** Unloading points in the order of the shift; the row is aliased `t`. */
const unloadingPoints = ties<{ id: string }>(
  jsonList(sql`select p.id, p.name from unit_unloading_points x join visit_points p on p.id = x.unloading_point_id
    where x.instance_id = t.instance_id and x.unit_id = t.id order by x.position`),
  {
    table: 'unit_unloading_points',
    by: 'unit_id',
    row: ({ id }, i) => ({ unloading_point_id: id, position: i + 1 }),
  },
);

export const units = record('unit', {
  table: 'units',
  title: [OF_VEHICLE, 'beginTime'],
  fields: {
    driver: person(),
    vehicle: ref('vehicles', { id: 'id', regNumber: 'reg_number', model: 'model' }, 'reg_number'),
    status: word('unitStatusTypes'),
    startParking: ref('visit_points', PLACE, 'name'),
    unloadingPoints,
  },
  order: '-beginTime',
  check: async (change) => {
    await requireInService(change);
    const { body, before, trx, account } = change;
    await requireFree(trx, account, {
      vehicleId: body.vehicle,
      driverId: body.driver.id,
      begin: new Date(body.beginTime),
      end: new Date(body.endTime),
      except: before?.id,
    });
  },
  guard: requireUnused,
});

/** Throws unless vehicle and driver are in service; a changed shift may keep its previous ones. */
async function requireInService({ trx, body, before }: Change<SaveOf<'unit'>>): Promise<void> {
  const { vehicle, driver } = body;
  if (vehicle !== before?.['vehicle_id']) {
    const active = trx.selectFrom('vehicles').select('id').where('status', '=', 'ACTIVE');
    if (!(await active.where('id', '=', vehicle).executeTakeFirst())) throw unknownValue('vehicle');
  }
  if (driver.id !== before?.['driver_id']) {
    const drivers = trx.selectFrom('staff as s').select('s.id').where('s.role', '=', 'DRIVER');
    const now = drivers.where(isEmployed('s'));
    if (!(await now.where('s.id', '=', driver.id).executeTakeFirst())) throw unknownValue('driver');
  }
}

/** Throws if the shift has visits, which were planned or carried out with it. */
async function requireUnused({ trx, before }: Change): Promise<void> {
  const visits = trx
    .selectFrom('visits')
    .select('id')
    .where('unit_id', '=', (before as Row)['id'] as string);
  if (await visits.limit(1).executeTakeFirst()) throw new Problem(409, 'unitHasVisits');
}
