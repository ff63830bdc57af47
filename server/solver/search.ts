/** The steps of the search over one state, and the best result so far. */
import type { Budget } from './budget.ts';
import type { Random } from './random.ts';
import { Recreate } from './recreate.ts';
import { ruin } from './ruin.ts';
import { State, type Plan } from './state.ts';

const EQUAL = 1e-9;

/** Compares unplanned jobs first, then vehicles if the objective counts them, then cost. */
export function isBetter(one: Score, other: Score, fewest: boolean): boolean {
  if (Math.abs(one.missing - other.missing) > EQUAL) return one.missing < other.missing;
  if (fewest && one.used !== other.used) return one.used < other.used;
  return one.cost < other.cost - EQUAL;
}

export interface Score {
  missing: number;
  used: number;
  cost: number;
}

export class Search {
  readonly state: State;
  readonly recreate: Recreate;
  best: Plan;
  /** Jobs that a step removes on average. */
  removed = 10;
  /** Jobs near a job, from whose routes strings are removed, at job × neighbours. */
  near: Int32Array;
  readonly budget: Budget;
  readonly random: Random;
  readonly #found: (plan: Plan) => void;

  constructor(state: State, budget: Budget, random: Random, found: (plan: Plan) => void) {
    this.state = state;
    this.budget = budget;
    this.random = random;
    this.recreate = new Recreate(state, random);
    this.best = state.plan();
    this.near = state.model.near;
    this.#found = found;
  }

  /**
   * Removes strings, with `makesRoom` next to unplanned jobs, and inserts all jobs again; false if the step was undone.
   * It is aborted as soon as `goesOn` is false for the jobs without a place so far.
   */
  change(makesRoom: boolean, goesOn?: (left: readonly number[]) => boolean): boolean {
    this.state.begin();
    if (ruin(this.state, this, this.random, makesRoom) && this.recreate.run(goesOn)) return true;
    this.state.back();
    return false;
  }

  /** Saves the state if it is the best so far. */
  keep(): boolean {
    const { state } = this;
    if (!isBetter(state, this.best, state.model.fewest)) return false;
    this.best = state.plan();
    this.#found(this.best);
    return true;
  }
}
