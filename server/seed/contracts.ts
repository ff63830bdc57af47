/** Contracts of one instance with their limits, districts and vehicles. */
import type { Transaction } from 'kysely';
import type { Database } from '../database/schema.ts';
import { startOf } from './ground.ts';
import { Inserter } from './insert.ts';
import * as names from './names.ts';
import type { Random } from '../core/random.ts';
import type { SeedCustomer, SeedInstance } from './types.ts';

const DAY_MS = 86_400_000;
/** Most contracts with log entries; more would add nothing to a huge seed. */
const AUDIT_LIMIT = 1000;

const TYPES = [
  ['COLLECTION', 30],
  ['GENERATION', 28],
  ['UTILIZATION', 10],
  ['SOIL', 6],
  ['SERVICE', 8],
  ['MANAGE', 6],
  ['ACCOUNTING', 4],
  ['WASH_MANAGE', 3],
  ['WASH', 5],
] as const;

const TITLES: Record<string, string> = {
  COLLECTION: 'Транспортирование ТКО',
  GENERATION: 'Обращение с ТКО',
  UTILIZATION: 'Размещение отходов',
  SOIL: 'Вывоз грунта',
  SERVICE: 'Обслуживание контейнерных площадок',
  MANAGE: 'Управление отходами',
  ACCOUNTING: 'Учёт объёмов ТКО',
  WASH_MANAGE: 'Организация мойки контейнеров',
  WASH: 'Мойка контейнеров',
};

const SEGMENTS = [
  ['HOUSING', 30],
  ['BUDGET', 14],
  ['RETAIL', 20],
  ['CATERING', 10],
  ['INDUSTRY', 9],
  ['OFFICE', 8],
  ['CONSTRUCTION', 5],
  ['GARDENING', 4],
] as const;

const DISTRICTS = [
  'CENTRAL',
  'NORTHERN',
  'SOUTHERN',
  'EASTERN',
  'WESTERN',
  'ZARECHNY',
  'LENINSKY',
  'OKTYABRSKY',
  'PRIVOKZALNY',
  'PROMYSHLENNY',
  'SADOVY',
  'UNIVERSITETSKY',
];

const LIMIT_UNITS = { VOLUME: 'M3', WEIGHT: 'KG', COST: 'RUB', VISITS: 'PCS' } as const;
const LIMIT_VALUES = {
  VOLUME: [10, 900],
  WEIGHT: [500, 90_000],
  COST: [5000, 900_000],
  VISITS: [4, 360],
} as const;

const day = (date: Date) => date.toISOString().slice(0, 10);
const plus = (date: Date, days: number) => new Date(date.getTime() + days * DAY_MS);

interface Tables {
  contracts: Inserter;
  limits: Inserter;
  usage: Inserter;
  districts: Inserter;
  vehicles: Inserter;
  audit: Inserter;
}

/** Inserts `count` contracts and their parts. */
export async function contractsOf(
  trx: Transaction<Database>,
  random: Random,
  instance: SeedInstance,
  count: number,
  today: Date,
): Promise<void> {
  const tables: Tables = {
    contracts: new Inserter(trx, 'contracts'),
    limits: new Inserter(trx, 'contract_limits'),
    usage: new Inserter(trx, 'contract_limit_usage'),
    districts: new Inserter(trx, 'contract_districts'),
    vehicles: new Inserter(trx, 'contract_vehicles'),
    audit: new Inserter(trx, 'audit_log'),
  };
  // Parents before children: batches are written when this many contracts are ready.
  for (let i = 0; i < count; i += 1) {
    const contract = contractRow(random, instance, i, today);
    await tables.contracts.add(contract);
    await addParts(tables, random, instance, contract, today);
    if (i < AUDIT_LIMIT) await addAudit(tables.audit, contract);
    if (i % 500 === 499) await flush(tables);
  }
  await flush(tables);
}

async function flush(tables: Tables): Promise<void> {
  for (const table of Object.values(tables) as Inserter[]) await table.flush();
}

type ContractRow = ReturnType<typeof contractRow>;

function contractRow(random: Random, instance: SeedInstance, index: number, today: Date) {
  const type = random.weighted(TYPES);
  const [customer, supplier] = sides(random, instance, type);
  const begin = plus(today, -random.int(-60, 1500));
  const term = random.chance(0.15) ? null : 365 * random.int(1, 3);
  const autoRenewal = random.chance(0.35);
  let end = term === null ? null : plus(begin, term - 1);
  // A contract with automatic renewal has not expired.
  while (end && autoRenewal && end < today) end = plus(end, 365);
  const status = statusOf(random, begin, end, today);
  const client = customer === instance.ownerCustomer ? supplier : customer;
  const changed = new Date(
    Math.min(
      begin.getTime() + random.next() * 500 * DAY_MS,
      startOf(today).getTime() - random.int(60, 40_000) * 1000,
    ),
  );
  return {
    id: random.uuid(),
    instance_id: instance.id,
    number: `${instance.prefix}-${begin.getUTCFullYear()}/${String(index + 1).padStart(5, '0')}`,
    name: `${TITLES[type]}, ${client.shortName}`,
    code_1c: random.chance(0.6) ? `1C-${random.digits(8)}` : null,
    type,
    customer_id: customer.id,
    supplier_id: supplier.id,
    segment: random.chance(0.85) ? random.weighted(SEGMENTS) : null,
    effective_date: day(begin),
    expiration_date: end && day(end),
    auto_renewal: autoRenewal,
    responsible: random.chance(0.8) ? names.initials(names.person(random)) : null,
    contact_phone: random.chance(0.7) ? names.phone(random) : null,
    comment: random.chance(0.1) ? 'Оригинал договора хранится в бухгалтерии' : null,
    status,
    status_reason: status === 'BLOCKED' ? 'Просроченная задолженность' : null,
    changed_by: names.initials(names.person(random)),
    version: 1,
    change_time: changed.toISOString(),
  };
}

