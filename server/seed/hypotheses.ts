/** Hypotheses of planners in every status; calculated ones have routes found by the solver. */
import { sql, type Selectable } from 'kysely';
import type { Db } from '../database/connection.ts';
import type { HypothesisStatus, SolutionStatus, SolutionTable } from '../database/tables/hypotheses.ts';
import { actualOf } from '../modules/hypotheses/actual.ts';
import { readGround } from '../modules/hypotheses/ground.ts';
import { linesOf } from '../modules/hypotheses/lines.ts';
import { problemOf } from '../modules/hypotheses/problem.ts';
import { saveRoutes, totalsOf, type SolvedDay } from '../modules/hypotheses/saveRoutes.ts';
import { copySolution, replaceRoutes, sumsOf } from '../modules/hypotheses/moves.ts';
import { workOut } from '../modules/hypotheses/workOut.ts';
import { solveKept } from '../solver/kept.ts';
import { solve } from '../solver/solve.ts';
import { DEFAULT_TRAVEL, travelTimes } from '../travel/travel.ts';
import { dayFrom, startOf, TIME_ZONE, type Ground } from './ground.ts';
import { Random } from '../core/random.ts';
import type { SeedInstance, SeedVehicle } from './types.ts';

/** Number of search steps; not a time limit, so that each seed produces the same routes. */
const ITERATIONS = 200;

interface Plan {
  name: string;
  comment: string | null;
  status: HypothesisStatus;
  /** First day, relative to today, and number of days. */
  first: number;
  days: number;
  stands: number;
  units: number;
  config?: string;
  /** The last solution has a stop that was moved manually. */
  moved?: true;
  /** Solutions, oldest first; the last one has the status of the plan. */
  solutions: {
    type: 'CALCULATED' | 'RECALCULATED';
    status: SolutionStatus;
    config: string;
    error?: string;
  }[];
}

const calculated = (config: string, status: SolutionStatus = 'SUCCESS') =>
  ({ type: 'CALCULATED', status, config }) as const;

const PLANS: readonly Plan[] = [
  {
    name: 'ТКО на завтра, основной вариант',
    comment: 'Смены как по расписанию, выгрузка на ближайшем объекте',
    status: 'SUCCESS',
    first: 1,
    days: 1,
    stands: 80,
    units: 4,
    solutions: [
      calculated('FEWER_KILOMETRES'),
      { type: 'RECALCULATED', status: 'SUCCESS', config: 'FEWER_VEHICLES' },
    ],
  },
  {
    name: 'Неделя: хватит ли машин',
    comment: 'Собрать задачи до среды',
    status: 'DRAFT',
    first: 1,
    days: 3,
    stands: 18,
    units: 2,
    solutions: [],
  },
  {
    name: 'Дальние площадки на выходные',
    comment: null,
    status: 'ERROR',
    first: 3,
    days: 1,
    stands: 10,
    units: 1,
    solutions: [{ ...calculated('LOWEST_COST', 'ERROR'), error: 'travelGone' }],
  },
  {
    name: 'Две машины вместо трёх',
    comment: 'Остановлен: вариант отклонён на планёрке',
    status: 'CANCELED',
    first: 1,
    days: 1,
    stands: 14,
    units: 2,
    solutions: [calculated('FEWER_VEHICLES', 'CANCELED')],
  },
  {
    name: 'Утренний объезд, правка диспетчера',
    comment: 'Одна площадка передана второй машине',
    status: 'SUCCESS',
    first: 0,
    days: 1,
    stands: 14,
    units: 2,
    moved: true,
    solutions: [calculated('FEWER_KILOMETRES')],
  },
  ...(['QUEUED', 'IN_PLANNING', 'IN_PROCESS', 'CANCELING', 'DELETING'] as const).map((status, i) => ({
    name: [
      'Пригород, вторая смена',
      'Частный сектор',
      'Центр до 7 утра',
      'Промзона',
      'Старый вариант ноября',
    ][i]!,
    comment: null,
    status,
    first: 2,
    days: 1,
    stands: 4,
    units: 1,
    solutions: [calculated('FEWER_KILOMETRES', status)],
  })),
];

