/** The steps of the search over one state, and what it has found so far. */
import type { Budget } from './budget.ts';
import type { Random } from './random.ts';
import { Recreate } from './recreate.ts';
import { ruin } from './ruin.ts';
import { State, type Plan } from './state.ts';

const EQUAL = 1e-9;

/** Fewest unplanned jobs, then fewest vehicles if the objective asks for it, then cost. */
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
  /** Jobs that a step takes out on average. */
  removed = 10;
  /** Jobs near a job, from whose routes strings are taken, at job × neighbours. */
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
   * Takes strings out, if it `makesRoom` beside unplanned jobs, and puts all in again; false if the step had to go back.
   * It is given up as soon as `goesOn` is false for the jobs that found no place so far.
   */
  change(makesRoom: boolean, goesOn?: (left: readonly number[]) => boolean): boolean {
    this.state.begin();
    if (ruin(this.state, this, this.random, makesRoom) && this.recreate.run(goesOn)) return true;
    this.state.back();
    return false;
  }

  /** Keeps the state if it is the best so far. */
  keep(): boolean {
    const { state } = this;
    if (!isBetter(state, this.best, state.model.fewest)) return false;
    this.best = state.plan();
    this.#found(this.best);
    return true;
  }
}
