/** Exchanges of parts of two routes: the resulting plan always meets every constraint and its cost is correct. */
import { describe, expect, test } from 'vitest';
import { build } from '../../server/solver/build.ts';
import { check } from '../../server/solver/check.ts';
import { exchange } from '../../server/solver/exchange.ts';
import { initialPlan } from '../../server/solver/initial.ts';
import { UNLOADING } from '../../server/solver/model.ts';
import type { Problem } from '../../server/solver/problem.ts';
import { Random } from '../../server/solver/random.ts';
import { Recreate } from '../../server/solver/recreate.ts';
import { Route } from '../../server/solver/route.ts';
import { refresh } from '../../server/solver/schedule.ts';
import { State } from '../../server/solver/state.ts';
import { write } from '../../server/solver/write.ts';
import { violations } from './checkSolution.ts';
import { randomProblem } from './randomProblem.ts';
import { instance } from './instances.ts';
import { largeProblem } from './largeProblem.ts';

const TRIES = 20_000;
const SUMMARY = { seed: 7, iterations: 0, cancelled: false, loading: 0, solving: 0 };

/** Returns a first plan of a problem, and what exchanges need. */
function begun(given: Problem) {
  const problem = check(given);
  const model = build(problem);
  const state = new State(model);
  const random = new Random(7);
  state.load(initialPlan(problem, model));
  new Recreate(state, random).complete();
  return { problem, model, state, random, near: model.near };
}

/** `unplanned`: jobs that the first plan leaves out. */
const PROBLEMS: [name: string, problem: Problem, unplanned: number][] = [
  ...['R112', 'RC101', 'C201'].map((name): (typeof PROBLEMS)[number] => [name, instance(name).problem, 0]),
  ['vehicles of several types with runs, rests and haulage', largeProblem(150, 3), 17],
];

describe.each(PROBLEMS)('%s', (_, given, unplanned) => {
  const { problem, model, state, random, near } = begun(given);

  test('exchanges at any cost leave a valid plan', () => {
    expect(state.absent).toHaveLength(unplanned);
    let [done, dearer] = [0, 0];
    for (let i = 0; i < TRIES; i++) {
      const before = state.cost;
      if (!exchange({ state, near, random }, Infinity)) {
        expect(state.cost).toBe(before);
        continue;
      }
      done++;
      dearer += Number(state.cost > before);
      if (done % 20) continue;
      const plan = state.plan();
      const copy = new State(model);
      copy.load(plan);
      expect(copy.routes.every((route) => route.feasible)).toBe(true);
      expect(copy.cost).toBeCloseTo(state.cost, 6);
      expect([copy.used, copy.vehicle, copy.position]).toEqual([state.used, state.vehicle, state.position]);
      expect(violations(problem, write(problem, model, plan, SUMMARY))).toEqual([]);
    }
    expect(done).toBeGreaterThan(100);
    expect(dearer).toBeGreaterThan(0);
  });

  test('no exchange exceeds the given cost', () => {
    let done = 0;
    for (let i = 0; i < TRIES; i++) {
      const before = state.cost;
      done += Number(exchange({ state, near, random }, before));
      expect(state.cost).toBeLessThanOrEqual(before + 1e-6);
    }
    expect(done).toBeGreaterThan(10);
  });
});

test('exchanges in problems of the full model leave valid plans', () => {
  let done = 0;
  for (let seed = 1; seed <= 40; seed++) {
    const { problem, model, state, random, near } = begun(randomProblem(seed));
    for (let i = 0; i < TRIES / 20; i++) {
      if (!exchange({ state, near, random }, Infinity)) continue;
      const plan = state.plan();
      expect(violations(problem, write(problem, model, plan, SUMMARY)), `seed ${seed}`).toEqual([]);
      const copy = new State(model);
      copy.load(plan);
      expect(copy.cost, `seed ${seed}`).toBeCloseTo(state.cost, 6);
      done++;
    }
  }
  expect(done).toBeGreaterThan(150);
});

test('after an exchange routes unload where it costs least', () => {
  const { model, state, random, near } = begun(largeProblem(150, 3));
  const isUnloading = (node: number) => model.nodes.kind[node] === UNLOADING;
  let tried = 0;
  for (let i = 0; i < TRIES; i++) {
    if (!exchange({ state, near, random }, Infinity)) continue;
    for (const { sequence, length, cost, truck } of state.touched)
      for (let k = 1; k < length - 1; k++)
        for (const unloading of isUnloading(sequence[k]!) ? truck.unloadings : []) {
          const other = new Route(truck, model.dimensions);
          other.fill(sequence.slice(1, length - 1).with(k - 1, unloading));
          refresh(model, other, state.position.slice());
          if (other.feasible) expect(other.cost).toBeGreaterThan(cost - 1e-6);
          tried++;
        }
  }
  expect(tried).toBeGreaterThan(1000);
});

test('plain vehicles of different types exchange nothing', () => {
  const { problem } = instance('R112');
  const vehicles = problem.vehicles.map((vehicle, i) => ({ ...vehicle, capacity: [200 + i] }));
  const { state, random, near } = begun({ ...problem, vehicles });
  for (let i = 0; i < TRIES; i++) expect(exchange({ state, near, random }, Infinity)).toBe(false);
});
