/**
 * Removes strings of neighbouring jobs from neighbouring routes: slack induction by string removals, J. Christiaens and
 * G. Vanden Berghe, Transportation Science 54(2), 2020, section 4.1.
 */
import type { Random } from './random.ts';
import type { Route } from './route.ts';
import type { State } from './state.ts';

/** The longest string. */
const LONGEST = 10;
/** Chance that a string keeps some jobs in its middle, and the chance of keeping one more. */
const SPLIT = 0.5;
const KEEP_MORE = 0.01;
/** Chance that strings are removed next to an unplanned job, to make room for it. */
const BESIDE = 0.6;

/**
 * Removes `wanted` jobs on average; with `makesRoom`, preferably next to unplanned ones. Returns false if a route is
 * not feasible without the jobs (because travel times are shorter over a third place).
 */
export function ruin(
  state: State,
  { removed: wanted, near }: { removed: number; near: Int32Array },
  random: Random,
  makesRoom: boolean,
): boolean {
  const { model, vehicle } = state;
  const planned = model.stops - state.absent.length;
  if (!planned) return true;
  const longest = Math.min(LONGEST, planned / Math.max(1, state.used));
  const most = (4 * wanted) / (1 + longest) - 1;
  const strings = Math.floor(1 + random.next() * most);
  const { absent } = state;
  const isBeside = makesRoom && absent.length > 0 && random.next() < BESIDE;
  const seed = isBeside ? absent[random.below(absent.length)]! : random.below(model.stops);
  let taken = takeString(state, seed, longest, random);
  const row = seed * model.neighbours;
  for (let i = 0; i < model.neighbours && taken < strings; i++) {
    const job = near[row + i]!;
    if (vehicle[job]! >= 0) taken += takeString(state, job, longest, random);
  }
  for (const route of state.touched) if (!state.settle(route)) return false;
  return true;
}

/** Removes a string around a job unless its route was already shortened; returns 1 if it did, else 0. */
function takeString(state: State, job: number, longest: number, random: Random): number {
  const index = state.vehicle[job]!;
  if (index < 0) return 0;
  const route = state.routes[index]!;
  if (route.touched) return 0;
  const size = route.length - 2;
  const wanted = Math.floor(1 + random.next() * Math.min(size, longest));
  state.touch(route);
  if (wanted < size && wanted > 1 && random.next() < SPLIT) splitString(state, route, [job, wanted], random);
  else {
    const from = window(state.position[job]!, wanted, size, random);
    state.take(route, from, from + wanted);
  }
  return 1;
}

function splitString(
  state: State,
  route: Route,
  [job, wanted]: readonly [job: number, wanted: number],
  random: Random,
): void {
  const size = route.length - 2;
  let kept = 1;
  while (wanted + kept < size && random.next() < KEEP_MORE) kept++;
  const from = window(state.position[job]!, wanted + kept, size, random);
  const before = 1 + random.below(wanted - 1);
  state.take(route, from + before + kept, from + wanted + kept);
  state.take(route, from, from + before);
}

/** Returns the first of `wanted` positions of 1 … `size` that include a position. */
function window(position: number, wanted: number, size: number, random: Random): number {
  const first = Math.max(1, position - wanted + 1);
  const last = Math.min(position, size - wanted + 1);
  return first + random.below(last - first + 1);
}
