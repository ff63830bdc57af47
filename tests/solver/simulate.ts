/** Violations on a route of given stops, each as early as possible. */
import type { Job, Problem, TimeWindow, Vehicle } from '../../server/solver/problem.ts';

export interface Stop {
  type: 'job' | 'break' | 'unloading';
  id: number;
}

export type Broken = 'time' | 'load' | 'limit' | 'order' | 'garbage';
const SLACK = 1e-6;

export function brokenBy(problem: Problem, vehicle: Vehicle, stops: readonly Stop[]): Set<Broken> {
  const broken = new Set<Broken>();
  if (isLate(problem, vehicle, stops, broken)) broken.add('time');
  const jobs = stops.flatMap((stop) => (stop.type === 'job' ? [jobOf(problem, stop)] : []));
  if (jobs.length > (vehicle.max_tasks ?? Infinity)) broken.add('limit');
  if (isOverloaded(problem, vehicle, stops)) broken.add('load');
  const orders = new Map<string, number>();
  for (const { sequence } of jobs) {
    if (!sequence) continue;
    if (sequence.order < (orders.get(String(sequence.group)) ?? -Infinity)) broken.add('order');
    orders.set(String(sequence.group), sequence.order);
  }
  if (mixes(problem, stops)) broken.add('garbage');
  return broken;
}

const jobOf = (problem: Problem, stop: Stop): Job => problem.jobs.find(({ id }) => id === stop.id)!;

function visit(problem: Problem, vehicle: Vehicle, stop: Stop) {
  if (stop.type === 'job') return jobOf(problem, stop);
  if (stop.type === 'break')
    return { ...vehicle.breaks!.find(({ id }) => id === stop.id)!, location_index: undefined };
  const place = problem.unloadings!.find(({ id }) => id === stop.id)!;
  return { ...place, service: vehicle.unloading_service ?? place.service };
}

const opens = (windows: readonly TimeWindow[] | undefined, time: number): number => {
  const open = windows?.find(([, to]) => time <= to + SLACK);
  if (!windows) return time;
  return open ? Math.max(time, open[0]) : Infinity;
};

/** Also records violated limits of driving. */
function isLate(problem: Problem, vehicle: Vehicle, stops: readonly Stop[], broken: Set<Broken>): boolean {
  const { durations, distances } = problem.matrices[vehicle.profile ?? 'car']!;
  const [from, to] = vehicle.time_window ?? [0, Infinity];
  let [here, time, driven, length] = [vehicle.start_index, from, 0, 0];
  const go = (next: number | undefined) => {
    if (here !== undefined && next !== undefined) {
      const way = durations[here]![next]! / (vehicle.speed_factor ?? 1);
      time += way;
      driven += way;
      length += distances?.[here]?.[next] ?? 0;
    }
    here = next;
  };
  for (const stop of stops) {
    const { location_index, time_windows, service = 0 } = visit(problem, vehicle, stop);
    if (location_index !== undefined) go(location_index);
    time = opens(time_windows, time) + service;
  }
  go(vehicle.end_index);
  if (driven > (vehicle.max_travel_time ?? Infinity) + SLACK) broken.add('limit');
  if (length > (vehicle.max_distance ?? Infinity) + SLACK) broken.add('limit');
  return !(time <= to + SLACK);
}

function isOverloaded(problem: Problem, { capacity = [] }: Vehicle, stops: readonly Stop[]): boolean {
  return capacity.some((most, d) => {
    let sum = 0;
    return stops.some((stop) => {
      if (stop.type === 'unloading') sum = 0;
      if (stop.type === 'job')
        sum += jobOf(problem, stop).pickup?.[d] ?? jobOf(problem, stop).delivery?.[d] ?? 0;
      return sum > most + SLACK;
    });
  });
}

/** Whether a place of unloading gets garbage that it does not take. */
function mixes({ jobs, unloadings = [] }: Problem, stops: readonly Stop[]): boolean {
  let run: (number | string)[] = [];
  for (const { type, id } of stops) {
    const garbage = type === 'job' ? jobs.find((job) => job.id === id)!.garbage_type : undefined;
    if (garbage !== undefined) run.push(garbage);
    if (type !== 'unloading') continue;
    const { garbage_types } = unloadings.find((place) => place.id === id)!;
    if (garbage_types && run.some((one) => !garbage_types.includes(one))) return true;
    run = [];
  }
  return false;
}