/** Operators and carriers plan; the first operator has hypotheses in every status, the others a draft. */
export async function seedHypotheses(db: Db, instances: readonly SeedInstance[]): Promise<void> {
  const planning = instances.filter(({ type }) => type === 'RO' || type === 'CARRIER');
  for (const [i, instance] of planning.entries()) {
    const plans = i === 0 ? PLANS : PLANS.filter(({ status }) => status === 'DRAFT');
    // A separate stream: plans do not change other data.
    const random = new Random(420 + i);
    for (const plan of plans) await seedPlan(db, instance, random, plan);
  }
}

async function seedPlan(db: Db, instance: SeedInstance, random: Random, plan: Plan): Promise<void> {
  const { ground } = instance;
  const { instanceId: instance_id, today } = ground;
  const author = await authorOf(db, instance_id);
  const id = random.uuid();
  const days = Array.from({ length: plan.days }, (_, i) => dayFrom(today, plan.first + i));
  const change_time = startOf(today);
  await db
    .insertInto('hypotheses')
    .values({
      id,
      instance_id,
      name: plan.name,
      comment: plan.comment,
      begin_date: days[0]!,
      end_date: days.at(-1)!,
      author_id: author.id,
      author: author.name,
      status: plan.status,
      config: plan.solutions.at(-1)?.config ?? 'FEWER_KILOMETRES',
      max_calculation_time: 60,
      change_time,
    })
    .execute();
  for (const day of days) {
    const dayId = random.uuid();
    await db
      .insertInto('v_days')
      .values({ id: dayId, instance_id, hypothesis_id: id, day, change_time })
      .execute();
    await tasksOf(db, { hypothesis: id, day: dayId, stands: plan.stands, salt: plan.name }, instance_id);
    await unitsOf(db, instance, random, { hypothesis: id, dayId, day, count: plan.units });
  }
  // Inserting tasks and units resets the flag.
  if (plan.status === 'SUCCESS')
    await db.updateTable('hypotheses').set({ valid: true }).where('id', '=', id).execute();
  await solutionsOf(db, ground, random, id, plan, author);
}

async function authorOf(db: Db, instanceId: string): Promise<{ id: string | null; name: string }> {
  const { rows } = await sql<{ id: string; name: string }>`
    select a.id, a.last_name || ' ' || left(a.first_name, 1) || '. ' || left(a.middle_name, 1) || '.' as name
    from accounts a where a.instance_id = ${instanceId}
    order by a.login = 'planner' desc, a.login = 'carrier' desc, a.login limit 1`.execute(db);
  return rows[0] ?? { id: null, name: 'Плановик' };
}

/** Adds tasks for the containers of some stands, chosen by a hash, so that the same data produce the same plan. */
async function tasksOf(
  db: Db,
  { hypothesis, day, stands, salt }: { hypothesis: string; day: string; stands: number; salt: string },
  instanceId: string,
): Promise<void> {
  await sql`
    insert into v_task_items (id, instance_id, hypothesis_id, v_day_id, evacuation_point_id, container_type,
      container_action, count, volume, time_from, time_to, change_time)
    select md5(${day} || e.id || c.container_type)::uuid, e.instance_id, ${hypothesis}, ${day}, e.id,
      c.container_type, 'EMPTY', count(*), count(*) * t.volume,
      case when hashtext(e.id::text) % 3 = 0 then '07:00'::time end,
      case when hashtext(e.id::text) % 3 = 0 then '15:00'::time end, now()
    from evacuation_points e
    join containers c on c.evacuation_point_id = e.id and c.end_date is null
    join container_types t on t.instance_id = c.instance_id and t.code = c.container_type
    where e.instance_id = ${instanceId} and e.stand_id in (
      select s.id from stands s where s.instance_id = ${instanceId} and s.status = 'ACTIVE'
      order by md5(s.id || ${salt}) limit ${stands})
    group by e.id, c.container_type, t.volume`.execute(db);
}

