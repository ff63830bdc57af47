/** Best places of jobs on routes, kept until the route changes: most steps change few routes, and most are taken back. */
import { insertPlain } from './insertPlain.ts';
import { insertRich } from './insertRich.ts';
import type { Model } from './model.ts';
import { Place } from './place.ts';
import type { Route } from './route.ts';

/** Kept places at most; where there are more pairs of job and route, they displace each other. */
const MOST = 2 ** 20;
/** Numbers of an entry: key, cost, position. */
const WIDTH = 4;

/** Improves `place`; overlooks the position `skip`. */
export function insert(model: Model, route: Route, job: number, place: Place, skip?: number): void {
  if (route.truck.plain) insertPlain(model, route, job, place, skip);
  else insertRich(model, route, job, place, skip);
}

export class Known {
  readonly #model: Model;
  readonly #entries: Float64Array;
  /** What is put in, for trucks that are not plain. */
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
    this.#entries = new Float64Array(size * WIDTH);
    this.#nodes = new Int32Array(model.trucks.every(({ plain }) => plain) ? 0 : size * WIDTH);
  }

  /** The best place if it costs less than `most`, otherwise one that costs at least `most`. Good until the next call. */
  find(route: Route, job: number, most: number): Place {
    const entries = this.#entries;
    const place = this.#place;
    const at = WIDTH * ((job * this.#trucks + route.truck.index) & this.#mask);
    const key = route.version * this.#model.stops + job;
    const { plain } = route.truck;
    if (entries[at] === key) {
      place.cost = entries[at + 1]!;
      // Without a position it is a bound: nothing costs less.
      const position = entries[at + 2]!;
      if (position >= 0) this.#read(route, job, at, position);
      if (position >= 0 || place.cost >= most) return place;
    }
    place.route = undefined;
    // Of plain trucks all is known at once; others are dear to evaluate, and what is too dear is left out early.
    place.cost = plain ? Infinity : most;
    insert(this.#model, route, job, place);
    entries[at] = key;
    entries[at + 1] = place.cost;
    entries[at + 2] = place.route ? place.position : -1;
    if (!plain && place.route) this.#write(at);
    return place;
  }

  #read(route: Route, job: number, at: number, position: number): void {
    const place = this.#place;
    place.route = route;
    place.position = position;
    if (route.truck.plain) {
      place.nodes[0] = job;
      place.count = 1;
      return;
    }
    const nodes = this.#nodes;
    place.count = 0;
    while (place.count < WIDTH && nodes[at + place.count]! >= 0)
      place.nodes[place.count] = nodes[at + place.count++]!;
  }

  #write(at: number): void {
    const { nodes, count } = this.#place;
    for (let i = 0; i < WIDTH; i++) this.#nodes[at + i] = i < count ? nodes[i]! : -1;
  }
}
