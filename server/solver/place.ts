import type { Route } from './route.ts';

/** Where to insert a job: after a position, together with the unloading and the rest that it needs there. */
export class Place {
  /** Additional cost of the route; infinity while no place is found. */
  cost = Infinity;
  route: Route | undefined;
  position = 0;
  readonly nodes = new Int32Array(4);
  count = 0;
  /** If set, the violations of each way that is tried are added to it. */
  tried: { late: boolean; over: boolean }[] | undefined;

  reset(): void {
    this.cost = Infinity;
    this.route = undefined;
  }

  set(cost: number, route: Route, position: number, node: number): void {
    this.cost = cost;
    this.route = route;
    this.position = position;
    this.nodes[0] = node;
    this.count = 1;
  }
}
