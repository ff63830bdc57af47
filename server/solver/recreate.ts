/** Inserts absent jobs again, each where it costs least, in varying order: "greedy insertion with blinks". */
import { insertAt, isHopeless, isInOrder } from './insertRich.ts';
import { insert, Known } from './known.ts';
import type { Model } from './model.ts';
import { Place } from './place.ts';
import type { Random } from './random.ts';
import type { Route } from './route.ts';
import type { State } from './state.ts';

/** In larger problems a job is inserted next to one of this many near jobs, and elsewhere only if that fails. */
const NEAR = 40;
const LARGE = 250;
/** Up to this many jobs are sorted by insertion. */
const FEW = 50;

/**
 * Chance that the best place of a route is skipped ("blink"), so that the same routes are not built again and again.
 */
const BLINK = 0.01;

export class Recreate {
  readonly #place = new Place();
  readonly #keys: Float64Array;
  readonly #seen: Int32Array;
  #turn = 0;
  readonly #typeSeen: Int32Array;
  /** Indexed by the job before the gap. */
  readonly #gapSeen: Int32Array;
  readonly #known: Known;
  readonly #used: Route[] = [];
  readonly state: State;
  readonly random: Random;

  constructor(state: State, random: Random) {
    this.state = state;
    this.random = random;
    this.#keys = new Float64Array(state.model.stops);
    this.#seen = new Int32Array(state.routes.length);
    this.#typeSeen = new Int32Array(state.model.types);
    this.#gapSeen = new Int32Array(state.model.stops);
    this.#known = new Known(state.model);
  }

  /**
   * Runs one round over the absent jobs; false if it ended early because `goesOn` was false for the jobs without a
   * place so far.
   */
  run(goesOn: (left: readonly number[]) => boolean = () => true): boolean {
    const { state } = this;
    const { absent } = state;
    this.#sort(absent);
    this.#collect();
    const left: number[] = [];
    let next = 0;
    while (next < absent.length && goesOn(left)) {
      const job = absent[next++]!;
      this.#find(job, this.random);
      if (this.#place.route) this.#put(job);
      else left.push(job);
    }
    const rest = absent.slice(next);
    state.absent = rest.length ? [...left, ...rest] : left;
    return !rest.length;
  }

  /** Inserts every job that fits anywhere, without blinks. `isOver` ends it early. */
  complete(isOver: () => boolean = () => false): void {
    const { state } = this;
    this.#collect();
    state.absent = state.absent.filter((job) => {
      if (isOver()) return true;
      this.#place.reset();
      this.#all(job);
      if (this.#place.route) this.#put(job);
      return !this.#place.route;
    });
  }

  /** Collects the routes in use. */
  #collect(): void {
    this.#used.length = 0;
    for (const route of this.state.routes) if (route.jobs > 0) this.#used.push(route);
  }

  #put(job: number): void {
    const route = this.#place.route!;
    if (route.jobs === 0) this.#used.push(route);
    this.state.put(this.#place, job);
  }

  #find(job: number, random: Random): void {
    this.#place.reset();
    if (this.state.model.stops > LARGE) {
      this.#near(job, random);
      if (this.#place.route) return;
    }
    this.#all(job, random);
  }

  /** Tries places next to near jobs, at both ends of their routes, and in an empty route of each type. */
  #near(job: number, random: Random): void {
    const { model, vehicle, routes, position } = this.state;
    const turn = ++this.#turn;
    const row = job * model.neighbours;
    for (let i = 0; i < NEAR && i < model.neighbours; i++) {
      const other = model.near[row + i]!;
      const index = vehicle[other]!;
      if (index < 0) continue;
      const route = routes[index]!;
      if (route.truck.plain) {
        if (this.#seen[index] !== turn) this.#try(route, job, random);
        this.#seen[index] = turn;
        continue;
      }
      if (this.#seen[index] !== turn) {
        this.#seen[index] = turn;
        this.#gap(route, job, 0, random);
        this.#gap(route, job, route.length - 2, random);
      }
      const at = position[other]!;
      const before = route.sequence[at - 1]!;
      if (before >= model.stops || this.#gapSeen[before] !== turn) this.#gap(route, job, at - 1, random);
      if (before < model.stops) this.#gapSeen[before] = turn;
      if (this.#gapSeen[other] !== turn) this.#gap(route, job, at, random);
      this.#gapSeen[other] = turn;
    }
    this.#empty(job, random);
  }

  /** Tries the gap after one position of the route of a truck that is not plain. */
  #gap(route: Route, job: number, position: number, random: Random): void {
    const { model } = this.state;
    const place = this.#place;
    if (model.wrong[route.truck.type * model.stops + job]) return;
    if (isHopeless(model, route, position, job, place.cost) || random.next() < BLINK) return;
    if (isInOrder(model, route, position, job)) insertAt(model, route, position, job, place);
  }

  #all(job: number, random?: Random): void {
    for (const route of this.#used) this.#try(route, job, random);
    this.#empty(job, random);
  }

  /** Tries unused vehicles, one of each type. */
  #empty(job: number, random?: Random): void {
    const { state } = this;
    if (state.used >= state.limit) return;
    const turn = ++this.#turn;
    for (const route of state.routes) {
      const { type } = route.truck;
      if (route.jobs > 0 || this.#typeSeen[type] === turn) continue;
      this.#typeSeen[type] = turn;
      this.#try(route, job, random);
    }
  }

  /** Tries the best place on a route, which `random` may skip. */
  #try(route: Route, job: number, random?: Random): void {
    const place = this.#place;
    const known = this.#known;
    if (known.cost(route, job, place.cost) >= place.cost) return;
    if (!random || random.next() >= BLINK) known.read(route, job, place);
    else insert(this.state.model, route, job, place, known.position(route, job));
  }

  /** Sorts jobs by one of the keys of the paper, chosen at random. */
  #sort(jobs: number[]): void {
    const key = keyOf(this.random.below(17));
    const { model } = this.state;
    const keys = this.#keys;
    for (const job of jobs) keys[job] = key(model, job, this.random);
    if (jobs.length > FEW) jobs.sort((a, b) => keys[a]! - keys[b]! || a - b);
    else sortFew(jobs, keys);
  }
}

/** Sorts by insertion, which is the fastest way for few jobs. */
function sortFew(jobs: number[], keys: Float64Array): void {
  for (let i = 1; i < jobs.length; i++) {
    const job = jobs[i]!;
    const key = keys[job]!;
    let k = i - 1;
    while (k >= 0 && (keys[jobs[k]!]! > key || (keys[jobs[k]!] === key && jobs[k]! > job)))
      jobs[k + 1] = jobs[k--]!;
    jobs[k + 1] = job;
  }
}

type Key = (model: Model, job: number, random: Random) => number;

const chance: Key = (_, __, random) => random.next();
const demand: Key = (model, job) => -model.size[job]!;
const far: Key = (model, job) => -model.remote[job]!;
const close: Key = (model, job) => model.remote[job]!;
const width: Key = ({ nodes }, job) => nodes.close[job]! - nodes.open[job]!;
const opens: Key = ({ nodes }, job) => nodes.open[job]!;
const closes: Key = ({ nodes }, job) => -nodes.close[job]!;

/** Picks a key with weights 4, 4, 2, 1, 2, 2, 2. */
function keyOf(drawn: number): Key {
  if (drawn < 4) return chance;
  if (drawn < 8) return demand;
  if (drawn < 10) return far;
  if (drawn < 11) return close;
  if (drawn < 13) return width;
  return drawn < 15 ? opens : closes;
}
