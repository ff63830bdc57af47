/**
 * Manual changes of routes: stops are moved between routes, removed, added, and all of it can be undone. The calculated
 * solution stays: the first move copies it to a solution of type MANUAL, which further moves change.
 */
import { sql } from 'kysely';
import type { SolutionMovePreview, SolutionMoveSide } from '../../../schemas/generated/api.ts';
import { shortNameOf, type Account } from '../../access/accounts.ts';
import { handlers, instanceHandler } from '../../access/handler.ts';
import type { ScopedTransaction } from '../../access/scope.ts';
import { Problem } from '../../core/problems.ts';
import { makers } from '../../core/threadPool.ts';
import type { Db } from '../../database/connection.ts';
import { loadCaptions, type Captions } from '../../records/captions.ts';
import { audit } from '../../records/saving.ts';
import type { Translate } from '../../core/texts.ts';
import type { KeptProblem, solveKept } from '../../solver/kept.ts';
import { REASONS } from '../../solver/reasons.ts';
import type { TravelTimes } from '../../travel/port.ts';
import type { SolutionRow } from './ground.ts';
import { linesOf } from './lines.ts';
import { lockIdle } from './lock.ts';
import { requireSolution } from './routes.ts';
import { addRoutes, colourOf, insert, type Totals } from './saveRoutes.ts';
import { SETTING_COLUMNS } from './settings.ts';
import { lockSolution } from './solutions.ts';
import { changeSolution, followSolutions, requireState } from './states.ts';
import { figuresOf, workOut, type RequestedMove, type RouteFigures, type WorkedOut } from './workOut.ts';

/** Returns handlers that calculate moves with these travel times. */
export function moveHandlers(travel: TravelTimes) {
  const worked = async (
    { scope, account }: { scope: { db: Db }; account: Account },
    solution: SolutionRow,
    requested: RequestedMove,
  ): Promise<WorkedOut> => {
    requireState('move', solution.status);
    const { timeZone } = account.instance;
    const solve = (problem: KeptProblem) =>
      makers.use(account.id, (thread) =>
        thread.call<typeof solveKept>(new URL('../../solver/kept.ts', import.meta.url), 'solveKept', problem),
      );
    return workOut(scope.db.withoutPlugins(), { travel, timeZone, solve }, solution, requested);
  };
  return handlers({
    solutionMoveTargetList: instanceHandler<'solutionMoveTargetList'>(
      async ({ scope: { db }, parameters, translate }) => {
        await requireSolution(db, parameters.solutionId);
        const rows = await db
          .selectFrom('v_units as u')
          .innerJoin('vehicles as v', 'v.id', 'u.vehicle_id')
          .innerJoin('v_task_items as i', 'i.v_day_id', 'u.v_day_id')
          .leftJoin('v_routes as r', (join) =>
            join.onRef('r.v_unit_id', '=', 'u.id').on('r.solution_id', '=', parameters.solutionId),
          )
          .select(['u.id', 'v.reg_number', 'v.model', 'r.number'])
          .select(
            sql<number>`(select count(*) from v_route_stops s where s.v_route_id = r.id and s.kind = 'TASK')::integer`.as(
              'tasks',
            ),
          )
          .where('i.id', '=', parameters.vTaskItemId)
          .orderBy('r.number')
          .orderBy('v.reg_number')
          .execute();
        return rows.map(({ id, number, reg_number: vehicle, model, tasks }) => ({
          id,
          routeNumber: number,
          taskCount: tasks,
          name: translate(number === null ? 'server.moveTargetEmpty' : 'server.moveTarget', {
            number: number ?? 0,
            vehicle: `${model} ${vehicle}`,
            count: tasks,
          }),
        }));
      },
    ),

    solutionMovePreview: instanceHandler<'solutionMovePreview'>(async (call) => {
      const { scope, parameters, locale, translate } = call;
      const { solutionId, vTaskItemId, vUnitId = null, position = null } = parameters;
      const solution = await requireSolution(scope.db, solutionId);
      const move = await worked(call, solution, { vTaskItemId, vUnitId, position });
      const captions = await loadCaptions(scope.db, locale);
      return previewOf(scope.db.withoutPlugins(), solution.id, move, captions, translate);
    }),

    solutionMove: instanceHandler<'solutionMove'>(async (call) => {
      const { scope, account, parameters, body, operations, locale, translate } = call;
      const { vTaskItemId, vUnitId = null, position = null, version } = body;
      const solution = await requireSolution(scope.db, parameters.solutionId);
      if (version !== undefined && version !== solution.version) throw new Problem(412, 'stale');
      const move = await worked(call, solution, { vTaskItemId, vUnitId, position });
      const [fault] = move.solution.unassigned;
      if (fault) {
        const captions = await loadCaptions(scope.db, locale);
        const reasons = reasonsOf(move, captions).map(({ caption }) => caption);
        throw new Problem(409, 'moveViolates', { values: { reasons: reasons.join(', ') } });
      }
      const lines = await linesOf([{ problem: move.day, solution: move.solution }], travel);
      const solutionId = await scope.transaction(async (trx) => {
        const before = await lockSolution(trx, solution.id);
        // The move was calculated for the routes of that version.
        if (before.version !== solution.version || before.needs_recalculation)
          throw new Problem(412, 'stale');
        await lockIdle(trx, before.hypothesis_id);
        const own =
          before.type === 'MANUAL'
            ? before
            : await copyOf(trx, account, before, translate('server.solutionManual', { name: before.name }));
        await keep(trx, account, own, move, lines);
        return own.id;
      });
      return operations.read('solutionGet', { solutionId }) as never;
    }),

    solutionMoveUndo: instanceHandler<'solutionMoveUndo'>(async (call) => {
      const { scope, account, parameters, operations } = call;
      const { solutionId } = parameters;
      await scope.transaction(async (trx) => {
        const before = await lockSolution(trx, solutionId);
        requireState('move', before.status);
        await lockIdle(trx, before.hypothesis_id);
        if (before.needs_recalculation) throw new Problem(409, 'solutionOld');
        await takeBack(trx, account, before);
      });
      return operations.read('solutionGet', { solutionId }) as never;
    }),
  });
}

