/**
 * Jobs near each other: by travel alone, and by travel, waiting and lateness of a vehicle that serves one after the
 * other, in the better order (the correlation of customers of T. Vidal et al., "A Hybrid Genetic Algorithm with
 * Adaptive Diversity Management for a Large Class of Vehicle Routing Problems with Time-Windows", Computers &
 * Operations Research 40(1), 2013). Strings of jobs that are near in space alone cannot be exchanged where windows are
 * narrow; those that are near in time too are less varied. So the search uses both.
 */
import type { Nodes, Profile } from './model.ts';

const MOST = 200;
/** Weight of a second of waiting and of delay that the windows force, in seconds of travel. */
interface Weights {
  waiting: number;
  delay: number;
}
export const IN_SPACE: Weights = { waiting: 0, delay: 0 };
export const IN_TIME: Weights = { waiting: 0.2, delay: 1 };

/** Times are compared in thousandths and up to a limit, so that one number can encode time and job. */
const FINE = 1000;
const FARTHEST = 1e9;

/** Returns the nearest of the first `count` nodes, at node × neighbours. */
export function nearest(
  nodes: Nodes,
  count: number,
  { out, into }: Profile,
  locations: number,
  weights: Weights,
): Int32Array {
  const { location } = nodes;
  const neighbours = Math.max(0, Math.min(MOST, count - 1));
  const near = new Int32Array(count * neighbours);
  const keys = new Float64Array(count);
  for (let job = 0; job < count; job++) {
    const row = 2 * location[job]! * locations;
    for (let other = 0; other < count; other++) {
      const at = row + 2 * location[other]!;
      const apart = Math.min(
        between(nodes, job, other, out[at]!, weights),
        between(nodes, other, job, into[at]!, weights),
      );
      keys[other] = Math.round(Math.min(apart, FARTHEST) * FINE) * count + other;
    }
    keys[job] = -1;
    keys.sort();
    for (let i = 0; i < neighbours; i++) near[job * neighbours + i] = keys[i + 1]! % count;
  }
  return near;
}

/** Returns the distance from one job to another served after it. */
function between(
  { open, close, service }: Nodes,
  from: number,
  to: number,
  travel: number,
  weights: Weights,
): number {
  const passed = service[from]! + travel;
  const waiting = Math.max(0, open[to]! - close[from]! - passed);
  const delay = Math.max(0, open[from]! + passed - close[to]!);
  return travel + weights.waiting * waiting + weights.delay * delay;
}
