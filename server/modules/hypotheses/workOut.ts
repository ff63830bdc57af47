/**
 * Calculates routes after a manual move of a stop. The solver replans the affected routes with every stop bound to its
 * route and position; it only decides where to unload and where to rest. It leaves out a moved stop that does not fit,
 * with the same reasons as any other.
 */
import { sql } from 'kysely';
import { invalid, notFound, Problem } from '../../core/problems.ts';
import type { Db } from '../../database/connection.ts';
import type { KeptProblem } from '../../solver/kept.ts';
import type { Solution } from '../../solver/solution.ts';
import { TravelError, type TravelTimes } from '../../travel/port.ts';
import { travelProblem } from '../../travel/problem.ts';
import { readGround, type SolutionRow } from './ground.ts';
import { readRoutes } from './planJob.ts';
import { problemOf, visitsOf, type DayProblem, type StartRoutes, type Visit } from './problem.ts';

/** Requested target of a stop: a unit, or out of all routes. */
export interface RequestedMove {
  vTaskItemId: string;
  vUnitId: string | null;
  /** Number of the stop in its new route; null: the cheapest position. */
  position: number | null;
}

export interface WorkedOut {
  day: DayProblem;
  /** Solution of the affected units only. */
  solution: Solution;
  /** Virtual tasks of the moved visit. */
  moved: readonly string[];
  /** Source and target unit; equal when only the position changes. */
  from: string | null;
  to: string | null;
}

/** Dependencies of the calculation of a move. */
export interface MoveGround {
  travel: TravelTimes;
  timeZone: string;
  solve: (problem: KeptProblem) => Solution | Promise<Solution>;
}

/** Enough to choose unloading places; the order is fixed. */
const STEPS = 120;
const PATIENCE_MS = 5_000;
/** Priority of the other stops: the moved one is left out before any of them. */
const STAYS = 100;

/** @throws Problem where the solution, the task and the unit do not match */
export async function workOut(
  db: Db,
  { travel, timeZone, solve }: MoveGround,
  solution: SolutionRow,
  requested: RequestedMove,
): Promise<WorkedOut> {
  if (solution.needs_recalculation) throw new Problem(409, 'solutionOld');
  const ground = await readGround(db, solution, timeZone);
  const task = ground.tasks.find(({ id }) => id === requested.vTaskItemId);
  if (!task) throw notFound();
  const unit =
    requested.vUnitId === null ? undefined : ground.units.find(({ id }) => id === requested.vUnitId);
  if (requested.vUnitId !== null && unit?.dayId !== task.dayId)
    throw invalid({ field: 'vUnitId', code: 'otherDay', message: 'server.moveOtherDay' });
  const tasks = ground.tasks.filter(({ dayId }) => dayId === task.dayId);
  const visits = visitsOf(tasks, solution.same_order_time_window);
  const visit = visits.find((one) => one.tasks.includes(task))!;
  const routes = await readRoutes(db, solution.id);
  const holds = (stops: readonly { id: string }[]) => stops.some(({ id }) => id === task.id);
  const from = [...routes].find(([, stops]) => holds(stops))?.[0] ?? null;
  const to = unit?.id ?? null;
  if (from === null && to === null) throw new Problem(409, 'moveNothing');
  const units = new Set([from, to].filter((id) => id !== null));
  const orders = ordersOf(visits, routes, units, visit, requested);
  const stays = [...orders.values()].flat();
  const part = {
    units,
    visits: visits.filter((one) => stays.includes(one) && (one !== visit || to !== null)),
    bind: (one: Visit, unitIds: readonly string[]) => {
      const at = one === visit ? to! : [...orders].find(([, order]) => order.includes(one))![0];
      const index = unitIds.indexOf(at) + 1;
      const order = orders.get(at)!.indexOf(one);
      const isFree = one === visit && requested.position === null;
      return {
        locked_vehicle: index,
        priority: one === visit ? 0 : STAYS,
        ...(!isFree && { sequence: { group: index, order } }),
      };
    },
  };
  const day = await dayOf(() =>
    problemOf(
      ground,
      ground.days.find(({ id }) => id === task.dayId)!,
      solution,
      travel,
      startOf(routes, visit),
      part,
    ),
  );
  const found = await solve({ problem: day.problem, iterations: STEPS, milliseconds: PATIENCE_MS });
  return { day, solution: found, moved: visit.tasks.map(({ id }) => id), from, to };
}

async function dayOf(make: () => Promise<DayProblem>): Promise<DayProblem> {
  try {
    return await make();
  } catch (error) {
    throw error instanceof TravelError ? travelProblem(error) : error;
  }
}

/** Returns the visits of the units in their new order. */
function ordersOf(
  visits: readonly Visit[],
  routes: StartRoutes,
  units: ReadonlySet<string>,
  moved: Visit,
  { vUnitId, position }: RequestedMove,
): Map<string, Visit[]> {
  const visitOfTask = new Map(visits.flatMap((visit) => visit.tasks.map(({ id }) => [id, visit] as const)));
  return new Map(
    [...units].map((unit) => {
      const found = (routes.get(unit) ?? []).flatMap(({ id }) => visitOfTask.get(id) ?? []);
      const rest = [...new Set(found)].filter((visit) => visit !== moved);
      if (unit !== vUnitId) return [unit, rest];
      return [unit, rest.toSpliced(placeOf(rest, position), 0, moved)];
    }),
  );
}

/** Returns the index of a position. Positions count tasks; a visit of several tasks is skipped as a whole. */
function placeOf(visits: readonly Visit[], position: number | null): number {
  let number = 1;
  for (const [i, { tasks }] of visits.entries()) {
    if (position !== null && number >= position) return i;
    number += tasks.length;
  }
  return visits.length;
}

/** Returns the current routes without the visit, and without unloadings of runs that would be empty. */
function startOf(routes: StartRoutes, { tasks }: Visit): StartRoutes {
  const ids = new Set(tasks.map(({ id }) => id));
  return new Map(
    [...routes].map(([unit, stops]) => {
      const rest = stops.filter(({ id }) => !ids.has(id));
      return [unit, rest.filter(({ kind }, i) => kind === 'TASK' || rest[i - 1]?.kind === 'TASK')];
    }),
  );
}

/** Figures of stored routes of some units. */
export interface RouteFigures {
  id: string;
  v_unit_id: string;
  number: number;
  colour: string;
  distance: number;
  cost: number;
  finish: Date;
  tasks: number;
}

/** Returns the figures by unit. */
export async function figuresOf(
  db: Db,
  solutionId: string,
  units: readonly string[],
): Promise<Map<string, RouteFigures>> {
  const { rows } = await sql<RouteFigures>`
    select r.id, r.v_unit_id, r.number, r.colour, r.distance, r.cost, r.finish_time as finish,
      (select count(*) from v_route_stops s where s.v_route_id = r.id and s.kind = 'TASK')::integer as tasks
    from v_routes r where r.solution_id = ${solutionId} and r.v_unit_id = any(${units}::uuid[])`.execute(db);
  return new Map(rows.map((row) => [row.v_unit_id, row]));
}