const minutes = (from: Date, to: Date) => Math.round((to.getTime() - from.getTime()) / 60_000);
const rounded = (value: number) => Math.round(value * 100) / 100;

/** Returns the reasons for unplanned stops, in order of precedence. */
function reasonsOf({ solution }: WorkedOut, captions: Captions) {
  const found = new Set(solution.unassigned.flatMap(({ reasons }) => reasons));
  return REASONS.filter((reason) => found.has(reason)).map((reason) =>
    captions.value('excludedPointReasons', reason),
  );
}

async function previewOf(
  db: Db,
  solutionId: string,
  move: WorkedOut,
  captions: Captions,
  translate: Translate,
): Promise<SolutionMovePreview> {
  const { day, solution, from, to, moved } = move;
  const units = [...new Set([from, to])].filter((id) => id !== null);
  const stored = await figuresOf(db, solutionId, units);
  const names = await namesOf(db, units);
  const allowed = solution.unassigned.length === 0;
  const side = (unit: string | null): SolutionMoveSide | null => {
    if (unit === null) return null;
    const before = stored.get(unit);
    const route = solution.routes.find(({ vehicle }) => day.units[vehicle - 1]!.id === unit);
    const last = route?.steps.at(-1);
    const finish =
      last && new Date(day.day.midnight.getTime() + (last.arrival + last.waiting_time + last.service) * 1000);
    const tasks = route?.steps.flatMap(({ type, id }) => (type === 'job' ? day.visits[id! - 1]!.tasks : []));
    return {
      vUnitId: unit,
      name: names.get(unit)!,
      taskCountBefore: before?.tasks ?? 0,
      taskCount: tasks?.length ?? 0,
      distanceBefore: before?.distance ?? 0,
      distance: rounded((route?.distance ?? 0) / 1000),
      costBefore: before?.cost ?? 0,
      cost: rounded(route?.cost ?? 0),
      finishTime: finish?.toISOString() ?? null,
      later: finish && before ? minutes(before.finish, finish) : null,
    };
  };
  const sides = units.map((unit) => side(unit)!);
  const change = (now: 'cost' | 'distance', was: 'costBefore' | 'distanceBefore') =>
    rounded(sides.reduce((all, one) => all + one[now] - one[was], 0));
  const reasons = reasonsOf(move, captions);
  return {
    allowed,
    // The cost of a route that breaks a rule would mislead the user.
    costChange: allowed ? change('cost', 'costBefore') : null,
    distanceChange: allowed ? change('distance', 'distanceBefore') : null,
    unplannedChange: (to === null ? moved.length : 0) - (from === null ? moved.length : 0),
    stopCount: moved.length,
    violations: reasons,
    mend: allowed ? null : reasons.map(({ name }) => translate(`server.mend.${name}`)).join(' '),
    from: from === to ? null : side(from),
    to: side(to),
  };
}

async function namesOf(db: Db, units: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; name: string }>`
    select u.id, v.model || ' ' || v.reg_number as name from v_units u join vehicles v on v.id = u.vehicle_id
    where u.id = any(${units}::uuid[])`.execute(db);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

