import type { Model, Truck } from './model.ts';
import { Route } from './route.ts';
import { refreshRich } from './scheduleRich.ts';

/** Returns the route of an unused vehicle, with its breaks; undefined if not even these fit into the shift. */
export function emptyRoute(model: Model, truck: Truck): Route | undefined {
  const route = new Route(truck, model.dimensions);
  route.fill(truck.breaks);
  refreshRich(model, route, new Int32Array(0));
  return route.feasible ? route : undefined;
}
