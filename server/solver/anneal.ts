/** Lowers the cost by simulated annealing over steps of ruin and recreate. */
import type { Score, Search } from './search.ts';

/** Temperatures as shares of the cost a job: at the start at most and at least, and at the end in relation to the start. */
const HOTTEST = 10;
const COOLEST = 0.1;
const COOLING = 0.01;
/** Steps a job for each unit of the first temperature: who has little time must not spend it far from good solutions. */
const STEPS = 300;
/** Jobs that a step takes out on average. */
const REMOVED = 20;

/** Goes on until the share `until` of the budget is used. */
export function anneal(search: Search, until: number): void {
  const { state, budget, random } = search;
  const from = budget.fraction;
  const unit = state.cost / Math.max(1, state.model.stops - state.absent.length);
  const current: Score = { missing: state.missing, used: state.used, cost: state.cost };
  search.removed = REMOVED;
  while (!budget.step(until)) {
    if (!search.change()) continue;
    const { fraction } = budget;
    const steps = budget.count / Math.max(fraction, 1e-6) / state.model.stops;
    const hot = Math.min(HOTTEST, Math.max(COOLEST, steps / STEPS));
    const temperature = unit * hot * COOLING ** ((fraction - from) / (until - from));
    if (!accepted(state, current, -temperature * Math.log(random.next()))) {
      state.back();
      continue;
    }
    current.missing = state.missing;
    current.used = state.used;
    current.cost = state.cost;
    search.keep();
  }
}

function accepted(one: Score, current: Score, dearer: number): boolean {
  if (one.missing !== current.missing) return one.missing < current.missing;
  return one.cost < current.cost + dearer;
}
