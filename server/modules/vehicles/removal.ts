/** Takes a removed vehicle out of service: throws while contracts or shifts need it, and frees its terminal. */
import { sql } from 'kysely';
import { Problem } from '../../core/problems.ts';
import type { Change } from '../../records/change.ts';
import type { OwnRow } from '../../records/rows.ts';

export async function leaveService({ id }: OwnRow, { trx, action }: Change<unknown>): Promise<void> {
  if (action !== 'delete') return;
  const { contracts, units } = await trx
    .selectFrom('vehicles as v')
    .select([
      'v.contracts_count as contracts',
      sql<number>`(select count(*) from units u where u.vehicle_id = v.id and u.end_time > now())`.as(
        'units',
      ),
    ])
    .where('v.id', '=', id)
    .executeTakeFirstOrThrow();
  if (contracts > 0) throw new Problem(409, 'vehicleInContracts', { values: { count: contracts } });
  if (units > 0) throw new Problem(409, 'vehicleInUnits', { values: { count: units } });
  await trx
    .deleteFrom('vehicle_terminals')
    .where('vehicle_id', '=', id)
    .where('begin_time', '>=', sql<Date>`now()`)
    .execute();
  await trx
    .updateTable('vehicle_terminals')
    .set({ end_time: sql<Date>`now()`, version: sql<number>`version + 1`, change_time: sql<Date>`now()` })
    .where('vehicle_id', '=', id)
    .where((eb) => eb.or([eb('end_time', 'is', null), eb('end_time', '>', sql<Date>`now()`)]))
    .execute();
}
