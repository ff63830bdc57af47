/**
 * Lowers the cost by simulated annealing over steps of ruin and recreate, and over exchanges of parts of routes. A
 * fleet may be so tight that no two good solutions are one step apart, so the walk also visits states with unplanned
 * jobs, at a penalty that adapts itself (as in T. Vidal et al., "A Hybrid Genetic Algorithm with Adaptive Diversity
 * Management for a Large Class of Vehicle Routing Problems with Time-Windows", Computers & Operations Research 40(1),
 * 2013, section 4.2), and restarts from the best solution when it is lost.
 */
import { exchange } from './exchange.ts';
import type { Model } from './model.ts';
import type { Search } from './search.ts';

/** Temperatures as shares of the cost per job: highest and lowest at the start, and the end relative to the start. */
const HOTTEST = 0.5;
const COOLEST = 0.1;
const COOLING = 0.045;
/**
 * Steps per job for each unit of the first temperature: a search with little time must not spend it far from good
 * solutions.
 */
const STEPS = 300;
/** Chance that a step takes jobs that are near in time too, instead of near by travel alone. */
const IN_TIME = 0.5;
/** Jobs that a step takes out on average. */
const REMOVED = 10;
/**
 * Exchanges tried after each step: for plain trucks, and for others, whose steps take as long as hundreds of exchanges.
 */
const EXCHANGES = 10;
const RICH_EXCHANGES = 50;

/** Continues until the share `until` of the budget is used. */
export function anneal(search: Search, until: number): void {
  const { state, budget, random } = search;
  const { model } = state;
  const from = budget.fraction;
  const unit = state.cost / Math.max(1, model.stops - state.absent.length);
  const current = { missing: 0, cost: 0, absent: [] as number[] };
  const penalty = new Penalty(unit, model);
  const exchanges = model.trucks.every(({ plain }) => plain) ? EXCHANGES : RICH_EXCHANGES;
  record(current, state);
  // Inserting jobs raises the cost of the state, so most steps show early that they will be rejected.
  let most = Infinity;
  const goesOn = (left: readonly number[]) => penalty.of(state.cost, left) < most;
  search.removed = REMOVED;
  while (!budget.step(until)) {
    const { fraction } = budget;
    const steps = budget.count / Math.max(fraction, 1e-6) / model.stops;
    const hot = Math.min(HOTTEST, Math.max(COOLEST, steps / STEPS));
    const temperature = unit * hot * COOLING ** ((fraction - from) / (until - from));
    search.near = random.next() < IN_TIME ? model.nearInTime : model.near;
    most = penalty.of(current.cost, current.absent) - temperature * Math.log(random.next());
    if (search.change(current.missing > search.best.missing, goesOn)) {
      if (goesOn(state.absent)) {
        record(current, state);
        search.keep();
      } else state.back();
    }
    for (let i = 0; i < exchanges; i++) {
      if (!exchange(search, current.cost - temperature * Math.log(random.next()))) continue;
      record(current, state);
      search.keep();
    }
    if (!penalty.count(current.absent, current.missing <= search.best.missing)) continue;
    state.load(search.best);
    record(current, state);
  }
}

interface Walk {
  missing: number;
  cost: number;
  absent: number[];
}

function record(walk: Walk, { missing, cost, absent }: Walk): void {
  walk.missing = missing;
  walk.cost = cost;
  walk.absent = absent.slice();
}

/**
 * After this many steps the penalty changes by its rate; it rises if less than this share of them left out no more jobs
 * than the best.
 */
const PERIOD = 500;
const COMPLETE = 0.12;
const RATE = 1.1;
/** Penalty of a job of weight 1 as shares of the cost per job. */
const [FIRST, LEAST, MOST] = [5, 0.5, 100];
/** Periods without a complete state after which the walk restarts. */
const LOST = 20;

/** Share by which the weight of a job grows for each step in which it was left out since the last complete state. */
const HEAVIER = 0.002;

/** Penalty of unplanned jobs in units of cost. */
class Penalty {
  readonly #unit: number;
  readonly #weight: Float64Array;
  readonly #weights: Float64Array;
  #rate: number;
  #steps = 0;
  #complete = 0;
  #lost = 0;

  constructor(unit: number, { weight }: Model) {
    this.#unit = unit;
    this.#rate = FIRST * unit;
    this.#weight = weight;
    this.#weights = weight.slice();
  }

  of(cost: number, absent: readonly number[]): number {
    let sum = 0;
    for (let i = 0; i < absent.length; i++) sum += this.#weights[absent[i]!]!;
    return cost + this.#rate * sum;
  }

  /** Counts a step; returns true if the walk is lost. */
  count(absent: readonly number[], isComplete: boolean): boolean {
    if (isComplete) {
      if (!this.#complete++) this.#weights.set(this.#weight);
    } else for (const job of absent) this.#weights[job]! += HEAVIER * this.#weight[job]!;
    if (++this.#steps < PERIOD) return false;
    this.#rate *= this.#complete < COMPLETE * PERIOD ? RATE : 1 / RATE;
    this.#rate = Math.min(MOST * this.#unit, Math.max(LEAST * this.#unit, this.#rate));
    this.#lost = this.#complete ? 0 : this.#lost + 1;
    this.#steps = this.#complete = 0;
    if (this.#lost < LOST) return false;
    this.#lost = 0;
    return true;
  }
}
