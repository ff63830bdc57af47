/**
 * Plans unplanned jobs, and empties vehicles: a job counts the steps in which it was absent, and a step is accepted if
 * the jobs that are absent after it were absent less often (Christiaens and Vanden Berghe 2020, section 4.4). Between
 * the steps planned jobs are exchanged at random, so that other gaps appear (as in Y. Nagata and O. Bräysy, "A Powerful
 * Route Minimization Heuristic for the Vehicle Routing Problem with Time Windows", Operations Research Letters 37(5),
 * 2009).
 */
import { exchange } from './exchange.ts';
import { ROUNDING, type Model } from './model.ts';
import type { Search } from './search.ts';
import type { State } from './state.ts';

/** Temperatures of steps and of exchanges, as shares of the cost per job. */
const TEMPERATURE = 0.1;
const SHUFFLING = 2;
/** Exchanges tried after each step. */
const EXCHANGES = 10;

/** Searches until all jobs are planned or the share `until` of the budget is used; returns true if all are planned. */
export function planAbsent(search: Search, counts: Float64Array, until: number): boolean {
  const { state, budget, random } = search;
  const { model } = state;
  const unit = state.cost / Math.max(1, model.stops);
  let most = { sum: 0, cost: 0 };
  let missed: readonly number[] = [];
  const goesOn = (left: readonly number[]) => {
    missed = left;
    const sum = sumOf(left, counts, model);
    return sum < most.sum || (sum === most.sum && state.cost < most.cost);
  };
  while (state.absent.length) {
    if (budget.step(until)) return false;
    const dearer = -TEMPERATURE * unit * Math.log(random.next());
    most = { sum: sumOf(state.absent, counts, model), cost: state.cost + dearer };
    missed = [];
    const isWhole = search.change(true, goesOn);
    const isTaken = isWhole && goesOn(state.absent);
    for (const job of missed) counts[job]!++;
    if (isTaken) search.keep();
    else if (isWhole) state.back();
    for (let i = 0; i < EXCHANGES; i++)
      exchange(search, state.cost - SHUFFLING * unit * Math.log(random.next()));
  }
  search.keep();
  return true;
}

function sumOf(jobs: readonly number[], counts: Float64Array, { weight }: Model): number {
  let sum = 0;
  for (const job of jobs) sum += (counts[job]! + 1) * weight[job]!;
  return sum;
}

/**
 * Empties one vehicle after the other, until none can be emptied within the budget's share `until`. The state is left
 * with the fewest vehicles, though its routes may cost more for now: a vehicle is easily added again, and annealing
 * hardly ever empties one.
 */
export function reduceFleet(search: Search, counts: Float64Array, until: number): void {
  const { state, budget } = search;
  const least = leastVehicles(state.model);
  let fewest = search.best;
  while (state.used > least && budget.fraction < until && !state.absent.length) {
    emptyOne(state, counts);
    if (!planAbsent(search, counts, until)) break;
    fewest = state.plan();
  }
  state.load(fewest);
  state.limit = state.model.fewest ? search.best.used : Infinity;
}

/** Lower bound of the number of vehicles, by the amounts to carry. */
export function leastVehicles({ trucks, stops, dimensions, amounts }: Model): number {
  let least = 1;
  if (trucks.some(({ unloadings }) => unloadings.length)) return least;
  for (let d = 0; d < dimensions; d++) {
    let left = 0;
    for (let job = 0; job < stops; job++) left += amounts[job * dimensions + d]!;
    const capacities = trucks.map(({ capacity }) => capacity[d]!).toSorted((a, b) => b - a);
    let count = 0;
    while (left > ROUNDING && count < capacities.length) left -= capacities[count++]!;
    least = Math.max(least, count);
  }
  return least;
}

/** Takes all jobs out of the route whose jobs were absent least often. */
function emptyOne(state: State, counts: Float64Array): void {
  let [least, chosen] = [Infinity, state.routes[0]!];
  for (const route of state.routes) {
    if (!route.jobs) continue;
    let sum = 0;
    for (let k = 1; k < route.length - 1; k++) sum += counts[route.sequence[k]!] ?? 0;
    if (sum < least) [least, chosen] = [sum, route];
  }
  state.begin();
  state.limit = state.used - 1;
  state.touch(chosen);
  state.take(chosen, 1, chosen.length - 1);
  state.settle(chosen);
}
