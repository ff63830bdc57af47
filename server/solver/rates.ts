/** Costs of a vehicle in units of the objective. */
import type { Objective, Problem, Vehicle } from './problem.ts';

export interface Rates {
  used: number;
  run: number;
  time: number;
  length: number;
  work: number;
  haul: number;
  balance: number;
  visit: number;
  /** A visit by a driver without experience. */
  stranger: number;
}

const HOUR = 3600;
const KILOMETRE = 1000;
const DAY = 24 * HOUR;
/** Weight of a rouble in metres, when metres come first. */
const LEAST = 1e-6;
const STRANGER = 1000;

/**
 * Returns the rates: roubles; with `distance` metres, with `balance` an addition for each second that grows with the
 * shift.
 */
export function ratesOf(problem: Problem, vehicle: Vehicle): Rates {
  const rates = roubles(problem, vehicle);
  const objective: Objective = problem.objective ?? 'cost';
  if (objective === 'distance') {
    const small = Object.fromEntries(Object.entries(rates).map(([key, rate]) => [key, rate * LEAST]));
    return { ...(small as unknown as Rates), length: 1 + rates.length * LEAST };
  }
  if (objective !== 'balance') return rates;
  const [from, to] = vehicle.time_window ?? [0, DAY];
  return { ...rates, balance: (rates.time || rates.work || 1) / Math.max(HOUR, to - from) };
}

/** Returns roubles per second, metre, tonne over a metre, and piece. */
export function roubles(problem: Problem, { costs = {}, profile = 'car' }: Vehicle): Rates {
  const given = problem.matrices[profile]?.costs !== undefined;
  const { mode, penalty = STRANGER } = problem.experience ?? { mode: 'ignore' };
  return {
    used: costs.fixed ?? 0,
    run: costs.per_run ?? 0,
    time: given ? 0 : (costs.per_hour ?? HOUR) / HOUR,
    length: given ? 1 : (costs.per_km ?? 0) / KILOMETRE,
    work: (costs.per_task_hour ?? 0) / HOUR,
    haul: (costs.per_tonne_km ?? 0) / KILOMETRE,
    balance: 0,
    visit: costs.per_visit ?? 0,
    stranger: mode === 'soft' ? penalty : 0,
  };
}