interface Units {
  hypothesis: string;
  dayId: string;
  day: string;
  count: number;
}

/** Adds shifts from 07:00 to 16:00, or an hour later. */
async function unitsOf(
  db: Db,
  { ground, fleet, driverIds, places }: SeedInstance,
  random: Random,
  { hypothesis, dayId, day, count }: Units,
): Promise<void> {
  const { instanceId: instance_id } = ground;
  const collecting = fleet.filter(({ type }) => type === 'REAR_LOADER' || type === 'SIDE_LOADER');
  const chosen = (collecting.length > 0 ? collecting : fleet).slice(0, Math.min(count, driverIds.length));
  const points = await unloadingOf(db, instance_id);
  for (const [i, vehicle] of chosen.entries()) {
    const id = random.uuid();
    const begin = new Date(`${day}T0${4 + (i % 2)}:00:00Z`);
    await db
      .insertInto('v_units')
      .values(unitRow(id, vehicle, i, begin))
      .execute();
    const point = points[i % points.length];
    if (point)
      await db
        .insertInto('v_unit_unloading_points')
        .values({ instance_id, v_unit_id: id, unloading_point_id: point, position: 1 })
        .execute();
  }

  function unitRow(id: string, { id: vehicle_id }: SeedVehicle, i: number, begin_time: Date) {
    const parking = places.parkings[i % places.parkings.length]!.id;
    return {
      id,
      instance_id,
      hypothesis_id: hypothesis,
      v_day_id: dayId,
      vehicle_id,
      driver_id: driverIds[i]!,
      begin_time,
      end_time: new Date(begin_time.getTime() + 9 * 3_600_000),
      start_point_id: parking,
      parking_point_id: parking,
      change_time: startOf(ground.today),
    };
  }
}

async function unloadingOf(db: Db, instanceId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('unloading_point_garbage_types')
    .select('unloading_point_id as id')
    .where('instance_id', '=', instanceId)
    .where('garbage_type', '=', 'MSW')
    .orderBy('unloading_point_id')
    .execute();
  return rows.map(({ id }) => id);
}

