/** Parts of a problem that share no vehicle: days, depots, container types. Each is searched separately. */
import { BREAK, REST, UNLOADING, type Model } from './model.ts';
import type { Problem } from './problem.ts';
import { emptyPlan, type Plan } from './state.ts';

export interface Component {
  problem: Problem;
  /** Indexes in the whole problem. */
  jobs: number[];
  trucks: number[];
}

/** Splits a problem into components; jobs without any vehicle are in none of them. */
export function componentsOf(problem: Problem, model: Model): Component[] {
  const parent = Int32Array.from({ length: model.types + model.stops }, (_, i) => i);
  const root = (i: number): number => {
    while (parent[i] !== i) i = parent[i] = parent[parent[i]!]!;
    return i;
  };
  for (let type = 0; type < model.types; type++)
    for (let job = 0; job < model.stops; job++)
      if (!model.wrong[type * model.stops + job]) parent[root(model.types + job)] = root(type);
  const parts = new Map<number, { jobs: number[]; trucks: number[] }>();
  for (const { index, type } of model.trucks) {
    const part = parts.get(root(type)) ?? { jobs: [], trucks: [] };
    parts.set(root(type), part);
    part.trucks.push(index);
  }
  for (let job = 0; job < model.stops; job++) parts.get(root(model.types + job))?.jobs.push(job);
  const filled = [...parts.values()].filter(({ jobs }) => jobs.length);
  if (filled[0]?.jobs.length === model.stops)
    return [{ problem, jobs: filled[0].jobs, trucks: model.trucks.map(({ index }) => index) }];
  return filled.map((part) => ({ ...part, problem: partOf(problem, part) }));
}

function partOf(problem: Problem, { jobs, trucks }: Pick<Component, 'jobs' | 'trucks'>): Problem {
  return {
    ...problem,
    jobs: jobs.map((job) => problem.jobs[job]!),
    vehicles: trucks.map((truck) => problem.vehicles[truck]!),
  };
}

/** Converts the plan of a component to the nodes of the whole problem. */
export function lifted(whole: Model, model: Model, { jobs, trucks }: Component, plan: Plan): Plan {
  const routes = plan.routes.map((nodes, t) => {
    const [mine, theirs] = [model.trucks[t]!, whole.trucks[trucks[t]!]!];
    return nodes.map((node) => {
      if (node < model.stops) return jobs[node]!;
      const kind = model.nodes.kind[node];
      if (kind === UNLOADING) return theirs.unloadings[mine.unloadings.indexOf(node)]!;
      if (kind === BREAK) return theirs.breaks[mine.breaks.indexOf(node)]!;
      return kind === REST ? theirs.rest : node;
    });
  });
  return { ...plan, routes, absent: plan.absent.map((job) => jobs[job]!) };
}

/** Joins the plans of all components into one, in the nodes of the whole problem. */
export function joined(whole: Model, components: readonly Component[], plans: readonly Plan[]): Plan {
  const all = emptyPlan(whole);
  const isInside = new Set(components.flatMap(({ jobs }) => jobs));
  const outside = [...all.absent].filter((job) => !isInside.has(job));
  components.forEach(({ trucks }, i) =>
    trucks.forEach((truck, t) => {
      all.routes[truck] = plans[i]!.routes[t]!;
    }),
  );
  all.absent = Int32Array.from([...outside, ...plans.flatMap(({ absent }) => [...absent])]);
  all.missing = all.absent.reduce((sum, job) => sum + whole.weight[job]!, 0);
  all.used = plans.reduce((sum, { used }) => sum + used, 0);
  all.cost = plans.reduce((sum, { cost }) => sum + cost, 0);
  return all;
}
