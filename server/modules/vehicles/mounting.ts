/** Checks before a terminal is mounted in a vehicle. */
import { sql } from 'kysely';
import type { Account } from '../../access/accounts.ts';
import type { ScopedDb } from '../../access/scope.ts';
import { invalid, notFound, Problem } from '../../core/problems.ts';
import { audit } from '../../records/saving.ts';

/** Returns the vehicle, locked, so that two terminals are not mounted in it at once. */
export async function vehicleInService(trx: ScopedDb, id: string) {
  const vehicle = await trx
    .selectFrom('vehicles')
    .select(['id', 'instance_id', 'status'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!vehicle) throw notFound();
  if (vehicle.status === 'REMOVED') throw new Problem(409, 'vehicleRemoved');
  return vehicle;
}

interface Device {
  instanceId: string;
  deviceId: string;
  imei: string;
}

/** Returns the device by its id, and creates it if it is new; an IMEI belongs to one device. */
export async function deviceOf(trx: ScopedDb, account: Account, { instanceId, deviceId, imei }: Device) {
  const other = await trx
    .selectFrom('terminals')
    .select('device_id')
    .where('instance_id', '=', instanceId)
    .where('imei', '=', imei)
    .where('device_id', '<>', deviceId)
    .executeTakeFirst();
  if (other) {
    const values = { deviceId: other.device_id };
    throw invalid({ field: 'imei', code: 'duplicate', message: 'server.imeiTaken', values });
  }
  const before = await trx
    .selectFrom('terminals')
    .selectAll()
    .where('instance_id', '=', instanceId)
    .where('device_id', '=', deviceId)
    .forUpdate()
    .executeTakeFirst();
  if (before?.imei === imei) return before;
  const after = await trx
    .insertInto('terminals')
    .values({ instance_id: instanceId, device_id: deviceId, imei })
    .onConflict((conflict) =>
      conflict
        .columns(['instance_id', 'device_id'])
        .doUpdateSet({ imei, version: sql<number>`terminals.version + 1`, change_time: sql<Date>`now()` }),
    )
    .returningAll()
    .executeTakeFirstOrThrow();
  await audit(trx, account, {
    entity: 'terminalDevice',
    action: before ? 'save' : 'create',
    ...(before && { before }),
    after,
  });
  return after;
}

interface Mounting {
  vehicleId: string;
  terminalId: string;
  begin: Date;
  end?: Date | null;
  /** The row that is being changed. */
  except?: string;
}

/** Throws unless both are free: a vehicle has at most one terminal at a time, a terminal at most one vehicle. */
export async function requireFree(
  trx: ScopedDb,
  { vehicleId, terminalId, begin, end, except }: Mounting,
): Promise<void> {
  let crossing = trx
    .selectFrom('vehicle_terminals as m')
    .innerJoin('terminals as d', 'd.id', 'm.terminal_id')
    .innerJoin('vehicles as v', 'v.id', 'm.vehicle_id')
    .select(['m.vehicle_id', 'd.device_id', 'v.reg_number'])
    .where((eb) => eb.or([eb('m.vehicle_id', '=', vehicleId), eb('m.terminal_id', '=', terminalId)]))
    .where(
      sql<boolean>`tstzrange(m.begin_time, m.end_time) && tstzrange(${begin}::timestamptz, ${end ?? null}::timestamptz)`,
    );
  if (except) crossing = crossing.where('m.id', '<>', except);
  const found = await crossing.executeTakeFirst();
  if (!found) return;
  const own = found.vehicle_id === vehicleId;
  throw invalid({
    field: own ? 'beginTime' : 'deviceId',
    code: 'taken',
    message: own ? 'server.vehicleHasTerminal' : 'server.terminalTaken',
    values: own ? { deviceId: found.device_id } : { regNumber: found.reg_number },
  });
}
