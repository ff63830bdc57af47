/**
 * Cache of the best places of jobs on routes, valid until the route changes: most steps change few routes, and most are
 * undone.
 */
import { insertPlain } from './insertPlain.ts';
import { insertRich } from './insertRich.ts';
import type { Model } from './model.ts';
import { Place } from './place.ts';
import type { Route } from './route.ts';

/** Most cached places; with more pairs of job and route, they evict each other. */
const MOST = 2 ** 20;
/** Most nodes of a place. */
const WIDTH = 4;

/** Improves `place`; skips the position `skip`. */
export function insert(model: Model, route: Route, job: number, place: Place, skip?: number): void {
  if (route.truck.plain) insertPlain(model, route, job, place, skip);
  else insertRich(model, route, job, place, skip);
}

export class Known {
  readonly #model: Model;
  /** Key and cost alternating, close together: they are read most often. */
  readonly #entries: Float64Array;
  readonly #positions: Int32Array;
  /** Inserted nodes, for trucks that are not plain. */
  readonly #nodes: Int32Array;
  readonly #mask: number;
  readonly #trucks: number;
  readonly #place = new Place();

  constructor(model: Model) {
    this.#model = model;
    this.#trucks = model.trucks.length;
    const pairs = Math.max(1, model.stops * this.#trucks);
    const size = Math.min(MOST, 2 ** Math.ceil(Math.log2(pairs)));
    this.#mask = size - 1;
    this.#entries = new Float64Array(size * 2);
    this.#positions = new Int32Array(size);
    this.#nodes = new Int32Array(model.trucks.every(({ plain }) => plain) ? 0 : size * WIDTH);
  }

  /** Returns the cost of the best place if it is less than `most`, otherwise a value that is at least `most`. */
  cost(route: Route, job: number, most: number): number {
    const entries = this.#entries;
    const at = this.#at(route, job);
    if (entries[2 * at] !== this.#key(route, job)) return this.#evaluate(route, job, most);
    const cost = entries[2 * at + 1]!;
    // Without a position the cost is a lower bound.
    return cost >= most || this.#positions[at]! >= 0 ? cost : this.#evaluate(route, job, most);
  }

  /** Returns the position of the place whose cost was returned last. */
  position(route: Route, job: number): number {
    return this.#positions[this.#at(route, job)]!;
  }

  /** Copies the place whose cost was returned last. */
  read(route: Route, job: number, place: Place): void {
    const at = this.#at(route, job);
    place.set(this.#entries[2 * at + 1]!, route, this.#positions[at]!, job);
    if (route.truck.plain) return;
    const nodes = this.#nodes;
    place.count = 0;
    while (place.count < WIDTH && nodes[WIDTH * at + place.count]! >= 0)
      place.nodes[place.count] = nodes[WIDTH * at + place.count++]!;
  }

  #at(route: Route, job: number): number {
    return (job * this.#trucks + route.index) & this.#mask;
  }

  #key(route: Route, job: number): number {
    return route.version * this.#model.stops + job;
  }

  #evaluate(route: Route, job: number, most: number): number {
    const entries = this.#entries;
    const place = this.#place;
    const at = this.#at(route, job);
    const { plain, type } = route.truck;
    place.route = undefined;
    // Plain trucks are evaluated completely; others are expensive to evaluate, so places that cost `most` or more are
    // skipped early.
    place.cost = plain ? Infinity : most;
    if (this.#model.wrong[type * this.#model.stops + job]) place.cost = Infinity;
    else insert(this.#model, route, job, place);
    entries[2 * at] = this.#key(route, job);
    entries[2 * at + 1] = place.cost;
    this.#positions[at] = place.route ? place.position : -1;
    if (!plain && place.route) this.#write(at);
    return place.cost;
  }

  #write(at: number): void {
    const { nodes, count } = this.#place;
    for (let i = 0; i < WIDTH; i++) this.#nodes[WIDTH * at + i] = i < count ? nodes[i]! : -1;
  }
}
