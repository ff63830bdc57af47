/** The initial routes given in a problem. */
import { BREAK, type Model, type Truck } from './model.ts';
import type { Problem, Vehicle } from './problem.ts';
import { Route } from './route.ts';
import { refresh } from './schedule.ts';
import { emptyPlan, type Plan } from './state.ts';

/** Builds the plan of the given routes; jobs that cannot keep their place are left out, to be planned again. */
export function initialPlan(problem: Problem, model: Model): Plan {
  const plan = emptyPlan(model);
  const jobs = new Map(problem.jobs.map(({ id }, i) => [id, i]));
  const planned = new Set<number>();
  for (const truck of model.trucks) {
    const vehicle = problem.vehicles[truck.index]!;
    if (!vehicle.steps?.length) continue;
    const kept = keepable(model, truck, nodesOf(vehicle, truck, jobs));
    plan.routes[truck.index] = Int32Array.from(kept);
    for (const node of kept) if (node < model.stops) planned.add(node);
  }
  plan.absent = plan.absent.filter((job) => !planned.has(job));
  return plan;
}

/** Removes the jobs that break a constraint after those before them. */
function keepable(model: Model, truck: Truck, nodes: readonly number[]): number[] {
  const isFeasible = (tried: readonly number[]) => {
    const route = new Route(truck, model.dimensions);
    route.fill(tried);
    refresh(model, route, new Int32Array(model.stops));
    return route.feasible && inOrder(model, tried);
  };
  const suiting = nodes.filter(
    (node) => node >= model.stops || !model.wrong[truck.type * model.stops + node],
  );
  if (isFeasible(suiting)) return suiting;
  const kept = suiting.filter((node) => model.nodes.kind[node] === BREAK);
  for (const job of suiting) {
    if (job >= model.stops) continue;
    const tried = truck.unloadings.length
      ? [kept.toSpliced(-1, 0, job), ...[...truck.unloadings].map((unloading) => [...kept, job, unloading])]
      : [[...kept, job]];
    const found = tried.find(isFeasible);
    if (found) kept.splice(0, kept.length, ...found);
  }
  return kept;
}

/** Returns the nodes of given steps; breaks that they do not name are put at the beginning. */
function nodesOf(vehicle: Vehicle, truck: Truck, jobs: ReadonlyMap<number, number>): number[] {
  const { steps = [], breaks = [], unloading_ids = [] } = vehicle;
  const nodes = steps.flatMap(({ type, id }) => {
    if (type === 'job') return [jobs.get(id!) ?? []].flat();
    if (type === 'unloading') return [truck.unloadings[unloading_ids.indexOf(id!)]!];
    if (type === 'break') return [truck.breaks[breaks.findIndex((one) => one.id === id)]!];
    return type === 'driving_break' && truck.rest >= 0 ? [truck.rest] : [];
  });
  return [...[...truck.breaks].filter((node) => !nodes.includes(node)), ...nodes];
}

/** Whether the jobs of each sequence are in ascending order. */
function inOrder(model: Model, nodes: readonly number[]): boolean {
  const last = new Map<number, number>();
  return nodes.every((node) => {
    const group = node < model.stops ? model.sequence[node]! : -1;
    if (group < 0) return true;
    const before = last.get(group) ?? -Infinity;
    last.set(group, model.rank[node]!);
    return model.rank[node]! >= before;
  });
}
