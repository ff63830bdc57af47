/**
 * Solves a problem: slack induction by string removals (J. Christiaens and G. Vanden Berghe, "Slack Induction by String
 * Removals for Vehicle Routing Problems", Transportation Science 54(2), 2020, 417–433), greedy insertion with blinks,
 * simulated annealing, and fleet reduction by counters of absences.
 */
import { leastVehicles, planAbsent, reduceFleet } from './absences.ts';
import { anneal } from './anneal.ts';
import { Budget, type Limits } from './budget.ts';
import { build } from './build.ts';
import { componentsOf, joined, lifted, type Component } from './components.ts';
import { initialPlan } from './initial.ts';
import type { Model } from './model.ts';
import type { Problem } from './problem.ts';
import { Random } from './random.ts';
import { Search } from './search.ts';
import type { Solution } from './solution.ts';
import { State, type Plan } from './state.ts';
import { write } from './write.ts';

export interface Settings extends Limits {
  /** The same seed and number of iterations return the same solution. */
  seed?: number;
  /** Called with each better result; `solution` creates its JSON. */
  found?: (progress: Progress) => void;
}

export interface Progress {
  /** Used share of the limits, 0 to 1. */
  fraction: number;
  unassigned: number;
  vehicles: number;
  /** In units of the objective. */
  cost: number;
  solution: () => Solution;
}

/** Largest shares of the time for planning unplanned jobs, and for emptying vehicles when vehicles are counted. */
const ABSENT = 0.4;
const FLEET = 0.4;
/**
 * When vehicles are not counted but cost something: shares for emptying some at first, and for each round of annealing
 * and emptying after that. Vehicles that could not be emptied at first may be once travel is short.
 */
const FIXED = 0.03;
const ROUNDS = 2;
const [ANNEALING, EMPTYING] = [0.2, 0.05];
/** Milliseconds reserved for writing the solution: fixed, and per job. */
const ENDING = 20;
const ENDING_JOB = 0.05;

/**
 * Searches until the limits are reached; blocks its thread (`solveInThread` does not). Expects a problem that `check` has
 * accepted.
 * @example solve(check(JSON.parse(text)), { milliseconds: 10_000, seed: 1 }).summary.cost
 */
export function solve(problem: Problem, settings: Settings): Solution {
  const { seed = 1, milliseconds = Infinity } = settings;
  const ending = Math.min(milliseconds / 4, ENDING + ENDING_JOB * problem.jobs.length);
  const budget = new Budget({ ...settings, milliseconds: milliseconds - ending });
  return new Solver(problem, budget, seed, settings.found).run();
}

class Solver {
  readonly #problem: Problem;
  readonly #model: Model;
  readonly #budget: Budget;
  readonly #seed: number;
  readonly #found: Settings['found'];
  readonly #components: Component[];
  readonly #plans: Plan[] = [];
  readonly #loading: number;

  constructor(problem: Problem, budget: Budget, seed: number, found: Settings['found']) {
    this.#problem = problem;
    this.#budget = budget;
    this.#seed = seed;
    this.#found = found;
    this.#model = build(problem);
    this.#components = componentsOf(problem, this.#model);
    this.#loading = budget.elapsed;
  }

  run(): Solution {
    const random = new Random(this.#seed);
    const searches = this.#components.map((component, i) => this.#begin(component, i, random));
    this.#reportProgress();
    if (this.#model.fewest) {
      // Components with few vehicles to empty come first: the time they leave is used for those that are hard to empty.
      const byVehicles = searches.toSorted((a, b) => spareVehicles(a.state) - spareVehicles(b.state));
      inTurn(byVehicles, FLEET, emptyVehicles);
    }
    inTurn(searches, 1, this.#model.fewest ? saveCosts : improve);
    return this.#write();
  }

  /** Creates a first solution of a component. */
  #begin(component: Component, i: number, random: Random): Search {
    const isWhole = component.problem === this.#problem;
    const model = isWhole ? this.#model : build(component.problem);
    const state = new State(model);
    state.load(initialPlan(component.problem, model));
    const keep = (plan: Plan) => {
      this.#plans[i] = isWhole ? plan : lifted(this.#model, model, component, plan);
      // There is no solution until each component has a plan.
      if (this.#plans.filter(Boolean).length === this.#components.length) this.#reportProgress();
    };
    const search = new Search(state, this.#budget, random, keep);
    const isOver = () => {
      this.#budget.look();
      return this.#budget.fraction >= 1;
    };
    search.recreate.run(() => !isOver());
    search.recreate.complete(isOver);
    search.best = state.plan();
    this.#plans[i] = isWhole ? search.best : lifted(this.#model, model, component, search.best);
    return search;
  }

  #plan(): Plan {
    return joined(this.#model, this.#components, this.#plans);
  }

  #reportProgress(): void {
    if (!this.#found) return;
    const { fraction } = this.#budget;
    const plan = this.#plan();
    const solution = () => this.#write(plan);
    const { absent, used: vehicles, cost } = plan;
    this.#found({ fraction, unassigned: absent.length, vehicles, cost, solution });
  }

  #write(plan = this.#plan()): Solution {
    const { count: iterations, cancelled, elapsed } = this.#budget;
    const [loading, seed] = [this.#loading, this.#seed];
    const facts = { seed, iterations, cancelled, loading, solving: elapsed - loading };
    return write(this.#problem, this.#model, plan, facts);
  }
}

/** Number of vehicles above the lower bound of the amounts. */
const spareVehicles = ({ model, used }: State): number => used - leastVehicles(model);

/**
 * Works on the searches one after the other, each for a part of the time left up to the share `until`, by its number of
 * jobs.
 */
function inTurn(
  searches: readonly Search[],
  until: number,
  work: (search: Search, until: number) => void,
): void {
  let left = searches.reduce((sum, { state }) => sum + state.model.stops, 0);
  for (const search of searches) {
    const { budget, state } = search;
    const { stops } = state.model;
    work(search, budget.fraction + ((until - budget.fraction) * stops) / left);
    left -= stops;
  }
}

/** Plans unplanned jobs, then empties vehicles. */
function emptyVehicles(search: Search, until: number): void {
  const { state } = search;
  const counts = new Float64Array(state.model.stops);
  planAbsent(search, counts, until);
  state.load(search.best);
  reduceFleet(search, counts, until);
}

/** Plans unplanned jobs, then saves costs; vehicles that cost something are emptied in between. */
function improve(search: Search, until: number): void {
  const { state, budget } = search;
  const { model } = state;
  const from = budget.fraction;
  const share = (part: number) => from + part * (until - from);
  const counts = new Float64Array(model.stops);
  planAbsent(search, counts, share(ABSENT));
  state.load(search.best);
  if (model.trucks.some(({ costUsed }) => costUsed > 0)) {
    reduceFleet(search, counts, share(FIXED));
    for (let round = 0; round < ROUNDS; round++) {
      anneal(search, Math.min(until, budget.fraction + ANNEALING * (until - from)));
      state.load(search.best);
      reduceFleet(search, counts, Math.min(until, budget.fraction + EMPTYING * (until - from)));
    }
  }
  saveCosts(search, until);
}

function saveCosts(search: Search, until: number): void {
  const { state } = search;
  anneal(search, until);
  state.load(search.best);
  search.recreate.complete();
  search.keep();
}
