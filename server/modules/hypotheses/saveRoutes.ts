/** Replaces the stored routes, runs, stops and unplanned tasks of a solution by those that a solver found. */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../../database/connection.ts';
import type { Solution, SolutionRoute, Step } from '../../solver/solution.ts';
import type { PlannedUnit } from './ground.ts';
import { isCutOff, type DayProblem } from './problem.ts';
import { grouped } from '../../core/grouped.ts';

/** Colours of routes, distinguishable on a light and a dark map. */
const COLOURS = [
  '#1f77b4',
  '#e6550d',
  '#2ca02c',
  '#d62728',
  '#9467bd',
  '#8c564b',
  '#e377c2',
  '#17a2b8',
  '#b8860b',
  '#3f51b5',
  '#009688',
  '#c2185b',
] as const;

export interface SolvedDay {
  problem: DayProblem;
  solution: Solution;
}

/** Figures of a whole solution. */
export interface Totals {
  vehicle_count: number;
  run_count: number;
  distance: number;
  duration: number;
  score: number;
  unplanned_count: number;
}

export function totalsOf(days: readonly SolvedDay[]): Totals {
  const sum = (value: (day: SolvedDay) => number) => days.reduce((all, day) => all + value(day), 0);
  const vehicles = new Set(
    days.flatMap(({ problem, solution }) =>
      solution.routes.map((route) => `${problem.day.id} ${route.vehicle}`),
    ),
  );
  const shifts = days.flatMap(({ solution }) => solution.routes.map(lastingOf));
  return {
    vehicle_count: vehicles.size,
    run_count: sum(({ solution }) => solution.summary.runs),
    distance: Math.round(sum(({ solution }) => solution.summary.distance)) / 1000,
    duration: Math.round(shifts.reduce((all, one) => all + one, 0)),
    score: Math.round(sum(({ solution }) => solution.summary.cost) * 100) / 100,
    unplanned_count: sum(unplannedOf),
  };
}

/** Returns the duration of a route in seconds. */
function lastingOf({ steps }: SolutionRoute): number {
  const [first, last] = [steps[0]!, steps.at(-1)!];
  return last.arrival + last.waiting_time + last.service - first.arrival;
}

const unplannedOf = ({ problem, solution }: SolvedDay) =>
  solution.unassigned.reduce((all, { id }) => all + problem.visits[id - 1]!.tasks.length, 0);

interface Rows {
  routes: object[];
  runs: object[];
  stops: object[];
  unplanned: object[];
}

/** Number and colour by which a user recognizes a route. */
export interface RouteLook {
  number: number;
  colour: string;
}

/** Returns the colour of a new route. */
export const colourOf = (number: number): string => COLOURS[(number - 1) % COLOURS.length]!;

/** Replaces the routes of a solution; `lines` is their geometry by unit, once it is known. */
export async function saveRoutes(
  trx: Db,
  { id, instance_id }: { id: string; instance_id: string },
  days: readonly SolvedDay[],
  lines: ReadonlyMap<string, object> = new Map(),
): Promise<void> {
  const rows: Rows = { routes: [], runs: [], stops: [], unplanned: [] };
  const owner = { instance_id, version: 1, change_time: new Date().toISOString() };
  for (const day of days) {
    for (const route of day.solution.routes) {
      const number = rows.routes.length + 1;
      addRoute(rows, owner, id, day.problem, route, lines, { number, colour: colourOf(number) });
    }
    for (const { id: job, reasons } of day.solution.unassigned) {
      const visit = day.problem.visits[job - 1]!;
      const cut_off = isCutOff(day.problem, visit);
      for (const task of visit.tasks)
        rows.unplanned.push({
          instance_id,
          solution_id: id,
          v_task_item_id: task.id,
          reasons,
          cut_off,
        });
    }
  }
  await trx.deleteFrom('v_routes').where('solution_id', '=', id).execute();
  await trx.deleteFrom('solution_unplanned_items').where('solution_id', '=', id).execute();
  await insertRoutes(trx, rows);
  await insert(trx, 'solution_unplanned_items', (await withoutGone(trx, rows.unplanned, true)) as object[]);
}

/** Adds single routes to a solution. */
export async function addRoutes(
  trx: Db,
  { id, instance_id }: { id: string; instance_id: string },
  { problem, solution }: SolvedDay,
  lines: ReadonlyMap<string, object>,
  lookOf: (unit: string) => RouteLook,
): Promise<void> {
  const rows: Rows = { routes: [], runs: [], stops: [], unplanned: [] };
  const owner = { instance_id, version: 1, change_time: new Date().toISOString() };
  for (const route of solution.routes)
    addRoute(rows, owner, id, problem, route, lines, lookOf(problem.units[route.vehicle - 1]!.id));
  await insertRoutes(trx, rows);
}

async function insertRoutes(trx: Db, rows: Rows): Promise<void> {
  await insert(trx, 'v_routes', rows.routes);
  await insert(trx, 'v_runs', rows.runs);
  // The stop of a task that was deleted during the calculation keeps only its name.
  await insert(trx, 'v_route_stops', await withoutGone(trx, rows.stops));
}

type Task = { v_task_item_id?: string | null };

async function withoutGone(trx: Db, rows: object[], drop = false): Promise<object[]> {
  const ids = [...new Set(rows.flatMap((row) => (row as Task).v_task_item_id ?? []))];
  const { rows: found } = await sql<{ id: string }>`select id from v_task_items
    where id = any(${ids}::uuid[]) for key share`.execute(trx);
  if (found.length === ids.length) return rows;
  const there = new Set(found.map(({ id }) => id));
  const isGone = ({ v_task_item_id: id }: Task) => id != null && !there.has(id);
  if (drop) return rows.filter((row) => !isGone(row as Task));
  return rows.map((row) => (isGone(row as Task) ? { ...row, v_task_item_id: null } : row));
}

