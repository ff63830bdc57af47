/** The steps of a route, as VROOM lists them. */
import { BREAK, JOB, REST, UNLOADING, type Model } from './model.ts';
import type { Problem, Vehicle } from './problem.ts';
import type { Route } from './route.ts';
import type { Step } from './solution.ts';
import { timetable, travel } from './timetable.ts';

const TYPES = { [JOB]: 'job', [UNLOADING]: 'unloading', [BREAK]: 'break', [REST]: 'driving_break' } as const;

/** Returns the steps of a route; `delivery` is the total amount the route brings: its load at the start. */
export function stepsOf(problem: Problem, model: Model, route: Route, delivery: readonly number[]): Step[] {
  const vehicle = problem.vehicles[route.truck.index]!;
  const matrices = problem.matrices[vehicle.profile ?? 'car']!;
  const { arrival, begin } = timetable(model, route);
  const load = [...delivery];
  const steps: Step[] = [];
  let [duration, distance, run] = [0, 0, 1];
  for (let k = 0; k < route.length; k++) {
    const node = route.sequence[k]!;
    const [from, to] = [route.location[Math.max(0, k - 1)]!, route.location[k]!];
    if (k > 0) duration += travel(model, route, k);
    distance += k > 0 ? (matrices.distances?.[from]?.[to] ?? 0) : 0;
    const isEdge = k === 0 || k === route.length - 1;
    if (isEdge && to === model.locations - 1 && k > 0) continue;
    carry(problem, model, node, load);
    steps.push({
      ...named(problem, model, vehicle, isEdge ? (k ? 'end' : 'start') : node),
      ...(to < model.locations - 1 && { location_index: to }),
      arrival: arrival[k]!,
      duration,
      distance,
      setup: 0,
      service: model.nodes.service[node]!,
      waiting_time: begin[k]! - arrival[k]!,
      load: [...load],
      violations: [],
      run,
    });
    if (model.nodes.kind[node] === UNLOADING) run++;
  }
  return route.location[0] === model.locations - 1 ? steps.slice(1) : steps;
}

/** Updates the load with the amounts of a node. */
function carry(problem: Problem, model: Model, node: number, load: number[]): void {
  if (node < model.stops) {
    const { pickup, delivery } = problem.jobs[node]!;
    for (let d = 0; d < load.length; d++) load[d]! += (pickup?.[d] ?? 0) - (delivery?.[d] ?? 0);
  } else if (model.nodes.kind[node] === UNLOADING) load.fill(0);
}

/** Returns type, id and other fields of the problem for the node of a step. */
function named(
  problem: Problem,
  model: Model,
  vehicle: Vehicle,
  node: number | 'start' | 'end',
): Pick<Step, 'type' | 'id' | 'description' | 'location'> {
  if (node === 'start' || node === 'end') return { type: node };
  const { kind, source } = model.nodes;
  const type = TYPES[kind[node] as keyof typeof TYPES];
  const lists = {
    job: problem.jobs,
    unloading: problem.unloadings,
    break: vehicle.breaks,
    driving_break: [],
  };
  const of = lists[type]?.[source[node]!];
  if (!of) return { type };
  return {
    type,
    id: of.id,
    ...(of.description !== undefined && { description: of.description }),
    ...('location' in of && of.location && { location: of.location }),
  };
}
