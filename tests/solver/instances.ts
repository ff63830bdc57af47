/** Public benchmark instances of routing with time windows: Solomon (1987), Gehring and Homberger (1999). */
import { readFileSync } from 'node:fs';
import type { Problem } from '../../server/solver/problem.ts';

export const INSTANCES = [
  'C101', 'C109', 'C201', 'R101', 'R104', 'R112', 'R201',
  'RC101', 'RC108', 'RC201', 'C1_2_1', 'R1_2_1', 'RC1_2_1',
] as const; // prettier-ignore

export interface Instance {
  problem: Problem;
  stops: number;
  /** The best known result. */
  vehicles: number;
  distance: number;
}

const HEAD = /vehicles (\d+), capacity (\d+), best known: (\d+) vehicles, distance ([\d.]+)/;

/** Travel time and distance are the unrounded Euclidean distance. */
export function instance(name: string): Instance {
  const text = readFileSync(new URL(`./instances/${name}.csv`, import.meta.url), 'utf8');
  const [, fleet, capacity, vehicles, distance] = HEAD.exec(text)!.map(Number);
  const rows = text.trim().split('\n').slice(2).map((line) => line.split(',').map(Number)); // prettier-ignore
  const durations = rows.map(([, x, y]) => rows.map(([, a, b]) => Math.hypot(x! - a!, y! - b!)));
  const [depot, ...stops] = rows;
  const problem: Problem = {
    matrices: { car: { durations } },
    objective: 'vehicles',
    jobs: stops.map(([id, , , demand, ready, due, service]) => ({
      id: id!,
      location_index: id!,
      delivery: [demand!],
      service: service!,
      time_windows: [[ready!, due!]],
    })),
    vehicles: Array.from({ length: fleet! }, (_, i) => ({
      id: i + 1,
      start_index: 0,
      end_index: 0,
      capacity: [capacity!],
      time_window: [depot![4]!, depot![5]!],
    })),
  };
  return { problem, stops: stops.length, vehicles: vehicles!, distance: distance! };
}
