/** Stands with their evacuation points, containers, schedules and plans. */
import { sql } from 'kysely';
import { dayFrom, type Ground } from './ground.ts';
import { Inserter } from './insert.ts';
import type { SeedLocation } from './places.ts';
import { placeIn } from './whereabouts.ts';

const SCHEDULES = [
  { name: 'Ежедневно', kind: 'EVERYDAY', week_days: [], weeks: [] },
  { name: 'Пн, ср, пт', kind: 'EVERY_WEEK', week_days: [1, 3, 5], weeks: [] },
  { name: 'Вт, чт, сб', kind: 'EVERY_WEEK', week_days: [2, 4, 6], weeks: [] },
  { name: 'Пн, чт', kind: 'EVERY_WEEK', week_days: [1, 4], weeks: [] },
  { name: '1-я и 3-я суббота месяца', kind: 'NUMBERED_WEEKS', week_days: [6], weeks: [1, 3] },
  { name: 'Последняя пятница месяца', kind: 'NUMBERED_WEEKS', week_days: [5], weeks: [5] },
] as const;

/** Indexes of SCHEDULES: rarely emptied kinds of garbage, and the rest. */
const RARE = [4, 5];
const OFTEN = [0, 1, 1, 2, 2, 3, 3, 3, 3, 3, 3];

const POINTS = [
  { garbage: 'MSW', name: 'ТКО', types: ['EURO_1100', 'EURO_1100', 'STEEL_0750', 'EURO_0660'], share: 1 },
  { garbage: 'BULKY', name: 'КГО', types: ['SKIP_8'], share: 0.12 },
  { garbage: 'PLASTIC', name: 'Раздельный сбор', types: ['EURO_0240', 'EURO_0660'], share: 0.15 },
] as const;

interface Tables {
  visitPoints: Inserter;
  stands: Inserter;
  points: Inserter;
  containers: Inserter;
  plans: Inserter;
}

export async function standsOf(ground: Ground, locations: readonly SeedLocation[]): Promise<void> {
  const { trx } = ground;
  const scheduleIds = await schedulesOf(ground);
  const contracts = await standingContracts(ground);
  // Parents before children.
  const tables: Tables = {
    visitPoints: new Inserter(trx, 'visit_points'),
    stands: new Inserter(trx, 'stands'),
    points: new Inserter(trx, 'evacuation_points'),
    containers: new Inserter(trx, 'containers'),
    plans: new Inserter(trx, 'contract_plans'),
  };
  const count = ground.scaled(300, 6);
  for (let i = 1; i <= count; i += 1) {
    await standOf(ground, tables, i, locations, scheduleIds, contracts);
    if (i % 500 === 0) await flush(tables);
  }
  await flush(tables);
}

async function flush(tables: Tables): Promise<void> {
  for (const table of Object.values(tables) as Inserter[]) await table.flush();
}

async function schedulesOf(ground: Ground): Promise<string[]> {
  const schedules = new Inserter(ground.trx, 'schedules');
  const periods = new Inserter(ground.trx, 'schedule_periods');
  const ids: string[] = [];
  for (const { name, ...period } of SCHEDULES) {
    const schedule = { ...ground.row(), name };
    ids.push(schedule.id);
    await schedules.add(schedule);
    const common = { schedule_id: schedule.id, time_from: null, time_to: null };
    await periods.add({
      ...ground.row(),
      ...common,
      excluded: false,
      ...period,
      begin_date: null,
      end_date: null,
    });
    // Nothing is emptied on New Year's Day. The coming week never includes one, so that there is a plan for tomorrow.
    const holiday = `${Number(dayFrom(ground.today, 7).slice(0, 4)) + 1}-01-01`;
    const off = { kind: 'EVERYDAY', week_days: [], weeks: [], begin_date: holiday, end_date: holiday };
    await periods.add({ ...ground.row(), ...common, excluded: true, ...off });
  }
  await schedules.flush();
  await periods.flush();
  return ids;
}

