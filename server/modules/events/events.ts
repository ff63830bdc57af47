/** Events reported by other systems. */
import { handlers, instanceHandler } from '../../access/handler.ts';
import { unknownValue } from '../../core/problems.ts';
import { recordEvent } from '../../records/recordEvent.ts';

export const eventHandlers = handlers({
  eventExternal: instanceHandler<'eventExternal'>(({ scope, account, body }) =>
    scope.transaction(async (trx) => {
      const instanceId = account.instance.id;
      const exists = async (table: 'vehicles' | 'staff', id: string) =>
        trx
          .selectFrom(table)
          .select('id')
          .where('id', '=', id)
          .where('instance_id', '=', instanceId)
          .executeTakeFirst();
      const { vehicleId, driverId } = body;
      if (vehicleId && !(await exists('vehicles', vehicleId))) throw unknownValue('vehicleId');
      if (driverId && !(await exists('staff', driverId))) throw unknownValue('driverId');
      const id = await recordEvent(trx, {
        instanceId,
        meta: 'EXTERNAL_MESSAGE',
        source: 'EXTERNAL',
        sourceName: body.sourceDisplayableName,
        severity: body.severity,
        accountId: account.id,
        values: { text: body.text },
        ...(vehicleId && { vehicleId }),
        ...(driverId && { driverId }),
        ...(body.time !== undefined && { time: new Date(body.time) }),
      });
      return { id };
    }),
  ),
});