async function solutionsOf(
  db: Db,
  { instanceId: instance_id, today }: Ground,
  random: Random,
  hypothesis_id: string,
  { name, solutions, moved }: Plan,
  author: { id: string | null; name: string },
): Promise<void> {
  let before: string | null = null;
  for (const [i, { type, status, config, error }] of solutions.entries()) {
    const row: Selectable<SolutionTable> = await db
      .insertInto('solutions')
      .values({
        id: random.uuid(),
        instance_id,
        hypothesis_id,
        name: `${name} · ${i + 1}`,
        type,
        status,
        create_time: new Date(startOf(today).getTime() - (solutions.length - i) * 1_200_000),
        author_id: author.id,
        author: author.name,
        start_id: before,
        error_key: error ?? null,
        progress: status === 'IN_PROCESS' ? 0.4 : status === 'SUCCESS' ? 1 : 0,
        config,
        max_calculation_time: 60,
        traffic_jams: true,
        toll_roads: true,
        ferry_crossing: false,
        same_order_time_window: true,
        experience: 'IGNORE',
        experience_threshold: 1,
        change_time: startOf(today),
        job_id: null,
        score: null,
        unplanned_count: null,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    if (status === 'SUCCESS' || status === 'CANCELED') await solved(db, row, i + 1);
    if (moved) await movedByHand(db, row, author);
    else if (status === 'SUCCESS' && i === 0) await groupOf(db, row, name);
    before = row.id;
  }
}

/** Adds routes found by the solver, as a calculation does. */
async function solved(db: Db, row: Selectable<SolutionTable>, seed: number): Promise<void> {
  const travel = travelTimes(DEFAULT_TRAVEL);
  const ground = await readGround(db, row, TIME_ZONE);
  const days: SolvedDay[] = [];
  const descent: object[] = [];
  for (const day of ground.days) {
    const problem = await problemOf(ground, day, row, travel);
    const found = ({ fraction, unassigned, vehicles, cost }: Parameters<Found>[0]) =>
      descent.push({ seconds: Math.round(fraction * 600) / 10, unplanned: unassigned, vehicles, cost });
    days.push({ problem, solution: solve(problem.problem, { iterations: ITERATIONS, seed, found }) });
  }
  await saveRoutes(db, row, days, await linesOf(days, travel));
  const actual = await actualOf(db, row, TIME_ZONE, travel);
  await db
    .updateTable('solutions')
    .set({
      ...totalsOf(days),
      descent: JSON.stringify(descent.slice(-60)),
      actual: actual && JSON.stringify(actual),
    })
    .where('id', '=', row.id)
    .execute();
}

/** Copies a solution and moves the first stop of a route to another shift that accepts it, or out of all routes. */
async function movedByHand(
  db: Db,
  source: Selectable<SolutionTable>,
  author: { id: string | null; name: string },
): Promise<void> {
  const travel = travelTimes(DEFAULT_TRAVEL);
  const own = await copySolution(db, author, source, `${source.name} · вручную`);
  const { rows } = await sql<{ task: string; unit: string | null }>`
    select s.v_task_item_id as task, u.id as unit from v_routes r
    join v_route_stops s on s.v_route_id = r.id and s.order_number = 1
    left join v_units u on u.hypothesis_id = ${source.hypothesis_id} and u.id <> r.v_unit_id
    where r.solution_id = ${own.id} order by r.number, u.id nulls last`.execute(db);
  const ground = { travel, timeZone: TIME_ZONE, solve: solveKept };
  const choices = [...rows, ...rows.slice(0, 1).map(({ task }) => ({ task, unit: null }))];
  for (const { task: vTaskItemId, unit: vUnitId } of choices) {
    const move = await workOut(db, ground, own, { vTaskItemId, vUnitId, position: null });
    if (move.solution.unassigned.length > 0) continue;
    const lines = await linesOf([{ problem: move.day, solution: move.solution }], travel);
    await replaceRoutes(db, own, move, lines, author.name);
    await db
      .updateTable('solutions')
      .set({ ...(await sumsOf(db, own.id)), create_time: new Date(source.create_time.getTime() + 1_200_000) })
      .where('id', '=', own.id)
      .execute();
    return;
  }
}

/** Saves the first route of a solution as a point group in the folder of the hypothesis. */
async function groupOf(db: Db, { id, instance_id }: Selectable<SolutionTable>, name: string): Promise<void> {
  await sql`
    with route as (
      select r.id, r.colour, r.day || ' ' || r.number || ' ' || v.reg_number as name
      from v_routes r join vehicles v on v.id = r.vehicle_id where r.solution_id = ${id} order by r.number limit 1
    ), folder as (
      insert into point_group_directories (id, instance_id, root, name, path)
      select md5('folder ' || ${id})::uuid, ${instance_id}, 'HYPOTHESIS', ${name}, '{}' from route returning id
    ), made as (
      insert into point_groups (id, instance_id, root, directory_id, name, colour, strict_sequence)
      select md5('group ' || ${id})::uuid, ${instance_id}, 'HYPOTHESIS', f.id, r.name, r.colour, true
      from route r cross join folder f returning id
    ), points as (
      insert into point_group_elements (point_group_id, evacuation_point_id, instance_id, position)
      select m.id, x.point, ${instance_id}, row_number() over (order by x.place)
      from made m cross join (select i.evacuation_point_id as point, min(s.position) as place
        from route r join v_route_stops s on s.v_route_id = r.id
        join v_task_items i on i.id = s.v_task_item_id group by 1) x
    )
    insert into solution_point_groups (instance_id, solution_id, v_route_id, point_group_id)
    select ${instance_id}, ${id}, r.id, m.id from route r cross join made m`.execute(db);
}

type Found = NonNullable<Parameters<typeof solve>[1]['found']>;