/** Contracts under which waste is collected. */
function standingContracts(ground: Ground) {
  return (
    ground.trx
      .selectFrom('contracts')
      .select(['id', 'effective_date'])
      .where('instance_id', '=', ground.instanceId)
      .where('type', 'in', ['COLLECTION', 'GENERATION'])
      .where('status', '=', 'ACTIVE')
      // Ordered by the counter at the end of the number: the year before it depends on the day of the seed.
      .orderBy(sql`right(number, 5)`)
      .limit(500)
      .execute()
  );
}

async function standOf(
  ground: Ground,
  tables: Tables,
  index: number,
  locations: readonly SeedLocation[],
  scheduleIds: readonly string[],
  contracts: readonly { id: string; effective_date: string }[],
): Promise<void> {
  const { random, today } = ground;
  const location = random.pick(locations);
  const number = `КП-${String(index).padStart(5, '0')}`;
  const begin_date = dayFrom(today, -random.int(200, 2000));
  const closed = random.chance(0.03);
  const place = {
    ...ground.row(),
    type: 'STAND',
    name: `Контейнерная площадка ${number}`,
    location_id: location.id,
    ...placeIn(ground.town, random, location.name),
  };
  await tables.visitPoints.add(place);
  await tables.stands.add({
    ...ground.row(),
    id: place.id,
    number,
    kind: random.pick(['OPEN', 'OPEN', 'FENCED', 'UNDERGROUND']),
    status: closed ? 'CLOSED' : 'ACTIVE',
    residential: random.pick(['APARTMENTS', 'APARTMENTS', 'PRIVATE', 'NON_RESIDENTIAL']),
    sector: `SECTOR_${random.int(1, 6)}`,
    responsible: random.pick(['MANAGEMENT_COMPANY', 'MUNICIPALITY', 'OWNER']),
    surface: random.pick(['CONCRETE', 'ASPHALT', 'GROUND']),
    area: random.int(4, 40),
    fenced: random.chance(0.7),
    roofed: random.chance(0.3),
    begin_date,
    end_date: closed ? dayFrom(today, -random.int(1, 100)) : null,
  });
  for (const kind of POINTS) {
    if (!random.chance(kind.share)) continue;
    const point = {
      ...ground.row(),
      stand_id: place.id,
      garbage_type: kind.garbage,
      name: kind.name,
      time_from: random.chance(0.4) ? '07:00' : null,
    };
    await tables.points.add({ ...point, time_to: point.time_from && '22:00' });
    await containersOf(
      ground,
      tables,
      { id: point.id, begin_date, number: `${number}/${kind.garbage}` },
      kind.types,
    );
    // Some points are emptied on request only.
    if (contracts.length === 0 || !random.chance(0.7)) continue;
    const contract = random.pick(contracts);
    await tables.plans.add({
      ...ground.row(),
      contract_id: contract.id,
      evacuation_point_id: point.id,
      schedule_id: scheduleIds[random.pick(kind.garbage === 'BULKY' ? RARE : OFTEN)],
      container_action: 'EMPTY',
      begin_date: begin_date > contract.effective_date ? begin_date : contract.effective_date,
      end_date: null,
      comment: null,
    });
  }
}

async function containersOf(
  ground: Ground,
  tables: Tables,
  point: { id: string; begin_date: string; number: string },
  types: readonly string[],
): Promise<void> {
  const container_type = ground.random.pick(types);
  const count = container_type === 'SKIP_8' ? 1 : ground.random.int(1, 3);
  for (let i = 1; i <= count; i += 1) {
    await tables.containers.add({
      ...ground.row(),
      evacuation_point_id: point.id,
      container_type,
      number: `${point.number}-${i}`,
      owner_customer_id: null,
      begin_date: point.begin_date,
      end_date: null,
    });
  }
}