async function copyOf(
  trx: ScopedTransaction,
  account: Account,
  source: SolutionRow,
  name: string,
): Promise<SolutionRow> {
  const author = { id: account.id, name: shortNameOf(account) };
  const copy = await copySolution(trx.withoutPlugins(), author, source, name);
  await audit(trx, account, { entity: 'solution', action: 'create', after: copy });
  await followSolutions(trx, source.hypothesis_id);
  return copy;
}

/** Copies a solution with its routes, as a manual one. */
export async function copySolution(
  whole: Db,
  author: { id: string | null; name: string },
  { id: source }: { id: string },
  name: string,
): Promise<SolutionRow> {
  const settings = sql.join(SETTING_COLUMNS.map((column) => sql.ref(column)));
  const { rows } = await sql<{ id: string }>`
    insert into solutions (instance_id, hypothesis_id, name, type, status, author_id, author, start_id, progress,
      vehicle_count, run_count, distance, duration, score, unplanned_count, actual, not_considered, ${settings})
    select instance_id, hypothesis_id, ${name}, 'MANUAL', 'SUCCESS', ${author.id}, ${author.name}, id, 1,
      vehicle_count, run_count, distance, duration, score, unplanned_count, actual, not_considered, ${settings}
    from solutions where id = ${source} returning id`.execute(whole);
  const { id } = rows[0]!;
  const copied = (column: string) => sql`md5(${id} || ${sql.ref(column)})::uuid`;
  const route = sql`number, v_unit_id, day, vehicle_id, driver_id, colour, start_time, finish_time, distance,
    driving_time, service_time, waiting_time, volume, mass, fill, cost, line`;
  await sql`insert into v_routes (id, instance_id, solution_id, ${route})
    select ${copied('id')}, instance_id, ${id}, ${route} from v_routes where solution_id = ${source}`.execute(
    whole,
  );
  const run = sql`number, unloading_point_id, task_count, distance, volume, mass`;
  const stop = sql`position, run_number, kind, order_number, v_task_item_id, visit_point_id, container_type, count,
    volume, arrival_time, waiting_time, service_time, load_volume, load_mass, distance`;
  for (const [table, columns] of [
    ['v_runs', run],
    ['v_route_stops', stop],
  ] as const)
    await sql`insert into ${sql.table(table)} (id, instance_id, v_route_id, ${columns})
      select ${copied('id')}, instance_id, ${copied('v_route_id')}, ${columns} from ${sql.table(table)}
      where v_route_id in (select id from v_routes where solution_id = ${source})`.execute(whole);
  await sql`insert into solution_unplanned_items (instance_id, solution_id, v_task_item_id, reasons, cut_off, by_hand)
    select instance_id, ${id}, v_task_item_id, reasons, cut_off, by_hand from solution_unplanned_items
    where solution_id = ${source}`.execute(whole);
  return whole.selectFrom('solutions').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}

/** Rows that a move replaced. */
interface Replaced {
  units: string[];
  routes: object[];
  runs: object[];
  stops: object[];
  unplanned: object[];
}

async function keep(
  trx: ScopedTransaction,
  account: Account,
  own: SolutionRow,
  move: WorkedOut,
  lines: ReadonlyMap<string, object>,
): Promise<void> {
  await replaceRoutes(trx.withoutPlugins(), own, move, lines, shortNameOf(account));
  await sumUp(trx, account, own, 'move');
}

/** Replaces the routes of the units and saves the previous ones for undo. */
export async function replaceRoutes(
  whole: Db,
  own: SolutionRow,
  { day, solution, moved, from, to }: WorkedOut,
  lines: ReadonlyMap<string, object>,
  author: string,
): Promise<void> {
  const units = [...new Set([from, to])].filter((id) => id !== null);
  const before = await figuresOf(whole, own.id, units);
  const replaced = await read(whole, own.id, units, moved);
  const { rows } = await sql<{ last: number }>`
    select coalesce(max(number), 0)::integer as last from v_routes where solution_id = ${own.id}`.execute(
    whole,
  );
  await removeRoutes(whole, own.id, units);
  await addRoutes(whole, own, { problem: day, solution }, lines, (unit) =>
    lookOf(before.get(unit), rows[0]!),
  );
  await sql`delete from solution_unplanned_items
    where solution_id = ${own.id} and v_task_item_id = any(${moved}::uuid[])`.execute(whole);
  if (to === null)
    await sql`insert into solution_unplanned_items (instance_id, solution_id, v_task_item_id, reasons, by_hand)
      select ${own.instance_id}, ${own.id}, x, '{}', true from unnest(${moved}::uuid[]) x`.execute(whole);
  await sql`insert into solution_moves (instance_id, solution_id, number, author, replaced)
    select ${own.instance_id}, ${own.id}, coalesce(max(number), 0) + 1, ${author},
      ${JSON.stringify(replaced)}::jsonb
    from solution_moves where solution_id = ${own.id}`.execute(whole);
}

