/** Exchanges of parts of two routes: whatever they do, the plan holds every constraint and its cost is right. */
import { describe, expect, test } from 'vitest';
import { build } from '../../server/solver/build.ts';
import { check } from '../../server/solver/check.ts';
import { exchange } from '../../server/solver/exchange.ts';
import { initialPlan } from '../../server/solver/initial.ts';
import type { Problem } from '../../server/solver/problem.ts';
import { Random } from '../../server/solver/random.ts';
import { Recreate } from '../../server/solver/recreate.ts';
import { State } from '../../server/solver/state.ts';
import { write } from '../../server/solver/write.ts';
import { violations } from './checkSolution.ts';
import { instance } from './instances.ts';

const TRIES = 20_000;

/** A first plan of a problem, and what exchanges need. */
function begun(given: Problem) {
  const problem = check(given);
  const model = build(problem);
  const state = new State(model);
  const random = new Random(7);
  state.load(initialPlan(problem, model));
  new Recreate(state, random).complete();
  return { problem, model, state, random, near: model.near };
}

describe.each(['R112', 'RC101', 'C201'])('%s', (name) => {
  const { problem, model, state, random, near } = begun(instance(name).problem);
  const told = { seed: 7, iterations: 0, cancelled: false, loading: 0, solving: 0 };

  test('exchanges at any cost leave a plan that holds', () => {
    expect(state.absent).toEqual([]);
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
      const anew = new State(model);
      anew.load(plan);
      expect(anew.routes.every((route) => route.feasible)).toBe(true);
      expect(anew.cost).toBeCloseTo(state.cost, 6);
      expect([anew.used, anew.vehicle, anew.position]).toEqual([state.used, state.vehicle, state.position]);
      expect(violations(problem, write(problem, model, plan, told))).toEqual([]);
    }
    expect(done).toBeGreaterThan(100);
    expect(dearer).toBeGreaterThan(0);
  });

  test('no exchange costs more than it may', () => {
    let done = 0;
    for (let i = 0; i < TRIES; i++) {
      const before = state.cost;
      done += Number(exchange({ state, near, random }, before));
      expect(state.cost).toBeLessThanOrEqual(before + 1e-6);
    }
    expect(done).toBeGreaterThan(10);
  });
});

test('vehicles that differ exchange nothing', () => {
  const { problem } = instance('R112');
  const vehicles = problem.vehicles.map((vehicle, i) => ({ ...vehicle, capacity: [200 + i] }));
  const { state, random, near } = begun({ ...problem, vehicles });
  for (let i = 0; i < TRIES; i++) expect(exchange({ state, near, random }, Infinity)).toBe(false);
});
