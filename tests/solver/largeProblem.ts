/** A city's day: many stands, shifts with several runs, places of unloading, breaks. */
import type { Problem } from '../../server/solver/problem.ts';
import { Random } from '../../server/solver/random.ts';

const HOUR = 3600;
/** Seconds per metre, at 25 km an hour, and metres of street per metre of straight line. */
const PACE = 3.6 / 25;
const DETOUR = 1.3;

export function largeProblem(stops: number, seed: number): Problem {
  const random = new Random(seed);
  const between = (low: number, high: number) => low + (high - low) * random.next();
  const size = stops + 5;
  const points = Array.from({ length: size }, () => [between(0, 25_000), between(0, 25_000)] as const);
  const distances = points.map(([x, y]) =>
    points.map(([a, b]) => Math.round(Math.hypot(x - a, y - b) * DETOUR)),
  );
  const durations = distances.map((row) => row.map((metres) => Math.round(metres * PACE)));
  const unloadings = [0, 1, 2].map((i) => ({
    id: i + 1,
    location_index: stops + i,
    service: 15 * 60,
    time_windows: [[6 * HOUR, 22 * HOUR]] as const,
    ...(i === 2 && { garbage_types: ['mixed'] }),
  }));
  return {
    matrices: { car: { durations, distances } },
    unloadings,
    mass: { dimension: 1, per_tonne: 1000 },
    jobs: Array.from({ length: stops }, (_, i) => {
      const volume = Math.round(between(1, 6) * 10) / 10;
      const open = Math.round(between(7, 16)) * HOUR;
      return {
        id: i + 1,
        location_index: i,
        service: Math.round(between(2, 6)) * 60,
        pickup: [volume, Math.round(volume * 100)],
        time_windows: [
          random.next() < 0.3 ? ([open, open + 4 * HOUR] as const) : ([7 * HOUR, 23 * HOUR] as const),
        ],
        garbage_type: random.next() < 0.8 ? 'mixed' : 'paper',
        container_type: random.next() < 0.7 ? 'euro' : 'bunker',
      };
    }),
    vehicles: Array.from({ length: Math.ceil(stops / 33) }, (_, i) => ({
      id: i + 1,
      start_index: stops + 3 + (i % 2),
      end_index: stops + 3 + (i % 2),
      capacity: [90 + 10 * (i % 4), 12_000],
      time_window: [(6 + (i % 3)) * HOUR, (18 + (i % 3)) * HOUR] as const,
      unloading_ids: [1, 2, 3],
      container_types: i % 3 ? ['euro', 'bunker'] : ['euro'],
      driving_break: { after: 4.5 * HOUR, duration: 45 * 60 },
      costs: { fixed: 3000, per_hour: 900, per_km: 30, per_task_hour: 900, per_run: 500, per_tonne_km: 3 },
    })),
  };
}