/** Returns customer and supplier: carriers work for the owner, it works for its clients; some contracts are others'. */
function sides(random: Random, instance: SeedInstance, type: string): [SeedCustomer, SeedCustomer] {
  const owner = instance.ownerCustomer;
  if (type === 'COLLECTION') return [owner, random.pick(instance.carriers)];
  const client = random.pick(instance.clients);
  if (random.chance(0.85)) return type === 'SERVICE' ? [owner, client] : [client, owner];
  const carrier = random.pick(instance.carriers);
  return carrier === client ? [client, owner] : [client, carrier];
}

function statusOf(random: Random, begin: Date, end: Date | null, today: Date): string {
  if (random.chance(0.05)) return 'REMOVED';
  if (end && end < today) return 'EXPIRED';
  if (begin > today) return 'INACTIVE';
  return random.weighted([
    ['ACTIVE', 91],
    ['BLOCKED', 9],
  ]);
}

async function addParts(
  tables: Tables,
  random: Random,
  instance: SeedInstance,
  contract: ContractRow,
  today: Date,
): Promise<void> {
  const common = {
    instance_id: instance.id,
    contract_id: contract.id,
    version: 1,
    change_time: contract.change_time,
  };
  if (random.chance(0.6)) {
    const kinds = new Set<string>();
    for (let i = random.int(1, 3); i > 0; i -= 1)
      await addLimit(tables, random, contract, { common, kinds, today });
  }
  if (random.chance(0.4)) {
    let rest = 100;
    for (const district of someOf(random, DISTRICTS, random.int(1, 4))) {
      const share = random.chance(0.3) ? rest : Math.max(1, Math.floor(rest * random.next()));
      if (rest < share || share < 1) break;
      rest -= share;
      await tables.districts.add({
        id: random.uuid(),
        ...common,
        district,
        share,
        effective_date: contract.effective_date,
        comment: random.chance(0.1) ? 'По соглашению сторон' : null,
      });
      if (rest === 0) break;
    }
  }
  if (random.chance(0.35)) {
    for (const [i, vehicleId] of someOf(random, instance.vehicleIds, random.int(1, 4)).entries()) {
      await tables.vehicles.add({
        id: random.uuid(),
        ...common,
        vehicle_id: vehicleId,
        begin_date: contract.effective_date,
        end_date: random.chance(0.4) ? contract.expiration_date : null,
        is_primary: i === 0,
      });
    }
  }
}

function someOf<T>(random: Random, list: readonly T[], count: number): T[] {
  const chosen = new Set<T>();
  while (chosen.size < Math.min(count, list.length)) chosen.add(random.pick(list));
  return [...chosen];
}

async function addLimit(
  tables: Tables,
  random: Random,
  contract: ContractRow,
  { common, kinds, today }: { common: object; kinds: Set<string>; today: Date },
): Promise<void> {
  const type = random.pick(['VOLUME', 'WEIGHT', 'COST', 'VISITS'] as const);
  const [low, high] = LIMIT_VALUES[type];
  const value = random.int(low, high);
  const id = random.uuid();
  const period = random.weighted([
    ['DAY', 1],
    ['MONTH', 5],
    ['YEAR', 3],
    ['CONTRACT', 3],
    ['UNLIMITED', 1],
  ]);
  // Never two limits of a kind for one period.
  if (kinds.has(`${type} ${period}`)) return;
  kinds.add(`${type} ${period}`);
  await tables.limits.add({
    id,
    ...common,
    type,
    unit: LIMIT_UNITS[type],
    value,
    period,
    effective_date: random.chance(0.7) ? contract.effective_date : null,
    expiration_date: random.chance(0.3) ? contract.expiration_date : null,
    balance: null,
    balance_time: null,
    comment: random.chance(0.15) ? 'По дополнительному соглашению' : null,
  });
  if (!random.chance(0.4)) return;
  for (let ago = random.int(5, 25); ago >= 0; ago -= 1) {
    const date = day(plus(today, -ago));
    if (date < contract.effective_date) continue;
    await tables.usage.add({
      limit_id: id,
      instance_id: contract.instance_id,
      usage_date: date,
      amount: Math.round((value * random.next() * 100) / 30) / 100,
      version: 1,
      change_time: contract.change_time,
    });
  }
}

async function addAudit(audit: Inserter, contract: ContractRow): Promise<void> {
  const entry = {
    instance_id: contract.instance_id,
    account_login: 'seed',
    entity: 'contract',
    entity_id: contract.id,
  };
  await audit.add({
    ...entry,
    // A contract is created before it begins.
    audit_time: [`${contract.effective_date}T09:00:00.000Z`, contract.change_time].toSorted()[0],
    action: 'create',
    after: contract,
  });
  if (contract.status === 'BLOCKED' || contract.status === 'REMOVED') {
    const action = contract.status === 'BLOCKED' ? 'block' : 'delete';
    await audit.add({ ...entry, audit_time: contract.change_time, action, after: contract });
  }
}
