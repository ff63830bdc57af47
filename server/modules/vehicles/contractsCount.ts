/** Contracts under which a vehicle works; those that are removed do not count. */
import { sql, type Expression, type RawBuilder } from 'kysely';

export function contractsOf(vehicleId: Expression<unknown>): RawBuilder<number> {
  return sql<number>`(select count(distinct c.contract_id) from contract_vehicles c
    join contracts k on k.id = c.contract_id where c.vehicle_id = ${vehicleId} and k.status <> 'REMOVED')`;
}
