/** Fills an empty database with plausible data; the same seed and day give the same data. */
import { sql, type Transaction } from 'kysely';
import { hashPassword, type PasswordCost } from '../access/passwords.ts';
import type { Db } from '../database/connection.ts';
import type { Database } from '../database/schema.ts';
import { DEMO_PASSWORD, demoAccounts, demoInstances, type DemoInstance } from './accounts.ts';
import { contractsOf } from './contracts.ts';
import { Inserter } from './insert.ts';
import * as names from './names.ts';
import { Random } from './random.ts';
import type { SeedCustomer, SeedInstance } from './types.ts';

export interface SeedOptions {
  /** Multiplies the 2,000 contracts. */
  scale?: number;
  /** The day around which the data lie; today if not given. */
  today?: string;
  passwordCost?: PasswordCost;
}

const CUSTOMERS = 400;
const CONTRACTS = 2000;
const DAY_MS = 86_400_000;
/** Any number will do; it keeps two nodes from seeding at once. */
const LOCK = 7_302_027;

/** Seeds the database if it holds no instance yet. Returns whether it did. */
export async function seed(db: Db, options: SeedOptions = {}): Promise<boolean> {
  const today = new Date(`${options.today ?? new Date().toISOString().slice(0, 10)}T00:00:00Z`);
  const scale = options.scale ?? 1;
  const done = await db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(${LOCK})`.execute(trx);
    if (await trx.selectFrom('instances').select('id').limit(1).executeTakeFirst()) return false;
    const random = new Random(20_130);
    const instances: SeedInstance[] = [];
    for (const demo of demoInstances) instances.push(await seedInstance(trx, random, demo, scale, today));
    await seedAccounts(trx, random, instances, options.passwordCost);
    for (const instance of instances) {
      const count = Math.round((CONTRACTS * scale * instance.share) / 100);
      await contractsOf(trx, random, instance, count, today);
    }
    return true;
  });
  // Fresh tables have no statistics yet, and the planner guesses badly without them.
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
  const customers = new Inserter(trx, 'customers');
  const taken = new Set<string>();
  const addCustomer = async (company: names.Company): Promise<SeedCustomer> => {
    const row = customerRow(random, id, company, today, taken);
    await customers.add(row);
    return { id: row.id, shortName: row.short_name };
  };
  const ownerCustomer = await addCustomer({ kind: 'LEGAL', person: null, ...demo.owner });
  const clients: SeedCustomer[] = [];
  // The number of customers grows slower than that of their contracts.
  const count = Math.round((CUSTOMERS * Math.max(1, scale ** 0.75) * demo.share) / 100);
  for (let i = 1; i < count; i += 1) clients.push(await addCustomer(names.company(random)));
  await customers.flush();
  await trx
    .updateTable('instances')
    .set({ owner_customer_id: ownerCustomer.id })
    .where('id', '=', id)
    .execute();
  const vehicles = new Inserter(trx, 'vehicles');
  const vehicleIds: string[] = [];
  const plates = new Set<string>();
  while (vehicleIds.length < demo.vehicles) {
    const vehicle = names.vehicle(random);
    if (plates.has(vehicle.regNumber)) continue;
    plates.add(vehicle.regNumber);
    const vehicleId = random.uuid();
    vehicleIds.push(vehicleId);
    const { regNumber, model, type: vehicleType } = vehicle;
    await vehicles.add({
      id: vehicleId,
      instance_id: id,
      reg_number: regNumber,
      model,
      type: vehicleType,
      version: 1,
      change_time: today.toISOString(),
    });
  }
  await vehicles.flush();
  const carriers = clients.slice(0, Math.max(2, Math.round(demo.share / 5)));
  return { ...demo, id, ownerCustomer, clients, carriers, vehicleIds };
}

function customerRow(
  random: Random,
  instanceId: string,
  company: names.Company,
  today: Date,
  taken: Set<string>,
) {
  const { kind, person } = company;
  let tin: string | null = names.tin(random, kind);
  while (taken.has(tin)) tin = names.tin(random, kind);
  taken.add(tin);
  const registrationNumber = kind === 'INDIVIDUAL' ? null : names.registrationNumber(random, kind, tin);
  const legal = names.address(random);
  const status = random.weighted([
    ['ACTIVE', 90],
    ['BLOCKED', 4],
    ['INACTIVE', 6],
  ]);
  const registrationCode = kind === 'LEGAL' ? names.registrationCode(random, tin) : null;
  // Not every private person tells a tax number.
  if (kind === 'INDIVIDUAL' && random.chance(0.4)) tin = null;
  return {
    id: random.uuid(),
    instance_id: instanceId,
    kind,
    name: company.name,
    short_name: company.shortName,
    tin,
    registration_code: registrationCode,
    registration_number: registrationNumber,
    code: random.chance(0.7) ? `00-${random.digits(6)}` : null,
    uuid_agreed: random.chance(0.3),
    vip: random.chance(0.06),
    actual_address: random.chance(0.7) ? legal : names.address(random),
    legal_address: legal,
    phone: names.phone(random),
    mail: random.chance(0.6) ? `info${random.int(1, 9999)}@example.ru` : null,
    site: random.chance(0.2) ? `https://company${random.int(1, 9999)}.example.ru` : null,
    person_last_name: person?.lastName ?? null,
    person_first_name: person?.firstName ?? null,
    person_middle_name: person?.middleName ?? null,
    days_kind: random.chance(0.7) ? 'WORKDAY' : 'CALENDAR',
    claim_submission_days: random.int(0, 14),
    claim_consideration_days: random.int(0, 30),
    status,
    status_account: names.initials(names.person(random)),
    status_reason: status === 'BLOCKED' ? 'Просроченная задолженность' : null,
    version: 1,
    change_time: new Date(today.getTime() - random.next() * 900 * DAY_MS).toISOString(),
  };
}

async function seedAccounts(
  trx: Transaction<Database>,
  random: Random,
  instances: SeedInstance[],
  cost: PasswordCost | undefined,
): Promise<void> {
  // One hash for all: their password is the same and known, and hashing takes long by design.
  const hash = await hashPassword(DEMO_PASSWORD, cost);
  for (const demo of demoAccounts) {
    const instance = instances.find((each) => each.key === demo.instance);
    if (!instance) throw new Error(`No instance for the account ${demo.login}`);
    const ids = { account: random.uuid(), staff: random.uuid(), role: random.uuid() };
    const instance_id = instance.id;
    const name = { last_name: demo.lastName, first_name: demo.firstName, middle_name: demo.middleName };
    await trx
      .insertInto('staff')
      .values({ id: ids.staff, instance_id, ...name })
      .execute();
    await trx
      .insertInto('accounts')
      .values({
        id: ids.account,
        instance_id,
        login: demo.login,
        password_hash: hash,
        ...name,
        staff_id: ids.staff,
      })
      .execute();
    await trx
      .insertInto('roles')
      .values({ id: ids.role, instance_id, name: demo.role, description: null })
      .execute();
    for (const permission of demo.permissions) {
      await trx.insertInto('role_permissions').values({ role_id: ids.role, permission }).execute();
    }
    await trx.insertInto('account_roles').values({ account_id: ids.account, role_id: ids.role }).execute();
  }
  const first = instances[0];
  if (first) {
    await trx
      .insertInto('host_instances')
      .values({ host: `${first.key}.localhost`, instance_id: first.id })
      .execute();
  }
}