const lookOf = (known: RouteFigures | undefined, { last }: { last: number }) =>
  known ?? { number: last + 1, colour: colourOf(last + 1) };

async function read(
  db: Db,
  solutionId: string,
  units: readonly string[],
  moved: readonly string[],
): Promise<Replaced> {
  const { rows } = await sql<Omit<Replaced, 'units'>>`
    with own as (select * from v_routes where solution_id = ${solutionId} and v_unit_id = any(${units}::uuid[]))
    select (select coalesce(jsonb_agg(to_jsonb(r)), '[]') from own r) as routes,
      (select coalesce(jsonb_agg(to_jsonb(n)), '[]') from v_runs n where n.v_route_id in (select id from own)) as runs,
      (select coalesce(jsonb_agg(to_jsonb(s)), '[]') from v_route_stops s
        where s.v_route_id in (select id from own)) as stops,
      (select coalesce(jsonb_agg(to_jsonb(x)), '[]') from solution_unplanned_items x
        where x.solution_id = ${solutionId} and x.v_task_item_id = any(${moved}::uuid[])) as unplanned`.execute(
    db,
  );
  return { units: [...units], ...rows[0]! };
}

const removeRoutes = (db: Db, solutionId: string, units: readonly string[]) =>
  sql`delete from v_routes where solution_id = ${solutionId} and v_unit_id = any(${units}::uuid[])`.execute(
    db,
  );

/** Restores the routes exactly as they were before the last move. */
async function takeBack(trx: ScopedTransaction, account: Account, own: SolutionRow): Promise<void> {
  const whole = trx.withoutPlugins();
  const { rows } = await sql<{ replaced: Replaced }>`
    delete from solution_moves where id = (select id from solution_moves where solution_id = ${own.id}
      order by number desc limit 1) returning replaced`.execute(whole);
  const [last] = rows;
  if (!last) throw new Problem(409, 'moveNoneLeft');
  const { units, routes, runs, stops, unplanned } = last.replaced;
  const { rows: tasks } = await sql<{ id: string }>`select s.v_task_item_id as id from v_routes r
    join v_route_stops s on s.v_route_id = r.id
    where r.solution_id = ${own.id} and r.v_unit_id = any(${units}::uuid[]) and s.kind = 'TASK'`.execute(
    whole,
  );
  await removeRoutes(whole, own.id, units);
  await insert(whole, 'v_routes', routes);
  await insert(whole, 'v_runs', runs);
  await insert(whole, 'v_route_stops', stops);
  // Tasks of the replaced and of the restored routes become planned or unplanned again, as they were before the move.
  const planned = stops.flatMap((stop) => (stop as { v_task_item_id: string | null }).v_task_item_id ?? []);
  await sql`delete from solution_unplanned_items where solution_id = ${own.id}
    and v_task_item_id = any(${[...planned, ...tasks.map(({ id }) => id)]}::uuid[])`.execute(whole);
  await insert(whole, 'solution_unplanned_items', unplanned);
  await sumUp(trx, account, own, 'undo');
}

/** Updates the sums of a solution from its routes. */
async function sumUp(
  trx: ScopedTransaction,
  account: Account,
  own: SolutionRow,
  action: 'move' | 'undo',
): Promise<void> {
  const after = await changeSolution(trx, own.id, await sumsOf(trx.withoutPlugins(), own.id));
  await audit(trx, account, { entity: 'solution', action, before: own, after: after! });
}

/** Returns the sums of the routes of a solution, as columns. */
export async function sumsOf(db: Db, id: string): Promise<Totals> {
  const { rows } = await sql<Record<'vehicles' | 'runs' | 'distance' | 'duration' | 'cost' | 'left', number>>`
    select count(*)::integer as vehicles, coalesce(sum(distance), 0)::float8 as distance,
      coalesce(round(sum(extract(epoch from finish_time - start_time))), 0)::integer as duration,
      coalesce(sum(cost), 0)::float8 as cost,
      (select count(*) from v_runs n join v_routes r on r.id = n.v_route_id
        where r.solution_id = ${id})::integer as runs,
      (select count(*) from solution_unplanned_items where solution_id = ${id})::integer as "left"
    from v_routes where solution_id = ${id}`.execute(db);
  const { vehicles, runs, distance, duration, cost, left } = rows[0]!;
  return {
    vehicle_count: vehicles,
    run_count: runs,
    distance: Math.round(distance * 1000) / 1000,
    duration,
    score: rounded(cost),
    unplanned_count: left,
  };
}
