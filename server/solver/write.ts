/** Writes the solution of a plan as JSON. */
import type { Model } from './model.ts';
import { reasonsOf } from './reasons.ts';
import type { Job, Problem } from './problem.ts';
import { priceOf, runsOf } from './price.ts';
import { Route } from './route.ts';
import { refreshRich } from './scheduleRich.ts';
import type { SolutionRoute, Solution, Sums } from './solution.ts';
import type { Plan } from './state.ts';
import { isExperienced } from './suitability.ts';
import { stepsOf } from './steps.ts';

export interface SolveFacts {
  seed: number;
  iterations: number;
  cancelled: boolean;
  loading: number;
  solving: number;
}

/** Nodes of the plan are those of `model`, which was built from the whole problem. */
export function write(problem: Problem, model: Model, plan: Plan, facts: SolveFacts): Solution {
  const routes = model.trucks.flatMap((truck) => {
    const nodes = plan.routes[truck.index]!;
    if (!nodes.some((node) => node < model.stops)) return [];
    const route = new Route(truck, model.dimensions);
    route.fill(nodes);
    refreshRich(model, route, new Int32Array(model.stops));
    return [writeRoute(problem, model, route)];
  });
  const reasons = reasonsOf(model, plan);
  const { seed, iterations, cancelled, loading, solving } = facts;
  return {
    code: 0,
    summary: {
      ...total(routes, model.dimensions),
      routes: routes.length,
      unassigned: plan.absent.length,
      computing_times: { loading: Math.round(loading), solving: Math.round(solving) },
    },
    unassigned: [...plan.absent].toSorted((a, b) => a - b).map((job) => {
      const { id, description, location_index, location } = problem.jobs[job]!;
      const place = { ...(description !== undefined && { description }), location_index, ...(location && { location }) };
      return { id, type: 'job' as const, ...place, reasons: reasons.get(job)! };
    }), // prettier-ignore
    routes,
    search: { seed, iterations, cancelled },
  };
}

function total(routes: readonly SolutionRoute[], dimensions: number): Sums {
  const sum = (
    key:
      | 'cost'
      | 'service'
      | 'duration'
      | 'distance'
      | 'waiting_time'
      | 'priority'
      | 'runs'
      | 'inexperienced_visits',
  ) => routes.reduce((all, route) => all + route[key], 0);
  const amounts = (key: 'delivery' | 'pickup') =>
    Array.from({ length: dimensions }, (_, d) => routes.reduce((all, route) => all + route[key][d]!, 0));
  return {
    cost: sum('cost'),
    setup: 0,
    service: sum('service'),
    duration: sum('duration'),
    distance: sum('distance'),
    waiting_time: sum('waiting_time'),
    priority: sum('priority'),
    delivery: amounts('delivery'),
    pickup: amounts('pickup'),
    violations: [],
    runs: sum('runs'),
    inexperienced_visits: sum('inexperienced_visits'),
  };
}

function writeRoute(problem: Problem, model: Model, route: Route): SolutionRoute {
  const vehicle = problem.vehicles[route.truck.index]!;
  const jobs = jobsOf(problem, model, route);
  const amount = (key: 'delivery' | 'pickup') =>
    Array.from({ length: model.dimensions }, (_, d) =>
      jobs.reduce((all, job) => all + (job[key]?.[d] ?? 0), 0),
    );
  const delivery = amount('delivery');
  const steps = stepsOf(problem, model, route, delivery);
  const last = steps.at(-1)!;
  return {
    vehicle: vehicle.id,
    ...(vehicle.description !== undefined && { description: vehicle.description }),
    cost: priceOf(problem, vehicle, jobs.length, steps),
    inexperienced_visits: jobs.filter((job) => !isExperienced(problem, vehicle, job)).length,
    setup: 0,
    service: steps.reduce((all, { service }) => all + service, 0),
    duration: last.duration,
    distance: last.distance,
    waiting_time: steps.reduce((all, { waiting_time }) => all + waiting_time, 0),
    priority: jobs.reduce((all, { priority = 0 }) => all + priority, 0),
    delivery,
    pickup: amount('pickup'),
    violations: [],
    runs: runsOf(steps),
    steps,
  };
}

const jobsOf = (problem: Problem, model: Model, { sequence, length }: Route): Job[] =>
  [...sequence.subarray(0, length)].filter((node) => node < model.stops).map((node) => problem.jobs[node]!);
