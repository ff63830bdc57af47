/** Small problems with all features of the model, generated from a seed. */
import type { Break, Job, Problem, Unloading, Vehicle } from '../../server/solver/problem.ts';
import { OBJECTIVES } from '../../server/solver/problem.ts';
import { Random } from '../../server/solver/random.ts';

const HOUR = 3600;
const GARBAGE = ['mixed', 'paper', 'bulky'];
const CONTAINERS = ['0.75', '1.1', '8'];
const GROUPS = ['north', 'south'];

class Dice {
  readonly #random: Random;
  constructor(seed: number) {
    this.#random = new Random(seed);
  }
  chance = (share: number) => this.#random.next() < share;
  from = (low: number, high: number) => low + this.#random.below(high - low + 1);
  pick = <T>(list: readonly T[]): T => list[this.#random.below(list.length)]!;
  some = <T>(list: readonly T[]): T[] => {
    const chosen = list.filter(() => this.chance(0.7));
    return chosen.length ? chosen : [this.pick(list)];
  };
  /** Returns an object with a part in some of the cases only. */
  maybe = <T extends object>(share: number, make: () => T): T | Record<string, never> =>
    this.chance(share) ? make() : {};
}

/** The same seed returns the same problem. */
export function randomProblem(seed: number): Problem {
  const dice = new Dice(seed * 7919 + 1);
  const count = dice.from(3, 12) + dice.pick([0, 10, 40]);
  const isRuns = dice.chance(0.6);
  const isDelivery = !isRuns && dice.chance(0.3);
  const locations = count + 6;
  const unloadings: Unloading[] = isRuns
    ? Array.from({ length: dice.from(1, 3) }, (_, i) => unloadingOf(dice, i, count))
    : [];
  const isMass = !isDelivery && dice.chance(0.7);
  const vehicles = Array.from({ length: dice.from(1, 6) }, (_, i) =>
    vehicleOf(dice, i + 1, { count, unloadings, isMass }),
  );
  const isCustom =
    !isMass &&
    dice.chance(0.1) &&
    vehicles.every(({ max_distance, costs }) => !max_distance && !costs?.per_km);
  const jobs = Array.from({ length: count }, (_, i) => jobOf(dice, i, isDelivery, vehicles));
  return {
    jobs,
    vehicles,
    matrices: matricesOf(dice, locations, isCustom),
    ...(unloadings.length && { unloadings }),
    ...(isMass && { mass: { dimension: 1, per_tonne: 1000 } }),
    ...dice.maybe(0.5, () => ({
      experience: { mode: dice.pick(['strict', 'soft', 'ignore'] as const), threshold: 3, penalty: 400 },
    })),
    ...dice.maybe(0.7, () => ({ objective: dice.pick(OBJECTIVES) })),
  };
}

function matricesOf(dice: Dice, size: number, isCustom: boolean): Problem['matrices'] {
  const points = Array.from({ length: size }, () => [dice.from(0, 40_000), dice.from(0, 40_000)] as const);
  // Streets: not symmetric, and sometimes a detour is shorter.
  const matrix = (make: (metres: number) => number) =>
    points.map(([x, y], i) => points.map(([a, b], j) => (i === j ? 0 : make(Math.hypot(x - a, y - b)))));
  const durations = matrix((metres) => Math.round((metres / 10) * (1 + dice.from(0, 30) / 100)));
  const distances = matrix((metres) => Math.round(metres * 1.3));
  return {
    car: { durations, distances, ...(isCustom && { costs: matrix((metres) => Math.round(metres / 7)) }) },
  };
}

function unloadingOf(dice: Dice, i: number, count: number): Unloading {
  return {
    id: 100 + i,
    location_index: count + i,
    service: dice.from(5, 25) * 60,
    ...dice.maybe(0.5, () => ({ garbage_types: dice.some(GARBAGE) })),
    ...dice.maybe(0.6, () => ({
      time_windows: [
        [6 * HOUR, 12 * HOUR],
        [13 * HOUR, 21 * HOUR],
      ] as const,
    })),
  };
}

interface Around {
  count: number;
  unloadings: readonly Unloading[];
  isMass: boolean;
}

function vehicleOf(dice: Dice, id: number, { count, unloadings, isMass }: Around): Vehicle {
  const from = dice.from(5, 9) * HOUR;
  return {
    id,
    ...dice.maybe(0.8, () => ({ start_index: count + 3 })),
    ...dice.maybe(0.8, () => ({ end_index: count + dice.from(3, 5) })),
    capacity: [dice.from(8, 30), dice.from(3000, 12_000)],
    time_window: [from, from + dice.from(4, 12) * HOUR],
    ...dice.maybe(0.4, () => ({ breaks: breaksOf(dice, from) })),
    ...dice.maybe(0.5, () => ({ driving_break: { after: dice.pick([1.5, 4.5]) * HOUR, duration: 2700 } })),
    ...dice.maybe(0.8, () => ({ costs: costsOf(dice, isMass) })),
    ...dice.maybe(0.3, () => ({ speed_factor: dice.from(8, 13) / 10 })),
    ...dice.maybe(0.1, () => ({ max_tasks: dice.from(2, 9) })),
    ...dice.maybe(0.1, () => ({ max_travel_time: dice.from(2, 6) * HOUR })),
    ...dice.maybe(0.1, () => ({ max_distance: dice.from(50, 300) * 1000 })),
    ...dice.maybe(0.3, () => ({ garbage_types: dice.some(GARBAGE) })),
    ...dice.maybe(0.3, () => ({ container_types: dice.some(CONTAINERS) })),
    ...dice.maybe(0.2, () => ({ point_groups: [dice.pick(GROUPS)] })),
    ...dice.maybe(0.3, () => ({ skills: [1] })),
    experience: Object.fromEntries(Array.from({ length: 8 }, (_, i) => [`stand ${i}`, dice.from(0, 6)])),
    ...(unloadings.length && { unloading_ids: dice.some(unloadings).map((place) => place.id) }),
    ...dice.maybe(0.3, () => ({ unloading_service: dice.from(5, 20) * 60 })),
  };
}

function breaksOf(dice: Dice, from: number): Break[] {
  const noon = from + dice.from(2, 4) * HOUR;
  return [{ id: 1, service: dice.pick([1200, 2700]), time_windows: [[noon, noon + 2 * HOUR]] }];
}

const costsOf = (dice: Dice, isMass: boolean) => ({
  fixed: dice.from(0, 50) * 100,
  per_hour: dice.from(5, 14) * 100,
  per_km: dice.from(18, 45),
  per_task_hour: dice.from(5, 14) * 100,
  per_visit: dice.from(0, 30),
  per_run: dice.from(0, 9) * 100,
  ...(isMass && { per_tonne_km: dice.from(0, 9) }),
});

function jobOf(dice: Dice, i: number, isDelivery: boolean, vehicles: readonly Vehicle[]): Job {
  const amount = [dice.from(1, 9), dice.from(100, 1800)];
  const open = dice.from(5, 15) * HOUR;
  return {
    id: i + 1,
    location_index: i,
    service: dice.from(1, 15) * 60,
    ...(isDelivery ? { delivery: amount } : { pickup: amount }),
    ...dice.maybe(0.5, () => ({ time_windows: [[open, open + dice.from(1, 6) * HOUR]] as const })),
    ...dice.maybe(0.1, () => ({
      time_windows: [
        [6 * HOUR, 9 * HOUR],
        [14 * HOUR, 17 * HOUR],
      ] as const,
    })),
    ...dice.maybe(0.6, () => ({ garbage_type: dice.pick(GARBAGE) })),
    ...dice.maybe(0.6, () => ({ container_type: dice.pick(CONTAINERS) })),
    ...dice.maybe(0.8, () => ({ point_groups: [dice.pick(GROUPS)] })),
    ...dice.maybe(0.7, () => ({ stand: `stand ${dice.from(0, 7)}` })),
    ...dice.maybe(0.1, () => ({ skills: [1] })),
    ...dice.maybe(0.1, () => ({ locked_vehicle: dice.pick(vehicles).id })),
    ...dice.maybe(0.2, () => ({ sequence: { group: dice.pick(GROUPS), order: dice.from(1, 20) } })),
    ...dice.maybe(0.2, () => ({ priority: dice.from(0, 100) })),
  };
}
