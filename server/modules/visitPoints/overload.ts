/** Records an event at the visit point for a vehicle that weighs more than permitted. */
import type { Account } from '../../access/accounts.ts';
import type { ScopedDb } from '../../access/scope.ts';
import type { OwnRow } from '../../records/rows.ts';
import { causeOf, recordEvent } from '../../records/recordEvent.ts';

export async function notifyOverload(trx: ScopedDb, account: Account, weighing: OwnRow): Promise<void> {
  const vehicleId = String(weighing['vehicle_id']);
  const vehicle = await trx
    .selectFrom('vehicles')
    .select(['reg_number', 'max_mass'])
    .where('id', '=', vehicleId)
    .executeTakeFirst();
  const gross = Number(weighing['gross']);
  if (!vehicle || vehicle.max_mass === null || gross <= vehicle.max_mass) return;
  await recordEvent(trx, {
    instanceId: weighing.instance_id,
    meta: 'VEHICLE_OVERLOADED',
    ...causeOf(account, weighing.instance_id),
    entity: 'visitPoint',
    entityId: String(weighing['visit_point_id']),
    vehicleId,
    ...(weighing['driver_id'] ? { driverId: String(weighing['driver_id']) } : {}),
    values: { regNumber: vehicle.reg_number, gross, limit: vehicle.max_mass },
  });
}
