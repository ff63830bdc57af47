/** Terminals of vehicles: mounted, corrected, removed; past rows are the history. */
import { sql } from 'kysely';
import type { Terminal } from '../../../schemas/generated/api.ts';
import { shortNameOf } from '../../access/accounts.ts';
import { handlers, instanceHandler } from '../../access/handler.ts';
import type { ScopedDb } from '../../access/scope.ts';
import { invalid, notFound, Problem } from '../../core/problems.ts';
import type { Translate } from '../../core/texts.ts';
import { audit, requireFresh } from '../../records/saving.ts';
import { deviceOf, requireFree, vehicleInService } from './mounting.ts';

const HISTORY = 100;

/** Mounted terminals with their device, newest first. */
const mounts = (db: ScopedDb) =>
  db
    .selectFrom('vehicle_terminals as m')
    .innerJoin('terminals as d', 'd.id', 'm.terminal_id')
    .select(['m.id', 'm.version', 'm.vehicle_id', 'm.begin_time', 'm.end_time', 'm.author'])
    .select(['d.device_id', 'd.imei', 'd.last_success_time', 'd.last_failure_time'])
    .orderBy('m.begin_time', 'desc')
    .orderBy('m.id');

type Mount = Awaited<ReturnType<ReturnType<typeof mounts>['execute']>>[number];

const shown = (mount: Mount): Terminal => ({
  id: mount.id,
  version: mount.version,
  vehicleId: mount.vehicle_id,
  deviceId: mount.device_id,
  imei: mount.imei,
  beginTime: mount.begin_time.toISOString(),
  endTime: mount.end_time?.toISOString() ?? null,
  author: mount.author,
  lastSuccessTime: mount.last_success_time?.toISOString() ?? null,
  lastFailureTime: mount.last_failure_time?.toISOString() ?? null,
});

async function mountOf(db: ScopedDb, id: string): Promise<Terminal> {
  const mount = await mounts(db).where('m.id', '=', id).executeTakeFirst();
  if (!mount) throw notFound();
  return shown(mount);
}

/** Returns how long ago something was, in its largest unit. */
function agoOf(time: Date, translate: Translate): string {
  const minutes = Math.max(0, Math.floor((Date.now() - time.getTime()) / 60_000));
  if (minutes < 1) return translate('server.ago.now');
  if (minutes < 60) return translate('server.ago.minutes', { count: minutes });
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return translate('server.ago.hours', { count: hours });
  return translate('server.ago.days', { count: Math.floor(hours / 24) });
}

export const terminalHandlers = handlers({
  vehicleContractsCount: instanceHandler<'vehicleContractsCount'>(async ({ scope, parameters }) => {
    const row = await scope.db
      .selectFrom('vehicles as v')
      .select('v.contracts_count as count')
      .where('v.id', '=', parameters.vehicleId)
      .executeTakeFirst();
    if (!row) throw notFound();
    return { count: row.count, managed: row.count > 0 };
  }),

  terminalHistory: instanceHandler<'terminalHistory'>(async ({ scope, parameters }) => {
    const { vehicleId, deviceId } = parameters;
    if (vehicleId === undefined && deviceId === undefined)
      throw invalid({ field: 'vehicleId', code: 'required', message: 'validation.required' });
    let rows = mounts(scope.db).limit(HISTORY);
    if (vehicleId !== undefined) rows = rows.where('m.vehicle_id', '=', vehicleId);
    if (deviceId !== undefined) rows = rows.where('d.device_id', '=', deviceId);
    return (await rows.execute()).map(shown);
  }),

  terminalLastLocation: instanceHandler<'terminalLastLocation'>(async ({ scope, parameters, translate }) => {
    const device = await scope.db
      .selectFrom('terminals')
      .select(['device_id', 'latitude', 'longitude', 'location_time', 'location_address'])
      .where('device_id', '=', parameters.deviceId)
      .executeTakeFirst();
    if (!device) throw notFound();
    // A device that never sent anything has no position.
    return {
      deviceId: device.device_id,
      address: device.location_address,
      latitude: device.latitude,
      longitude: device.longitude,
      coordinates:
        device.latitude === null || device.longitude === null
          ? null
          : `${device.latitude.toFixed(6)}, ${device.longitude.toFixed(6)}`,
      time: device.location_time?.toISOString() ?? null,
      ago: device.location_time && agoOf(device.location_time, translate),
    };
  }),

  terminalApply: instanceHandler<'terminalApply'>(({ scope, account, body }) =>
    scope.transaction(async (trx) => {
      const vehicle = await vehicleInService(trx, body.vehicleId);
      const terminal = await deviceOf(trx, account, { ...body, instanceId: vehicle.instance_id });
      const begin_time = new Date(body.beginTime);
      await requireFree(trx, { vehicleId: vehicle.id, terminalId: terminal.id, begin: begin_time });
      const after = await trx
        .insertInto('vehicle_terminals')
        .values({
          instance_id: vehicle.instance_id,
          vehicle_id: vehicle.id,
          terminal_id: terminal.id,
          begin_time,
          author: shortNameOf(account),
        })
        .returningAll()
        .executeTakeFirstOrThrow();
      await audit(trx, account, { entity: 'terminal', action: 'apply', after });
      return mountOf(trx, after.id);
    }),
  ),

  terminalUpdate: instanceHandler<'terminalUpdate'>(({ scope, account, body }) =>
    scope.transaction(async (trx) => {
      const row = await trx
        .selectFrom('vehicle_terminals')
        .selectAll()
        .where('id', '=', body.id)
        .forUpdate()
        .executeTakeFirst();
      const before = await requireFresh(row, body.version, () => mountOf(trx, body.id));
      const { instance_id: instanceId, vehicle_id: vehicleId } = before;
      await vehicleInService(trx, vehicleId);
      const terminal = await deviceOf(trx, account, { ...body, instanceId });
      const [begin, end] = [new Date(body.beginTime), body.endTime ? new Date(body.endTime) : null];
      await requireFree(trx, { vehicleId, terminalId: terminal.id, begin, end, except: before.id });
      const after = await trx
        .updateTable('vehicle_terminals')
        .set({
          terminal_id: terminal.id,
          begin_time: begin,
          end_time: end,
          version: before.version + 1,
          change_time: sql<Date>`now()`,
        })
        .where('id', '=', before.id)
        .returningAll()
        .executeTakeFirstOrThrow();
      await audit(trx, account, { entity: 'terminal', action: 'update', before, after });
      return mountOf(trx, after.id);
    }),
  ),

  terminalRemove: instanceHandler<'terminalRemove'>(({ scope, account, body }) =>
    scope.transaction(async (trx) => {
      const before = await trx
        .selectFrom('vehicle_terminals')
        .selectAll()
        .where('terminal_id', 'in', (eb) =>
          eb.selectFrom('terminals').select('id').where('device_id', '=', body.deviceId),
        )
        .where((eb) => eb.or([eb('end_time', 'is', null), eb('end_time', '>', sql<Date>`now()`)]))
        .where('begin_time', '<', sql<Date>`now()`)
        .forUpdate()
        .executeTakeFirst();
      if (!before) throw new Problem(409, 'terminalNotMounted', { values: { deviceId: body.deviceId } });
      const after = await trx
        .updateTable('vehicle_terminals')
        .set({ end_time: sql<Date>`now()`, version: before.version + 1, change_time: sql<Date>`now()` })
        .where('id', '=', before.id)
        .returningAll()
        .executeTakeFirstOrThrow();
      await audit(trx, account, { entity: 'terminal', action: 'remove', before, after });
      return mountOf(trx, after.id);
    }),
  ),
});
