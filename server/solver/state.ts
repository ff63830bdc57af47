/** The routes of all vehicles, which the search changes step by step; a step can be undone. */
import type { Model } from './model.ts';
import type { Place } from './place.ts';
import { Route } from './route.ts';
import { inserted, refresh } from './schedule.ts';
import { tidy } from './tidy.ts';

/** A saved solution: nodes between start and end by vehicle, and the unplanned jobs. */
export interface Plan {
  routes: Int32Array[];
  absent: Int32Array;
  /** Sum of the weights of the unplanned jobs. */
  missing: number;
  used: number;
  cost: number;
}

/** A part of a route: `count` jobs after a position. */
export interface Part {
  route: Route;
  at: number;
  count: number;
}

export class State {
  readonly routes: Route[];
  /** Vehicle of a job, or -1. */
  readonly vehicle: Int32Array;
  /** Position of a job on its route. */
  readonly position: Int32Array;
  absent: number[] = [];
  missing = 0;
  used = 0;
  cost = 0;
  /** Most vehicles that may be used. */
  limit = Infinity;
  readonly model: Model;
  #version = 0;
  readonly #touched: Route[] = [];
  readonly #before = { absent: [] as number[], missing: 0, used: 0, cost: 0 };

  constructor(model: Model) {
    this.model = model;
    this.vehicle = new Int32Array(model.stops).fill(-1);
    this.position = new Int32Array(model.stops);
    this.routes = model.trucks.map((truck) => new Route(truck, model.dimensions));
    this.load(emptyPlan(model));
  }

  /** Begins a step that `back` undoes. */
  begin(): void {
    for (const route of this.#touched) route.touched = false;
    this.#touched.length = 0;
    const before = this.#before;
    before.absent = this.absent.slice();
    before.missing = this.missing;
    before.used = this.used;
    before.cost = this.cost;
  }

  back(): void {
    for (const route of this.#touched) this.#free(route);
    for (const route of this.#touched) {
      route.restore();
      this.#own(route);
      route.touched = false;
    }
    this.#touched.length = 0;
    const before = this.#before;
    this.absent = before.absent;
    this.missing = before.missing;
    this.used = before.used;
    this.cost = before.cost;
  }

  /** Routes that the current step has changed. */
  get touched(): readonly Route[] {
    return this.#touched;
  }

  /** Must be called before the sequence of a route is changed. */
  touch(route: Route): void {
    if (route.touched) return;
    route.touched = true;
    route.save();
    this.#touched.push(route);
  }

  /** Removes jobs between two positions (the second excluded) from a route, which must be touched before. */
  take(route: Route, from: number, to: number): void {
    const { sequence } = route;
    let kept = from;
    for (let k = from; k < route.length; k++) {
      const node = sequence[k]!;
      if (k < to && node < this.model.stops) this.#lose(node);
      else sequence[kept++] = node;
    }
    route.length = kept;
  }

  #lose(job: number): void {
    this.vehicle[job] = -1;
    this.absent.push(job);
    this.missing += this.model.weight[job]!;
  }

  /** Updates a route after `take`; false if it is not feasible, so that the step must be undone. */
  settle(route: Route): boolean {
    const before = route.cost;
    const had = route.jobs > 0;
    if (route.truck.plain) refresh(this.model, route, this.position);
    else tidy(this.model, route, this.position);
    route.version = ++this.#version;
    this.cost += route.cost - before;
    this.used += Number(route.jobs > 0) - Number(had);
    return route.feasible;
  }

  /** Inserts an absent job where it was found to fit. */
  put(place: Place, job: number): void {
    const route = place.route!;
    this.touch(route);
    const before = route.cost;
    if (route.jobs === 0) this.used++;
    for (let i = 0; i < place.count; i++) route.insert(place.position + i, place.nodes[i]!);
    if (route.truck.plain) inserted(this.model, route, place.position + 1, this.position);
    else refresh(this.model, route, this.position);
    route.version = ++this.#version;
    this.cost += route.cost - before;
    this.vehicle[job] = route.truck.index;
    this.missing -= this.model.weight[job]!;
  }

  /**
   * Exchanges the jobs after a position of a route with those after one of another, where both fit; false if a route is
   * not feasible then, and the step must be undone.
   */
  exchange(one: Part, other: Part): boolean {
    this.touch(one.route);
    this.touch(other.route);
    const taken = one.route.sequence.slice(one.at + 1, one.at + 1 + one.count);
    one.route.replace(
      one.at,
      one.count,
      other.route.sequence.subarray(other.at + 1, other.at + 1 + other.count),
    );
    other.route.replace(other.at, other.count, taken);
    this.#own(one.route);
    this.#own(other.route);
    const isFeasible = this.settle(one.route);
    return this.settle(other.route) && isFeasible;
  }

  plan(): Plan {
    const { missing, used, cost } = this;
    const routes = this.routes.map((route) => route.sequence.slice(1, route.length - 1));
    return { routes, absent: Int32Array.from(this.absent), missing, used, cost };
  }

  load(plan: Plan): void {
    this.vehicle.fill(-1);
    this.cost = this.used = this.missing = 0;
    this.routes.forEach((route, i) => {
      route.fill(plan.routes[i]!);
      route.version = ++this.#version;
      refresh(this.model, route, this.position);
      this.#own(route);
      this.cost += route.cost;
      this.used += Number(route.jobs > 0);
    });
    this.absent = [...plan.absent];
    for (const job of this.absent) this.missing += this.model.weight[job]!;
  }

  #free(route: Route): void {
    for (let k = 1; k < route.length - 1; k++)
      if (route.sequence[k]! < this.model.stops) this.vehicle[route.sequence[k]!] = -1;
  }

  #own(route: Route): void {
    for (let k = 1; k < route.length - 1; k++) {
      const node = route.sequence[k]!;
      if (node >= this.model.stops) continue;
      this.vehicle[node] = route.index;
      this.position[node] = k;
    }
  }
}

/** Returns a plan without planned jobs; breaks that must be taken are in the routes. */
export function emptyPlan(model: Model): Plan {
  const absent = Int32Array.from({ length: model.stops }, (_, job) => job);
  const routes = model.trucks.map(({ breaks }) => breaks.slice());
  return { routes, absent, missing: model.weight.reduce((sum, one) => sum + one, 0), used: 0, cost: 0 };
}
