/** Why a vehicle cannot serve a job even if it serves nothing else. */
import { insert } from './known.ts';
import { WRONG, type Model, type Truck } from './model.ts';
import { Place } from './place.ts';
import type { Route } from './route.ts';

/** Returns bits of WRONG; 0 if the job fits into the empty route. */
export function alone(model: Model, truck: Truck, route: Route | undefined, job: number): number {
  const { dimensions, amounts } = model;
  const amount = amounts.slice(job * dimensions, (job + 1) * dimensions);
  const tooMuch = amount.some((one, d) => one > truck.capacity[d]!) ? WRONG.other : 0;
  if (!route) return tooMuch | WRONG.time;
  // Loads and garbage are checked separately from time.
  const at = truck.type * model.stops + job;
  const takers = model.takers[at]!;
  amounts.fill(0, job * dimensions, (job + 1) * dimensions);
  if (!takers) model.takers[at] = -1;
  const wrong = tooMuch | timely(model, route, job);
  amounts.set(amount, job * dimensions);
  model.takers[at] = takers;
  return wrong;
}

/**
 * Returns 0 if the visit fits into the shift; otherwise bits by whether it would without the job's windows or the
 * vehicle's limits.
 */
function timely(model: Model, route: Route, job: number): number {
  if (fits(model, route, job)) return 0;
  const unlimited = withoutLimits(route.truck, () => fits(model, route, job));
  const always = withoutWindows(model, job, () => fits(model, route, job));
  const free = withoutLimits(route.truck, () => withoutWindows(model, job, () => fits(model, route, job)));
  if (!free) return WRONG.time;
  const wrong = (unlimited ? 0 : WRONG.window) | (always ? 0 : WRONG.other);
  return wrong || WRONG.other;
}

function withoutWindows<T>({ nodes }: Model, job: number, work: () => T): T {
  const [open, close, windows] = [nodes.open[job]!, nodes.close[job]!, nodes.windows[job]];
  nodes.open[job] = 0;
  nodes.close[job] = Infinity;
  nodes.windows[job] = undefined;
  const result = work();
  nodes.open[job] = open;
  nodes.close[job] = close;
  nodes.windows[job] = windows;
  return result;
}

function withoutLimits<T>(truck: Truck, work: () => T): T {
  const { maxTasks, maxTravel, maxLength } = truck;
  truck.maxTasks = truck.maxTravel = truck.maxLength = Infinity;
  const result = work();
  Object.assign(truck, { maxTasks, maxTravel, maxLength });
  return result;
}

const place = new Place();

function fits(model: Model, route: Route, job: number): boolean {
  place.reset();
  insert(model, route, job, place);
  return place.route !== undefined;
}
