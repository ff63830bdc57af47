/** Fills an empty database with plausible data; the same seed and day produce the same data. */
import { sql, type Transaction } from 'kysely';
import type { PasswordCost } from '../access/passwords.ts';
import type { Db } from '../database/connection.ts';
import type { Database } from '../database/schema.ts';
import { demoInstances, type DemoInstance } from './accounts.ts';
import { seedAgreements } from './agreements.ts';
import { collectionOf } from './collection.ts';
import { contractPartsOf } from './contractParts.ts';
import { contractsOf } from './contracts.ts';
import { containerPoliciesOf, customerRow } from './customers.ts';
import { seedAccounts } from './demoAccounts.ts';
import { fleetOf } from './fleet.ts';
import { groundOf, TIME_ZONE } from './ground.ts';
import { seedHypotheses } from './hypotheses.ts';
import { Inserter } from './insert.ts';
import * as names from './names.ts';
import { seedInventories } from './inventories.ts';
import { linkParties } from './parties.ts';
import { staffOf } from './people.ts';
import { resultsOf } from './results.ts';
import { seedCarrierResults } from './carrierResults.ts';
import { placesOf } from './places.ts';
import { seedPointGroups } from './pointGroups.ts';
import { seedReports } from './reports.ts';
import { seedRoadLimits } from './roadLimits.ts';
import { Random } from '../core/random.ts';
import { dayIn } from '../core/dayIn.ts';
import type { SeedCustomer, SeedInstance, SeedVehicle } from './types.ts';
import { weighingsOf } from './weighings.ts';

export interface SeedOptions {
  /** Multiplies the 2,000 contracts. */
  scale?: number;
  /** The day around which the data are generated; today if not given. */
  today?: string;
  passwordCost?: PasswordCost;
}

const CUSTOMERS = 400;
const CONTRACTS = 2000;
/** Key of the advisory lock that keeps two nodes from seeding at once; the number is arbitrary. */
const LOCK = 7_302_027;

/** Seeds the database if it contains no instance yet. Returns whether it did. */
export async function seed(db: Db, options: SeedOptions = {}): Promise<boolean> {
  const today = new Date(`${options.today ?? dayIn(TIME_ZONE)}T00:00:00Z`);
  const scale = options.scale ?? 1;
  const done = await db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(${LOCK})`.execute(trx);
    if (await trx.selectFrom('instances').select('id').limit(1).executeTakeFirst()) return false;
    const random = new Random(20_130);
    const instances: SeedInstance[] = [];
    for (const demo of demoInstances) instances.push(await seedInstance(trx, random, demo, scale, today));
    await linkParties(trx, instances);
    await seedAccounts(trx, random, instances, options.passwordCost);
    for (const instance of instances) {
      const count = Math.round((CONTRACTS * scale * instance.share) / 100);
      await contractsOf(trx, random, instance, count, today);
      await contractPartsOf(instance.ground);
    }
    await collectionOf(trx, instances);
    await seedAgreements(trx, today);
    await seedInventories(trx, today);
    await seedCarrierResults(trx, today);
    for (const instance of instances) await weighingsOf(instance);
    await seedPointGroups(trx);
    // The closed roads affect the solutions.
    await seedRoadLimits(trx, today);
    await seedHypotheses(trx, instances);
    for (const { ground, type } of instances) if (type === 'RO') await resultsOf(ground);
    await seedReports(trx, today);
    return true;
  });
  // Fresh tables have no statistics yet; without them the planner estimates badly.
  if (done) await sql`analyze`.execute(db);
  return done;
}

async function seedInstance(
  trx: Transaction<Database>,
  random: Random,
  demo: DemoInstance,
  scale: number,
  today: Date,
): Promise<SeedInstance> {
  const id = random.uuid();
  const { name, type } = demo;
  await trx
    .insertInto('instances')
    .values({ id, name, type, footer_text: `${demo.owner.shortName}, ${today.getUTCFullYear()}` })
    .execute();
  const ground = groundOf(trx, demo, id, today, scale);
  const { latitude, longitude } = ground.city;
  await trx
    .insertInto('app_properties')
    .values({ instance_id: id, name: 'map.center', value: `${latitude}, ${longitude}`, type: 'CUSTOM' })
    .execute();
  const customers = new Inserter(trx, 'customers');
  const taken = new Set<string>();
  const addCustomer = async (company: names.Company): Promise<SeedCustomer> => {
    const row = customerRow(random, ground, company, taken);
    await customers.add(row);
    return { id: row.id, shortName: row.short_name };
  };
  const ownerCustomer = await addCustomer({ kind: 'LEGAL', person: null, ...demo.owner });
  const clients: SeedCustomer[] = [];
  // The number of customers grows more slowly than that of contracts.
  const count = Math.round((CUSTOMERS * Math.max(1, scale ** 0.75) * demo.share) / 100);
  for (let i = 1; i < count; i += 1) clients.push(await addCustomer(names.company(random)));
  await customers.flush();
  await trx
    .updateTable('instances')
    .set({ owner_customer_id: ownerCustomer.id })
    .where('id', '=', id)
    .execute();
  const fleet = vehiclesOf(random, demo.vehicles);
  const vehicleIds = fleet.map(({ id: vehicleId }) => vehicleId);
  const carriers = clients.slice(0, Math.max(2, Math.round(demo.share / 5)));
  const places = await placesOf(ground);
  const driverIds = await staffOf(ground, places.divisionIds);
  await fleetOf(ground, fleet, places, driverIds, { owner: ownerCustomer, carriers });
  await containerPoliciesOf(ground, clients);
  return { ...demo, id, ownerCustomer, clients, carriers, vehicleIds, ground, places, fleet, driverIds };
}

function vehiclesOf(random: Random, count: number): SeedVehicle[] {
  const vehicles = new Map<string, SeedVehicle>();
  while (vehicles.size < count) {
    const vehicle = names.vehicle(random);
    if (!vehicles.has(vehicle.regNumber)) vehicles.set(vehicle.regNumber, { id: random.uuid(), ...vehicle });
  }
  return [...vehicles.values()];
}
