/** Copies of shifts to another day, at the same local time of the instance. */
import { sql } from 'kysely';
import type { Account } from '../../access/accounts.ts';
import type { ScopedTransaction } from '../../access/scope.ts';
import { instanceHandler } from '../../access/handler.ts';
import { notFound, Problem } from '../../core/problems.ts';
import { audit } from '../../records/saving.ts';
import { isEmployed } from '../../records/today.ts';
import { crossingOf } from './free.ts';

/** Handles `unitClone`: copies all of the shifts, or none. */
export const unitClone = instanceHandler<'unitClone'>(({ scope, account, body }) =>
  scope.transaction(async (trx) => {
    const unitIds = [...new Set(body.unitIds)];
    const units = await sources(trx, unitIds, body.date, account);
    if (units.length < unitIds.length) throw notFound();
    for (const unit of units) await copy(trx, account, unit);
    return { count: units.length };
  }),
);

/** Reads the shifts with the times of their copies; local times are kept, also over midnight or a clock change. */
async function sources(
  trx: ScopedTransaction,
  ids: readonly string[],
  date: string,
  { instance: { timeZone } }: Account,
) {
  const local = (column: string) => sql`(${sql.ref(column)} at time zone ${timeZone})`;
  const moved = (column: string) =>
    sql<Date>`(${local(column)} - ${local('u.begin_time')}::date + ${date}::date) at time zone ${timeZone}`;
  return trx
    .selectFrom('units as u')
    .innerJoin('vehicles as v', 'v.id', 'u.vehicle_id')
    .innerJoin('staff as s', 's.id', 'u.driver_id')
    .select(['u.id', 'u.instance_id', 'u.vehicle_id', 'u.driver_id', 'u.status', 'u.start_parking_id'])
    .select([moved('u.begin_time').as('begin'), moved('u.end_time').as('end'), 'v.reg_number'])
    .select(sql<boolean>`v.status = 'ACTIVE' and ${isEmployed('s')}`.as('in_service'))
    .where('u.id', 'in', [...ids])
    .orderBy('u.begin_time')
    .execute();
}

async function copy(
  trx: ScopedTransaction,
  account: Account,
  unit: Awaited<ReturnType<typeof sources>>[number],
): Promise<void> {
  const { vehicle_id, driver_id, begin, end } = unit;
  if (!unit.in_service) throw new Problem(409, 'unitOutOfService', { values: { name: unit.reg_number } });
  const crossing = await crossingOf(trx, account, { vehicleId: vehicle_id, driverId: driver_id, begin, end });
  if (crossing) throw new Problem(409, 'unitNotCopied', { values: crossing.values });
  const { instance_id, status, start_parking_id } = unit;
  const made = await trx
    .insertInto('units')
    .values({
      instance_id,
      vehicle_id,
      driver_id,
      begin_time: begin,
      end_time: end,
      status,
      start_parking_id,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  const points = await trx
    .selectFrom('unit_unloading_points')
    .select(['unloading_point_id', 'position'])
    .where('unit_id', '=', unit.id)
    .execute();
  if (points.length > 0)
    await trx
      .insertInto('unit_unloading_points')
      .values(points.map((point) => ({ ...point, instance_id, unit_id: made.id })))
      .execute();
  await audit(trx, account, { entity: 'unit', action: 'create', after: made });
}
