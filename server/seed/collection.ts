/** Data that depend on contracts: stands with their plans, then the days around today. */
import { sql, type Transaction } from 'kysely';
import type { Database } from '../database/schema.ts';
import { daysOf } from './days.ts';
import { eventsOf } from './events.ts';
import { standsOf } from './stands.ts';
import type { SeedInstance } from './types.ts';

export async function collectionOf(
  trx: Transaction<Database>,
  instances: readonly SeedInstance[],
): Promise<void> {
  for (const { ground, places } of instances) await standsOf(ground, places.locations);
  // Without statistics of these tables the planner chooses bad join orders for task items.
  await sql`analyze contracts, visit_points, stands, evacuation_points, containers, contract_plans`.execute(
    trx,
  );
  for (const { ground, fleet, places, driverIds } of instances) {
    await daysOf(ground, fleet, places, driverIds);
    await eventsOf(ground, fleet, driverIds);
  }
}