/** Inserts rows unchanged; a batch is sent as one JSON parameter. */
export async function insert(trx: Db, table: string, rows: readonly object[]): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const columns = sql.join(Object.keys(first).map((column) => sql.ref(column)));
  await sql`insert into ${sql.table(table)} (${columns})
    select ${columns} from json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::json)`.execute(
    trx,
  );
}

function addRoute(
  rows: Rows,
  owner: { instance_id: string; version: number; change_time: string },
  solution: string,
  day: DayProblem,
  route: SolutionRoute,
  lines: ReadonlyMap<string, object>,
  { number, colour }: RouteLook,
): void {
  const unit = day.units[route.vehicle - 1]!;
  const id = randomUUID();
  const at = (seconds: number) =>
    new Date(day.day.midnight.getTime() + Math.round(seconds) * 1000).toISOString();
  const steps = route.steps;
  const stops = stopsOf(day, unit, steps).map((stop, i) => ({
    id: randomUUID(),
    ...owner,
    v_route_id: id,
    position: i + 1,
    ...stop,
    arrival_time: at(stop.arrival_time),
  }));
  const runs = runsOf(day, steps);
  const [volume = 0, mass = 0] = route.pickup;
  const room = unit.volume * Math.max(1, runs.length);
  const last = steps.at(-1)!;
  rows.routes.push({
    id,
    ...owner,
    solution_id: solution,
    number,
    v_unit_id: unit.id,
    day: day.day.day,
    vehicle_id: unit.vehicle,
    driver_id: unit.driver,
    colour,
    start_time: at(steps[0]!.arrival),
    finish_time: at(last.arrival + last.waiting_time + last.service),
    distance: kilometres(route.distance),
    driving_time: Math.round(route.duration),
    service_time: Math.round(route.service),
    waiting_time: Math.round(route.waiting_time),
    volume: rounded(volume),
    mass: rounded(mass),
    fill: room > 0 ? Math.min(100, Math.round((volume / room) * 10_000) / 100) : 0,
    cost: Math.round(route.cost * 100) / 100,
    line: lines.get(unit.id) ?? null,
  });
  rows.runs.push(...runs.map((run) => ({ id: randomUUID(), ...owner, v_route_id: id, ...run })));
  rows.stops.push(...stops);
}

const kilometres = (metres: number) => Math.round(metres) / 1000;
const rounded = (value: number) => Math.round(value * 1000) / 1000;

const KINDS = {
  start: 'START',
  job: 'TASK',
  unloading: 'UNLOADING',
  break: 'BREAK',
  driving_break: 'BREAK',
  end: 'END',
} as const;

/** Returns the stops of a route; a visit for several tasks is one stop per task, numbered across runs. */
function stopsOf(day: DayProblem, unit: PlannedUnit, steps: readonly Step[]) {
  let order = 0;
  return steps.flatMap((step) => {
    const common = {
      run_number: step.run,
      kind: KINDS[step.type],
      load_volume: rounded(step.load[0] ?? 0),
      load_mass: rounded(step.load[1] ?? 0),
      distance: kilometres(step.distance),
    };
    const plain = {
      ...common,
      order_number: null as number | null,
      v_task_item_id: null as string | null,
      visit_point_id: placeOf(day, unit, step),
      container_type: null as string | null,
      count: null as number | null,
      volume: null as number | null,
      arrival_time: step.arrival,
      waiting_time: Math.round(step.waiting_time),
      service_time: Math.round(step.service),
    };
    if (step.type !== 'job') return [plain];
    const { tasks } = day.visits[step.id! - 1]!;
    let from = step.arrival;
    return tasks.map((task, i) => {
      const waiting = i === 0 ? Math.round(step.waiting_time) : 0;
      const stop = {
        ...plain,
        order_number: (order += 1),
        v_task_item_id: task.id,
        visit_point_id: task.stand,
        container_type: task.container,
        count: task.count,
        volume: rounded(task.volume),
        arrival_time: from,
        waiting_time: waiting,
        service_time: task.service,
      };
      from += waiting + task.service;
      return stop;
    });
  });
}

function placeOf(day: DayProblem, unit: PlannedUnit, { type, id }: Step): string | null {
  if (type === 'unloading') return day.unloadings[id! - 1] ?? null;
  if (type === 'start') return unit.start?.id ?? null;
  return type === 'end' ? (unit.parking?.id ?? null) : null;
}

/** Returns the runs of a route: from the start or an unloading to the next unloading. */
function runsOf(day: DayProblem, steps: readonly Step[]) {
  const runs: {
    number: number;
    unloading_point_id: string | null;
    task_count: number;
    distance: number;
    volume: number;
    mass: number;
  }[] = [];
  const groups = grouped(steps, ({ run }) => run);
  let before = 0;
  for (const [number, group] of groups) {
    const jobs = group.filter(({ type }) => type === 'job');
    const end = group.findLast(({ type }) => type === 'unloading') ?? group.at(-1)!;
    if (jobs.length === 0) continue;
    const tasks = jobs.flatMap(({ id }) => day.visits[id! - 1]!.tasks);
    runs.push({
      number,
      unloading_point_id: end.type === 'unloading' ? (day.unloadings[end.id! - 1] ?? null) : null,
      task_count: tasks.length,
      distance: kilometres(end.distance - before),
      volume: rounded(tasks.reduce((all, task) => all + task.volume, 0)),
      mass: rounded(tasks.reduce((all, task) => all + task.mass, 0)),
    });
    before = end.distance;
  }
  return runs;
}
