/**
 * Checks a solution against its problem, using only the two JSON documents and nothing of the solver's evaluation.
 * Returns one sentence for each violated constraint.
 */
import type { Job, Problem, TimeWindow, Vehicle } from '../../server/solver/problem.ts';
import type { Solution, SolutionRoute, Step } from '../../server/solver/solution.ts';
import { sums } from './checkSums.ts';
import { jobOf, leg, SLACK } from './readSteps.ts';

export function violations(problem: Problem, solution: Solution): string[] {
  const found: string[] = [];
  const seen = new Map<number, number>();
  const meet = (id: number) => seen.set(id, (seen.get(id) ?? 0) + 1);
  const vehicles = new Set<number>();
  for (const route of solution.routes) {
    const vehicle = problem.vehicles.find(({ id }) => id === route.vehicle);
    if (!vehicle || vehicles.has(route.vehicle)) found.push(`vehicle ${route.vehicle} is unknown or twice`);
    vehicles.add(route.vehicle);
    for (const { type, id } of route.steps) if (type === 'job') meet(id!);
    if (vehicle)
      found.push(...routeViolations(problem, vehicle, route).map((one) => `vehicle ${vehicle.id}: ${one}`));
  }
  for (const { id, reasons } of solution.unassigned) {
    meet(id);
    if (!reasons.length) found.push(`job ${id} is unplanned without a reason`);
  }
  for (const { id } of problem.jobs)
    if (seen.get(id) !== 1) found.push(`job ${id} stands ${seen.get(id) ?? 0} times`);
  if (seen.size !== problem.jobs.length) found.push('there are jobs that the problem has not');
  if (solution.summary.unassigned !== solution.unassigned.length) found.push('summary.unassigned is wrong');
  if (solution.summary.routes !== solution.routes.length) found.push('summary.routes is wrong');
  return found;
}

export function routeViolations(problem: Problem, vehicle: Vehicle, route: SolutionRoute): string[] {
  return [
    ...edges(vehicle, route),
    ...times(problem, vehicle, route),
    ...loads(problem, vehicle, route),
    ...suitable(problem, vehicle, route),
    ...rests(problem, vehicle, route),
    ...limits(vehicle, route),
    ...orders(problem, route),
    ...sums(problem, vehicle, route),
  ];
}

/**
 * Checks that the route starts and ends where the vehicle does, takes each break once and in order, and unloads
 * everything.
 */
function edges(
  { start_index, end_index, breaks = [], unloading_ids }: Vehicle,
  { steps }: SolutionRoute,
): string[] {
  const found: string[] = [];
  const at = (type: string) => steps.find((step) => step.type === type)?.location_index;
  if (at('start') !== start_index || (start_index !== undefined && steps[0]?.type !== 'start'))
    found.push('does not start at its place');
  if (at('end') !== end_index || (end_index !== undefined && steps.at(-1)?.type !== 'end'))
    found.push('does not end at its place');
  const taken = steps.filter(({ type }) => type === 'break').map(({ id }) => id!);
  if (
    taken.toSorted((a, b) => a - b).join() !==
    breaks
      .map(({ id }) => id)
      .toSorted((a, b) => a - b)
      .join()
  )
    found.push(`takes the breaks ${taken.join()}`);
  if (unloading_ids) {
    const lastJob = steps.findLastIndex(({ type }) => type === 'job');
    const lastUnloading = steps.findLastIndex(({ type }) => type === 'unloading');
    if (lastUnloading < lastJob) found.push('ends loaded');
  }
  return found;
}

const isOpen = (windows: readonly TimeWindow[] | undefined, time: number) =>
  !windows || windows.some(([from, to]) => time >= from - SLACK && time <= to + SLACK);

function times(problem: Problem, vehicle: Vehicle, { steps }: SolutionRoute): string[] {
  const found: string[] = [];
  steps.forEach((step, i) => {
    const before = steps[i - 1];
    const begin = step.arrival + step.waiting_time;
    if (step.waiting_time < -SLACK) found.push(`waits ${step.waiting_time}`);
    if (before) {
      const due =
        before.arrival + before.waiting_time + before.service + leg(problem, vehicle, before, step).time;
      if (Math.abs(step.arrival - due) > SLACK)
        found.push(`is at step ${i} at ${step.arrival}, not at ${due}`);
    }
    const { windows, service } = wanted(problem, vehicle, step);
    if (!isOpen(windows, begin))
      found.push(`begins step ${i} (${step.type} ${step.id}) outside its windows, at ${begin}`);
    if (Math.abs(step.service - service) > SLACK)
      found.push(`serves step ${i} in ${step.service}, not ${service}`);
    const [from, to] = vehicle.time_window ?? [0, Infinity];
    if (step.arrival < from - SLACK || begin + step.service > to + SLACK)
      found.push(`works outside its shift at step ${i}`);
  });
  return found;
}

function wanted(problem: Problem, vehicle: Vehicle, step: Step) {
  const { type, id } = step;
  if (type === 'job') {
    const job = jobOf(problem, step);
    return { windows: job?.time_windows, service: job?.service ?? 0 };
  }
  if (type === 'unloading') {
    const place = problem.unloadings?.find((one) => one.id === id);
    return { windows: place?.time_windows, service: vehicle.unloading_service ?? place?.service ?? 0 };
  }
  if (type === 'break') {
    const one = vehicle.breaks?.find((each) => each.id === id);
    return { windows: one?.time_windows, service: one?.service ?? 0 };
  }
  return {
    windows: undefined,
    service: type === 'driving_break' ? (vehicle.driving_break?.duration ?? -1) : 0,
  };
}

function loads(problem: Problem, vehicle: Vehicle, { steps }: SolutionRoute): string[] {
  const { capacity = [] } = vehicle;
  const found: string[] = [];
  const load = capacity.map((_, d) =>
    steps.reduce((sum, step) => sum + (jobOf(problem, step)?.delivery?.[d] ?? 0), 0),
  );
  const inside = (i: number) => {
    load.forEach((amount, d) => {
      if (amount > capacity[d]! + SLACK) found.push(`carries ${amount} of ${capacity[d]} at step ${i}`);
      if (Math.abs(amount - steps[i]!.load[d]!) > SLACK)
        found.push(`tells load ${steps[i]!.load[d]}, not ${amount}, at step ${i}`);
    });
  };
  steps.forEach((step, i) => {
    const job = jobOf(problem, step);
    for (let d = 0; d < load.length; d++) {
      if (step.type === 'unloading') load[d] = 0;
      load[d]! += (job?.pickup?.[d] ?? 0) - (job?.delivery?.[d] ?? 0);
    }
    inside(i);
  });
  return found;
}

function suitable(problem: Problem, vehicle: Vehicle, { steps }: SolutionRoute): string[] {
  const found: string[] = [];
  let run: Job[] = [];
  for (const step of steps) {
    const job = jobOf(problem, step);
    if (job) {
      run.push(job);
      found.push(...unsuited(problem, vehicle, job).map((one) => `job ${job.id}: ${one}`));
    }
    if (step.type !== 'unloading') continue;
    const place = problem.unloadings!.find(({ id }) => id === step.id)!;
    if (!vehicle.unloading_ids?.includes(place.id))
      found.push(`unloads at ${place.id}, which is not its place`);
    for (const { garbage_type, id } of run)
      if (garbage_type !== undefined && place.garbage_types && !place.garbage_types.includes(garbage_type))
        found.push(`unloads job ${id} at ${place.id}, which does not take ${garbage_type}`);
    run = [];
  }
  return found;
}

/** Returns why the vehicle may not serve the job, whatever the time: the first word is the kind of constraint. */
export function unsuited({ experience }: Problem, vehicle: Vehicle, job: Job): string[] {
  const found: string[] = [];
  const { container_types, garbage_types, point_groups, skills = [] } = vehicle;
  const takes = (list: readonly unknown[] | undefined, one: unknown) =>
    !list || one === undefined || list.includes(one);
  if (point_groups && !job.point_groups?.some((one) => point_groups.includes(one))) found.push('group');
  if (!takes(container_types, job.container_type)) found.push('container');
  if (!takes(garbage_types, job.garbage_type)) found.push('garbage');
  if (job.skills?.some((one) => !skills.includes(one))) found.push('skills');
  if (job.locked_vehicle !== undefined && job.locked_vehicle !== vehicle.id) found.push('locked');
  const visits = vehicle.experience?.[String(job.stand)] ?? 0;
  if (experience?.mode === 'strict' && job.stand !== undefined && visits < experience.threshold)
    found.push('experience');
  return found;
}

function rests(problem: Problem, vehicle: Vehicle, { steps }: SolutionRoute): string[] {
  const rule = vehicle.driving_break;
  const found: string[] = [];
  let driven = 0;
  steps.forEach((step, i) => {
    if (i) driven += leg(problem, vehicle, steps[i - 1]!, step).time;
    if (rule && driven > rule.after + SLACK) found.push(`drives ${driven} without a rest, to step ${i}`);
    const isRest = step.type === 'break' || step.type === 'driving_break';
    if (rule && isRest && step.service >= rule.duration) driven = 0;
  });
  return found;
}

function limits({ max_tasks, max_travel_time, max_distance }: Vehicle, { steps }: SolutionRoute): string[] {
  const tasks = steps.filter(({ type }) => type === 'job').length;
  const { duration, distance } = steps.at(-1)!;
  return [
    ...(tasks > (max_tasks ?? Infinity) ? [`has ${tasks} jobs`] : []),
    ...(duration > (max_travel_time ?? Infinity) + SLACK ? [`drives ${duration} s`] : []),
    ...(distance > (max_distance ?? Infinity) + SLACK ? [`drives ${distance} m`] : []),
  ];
}

function orders(problem: Problem, { steps }: SolutionRoute): string[] {
  const last = new Map<string, number>();
  return steps.flatMap((step) => {
    const sequence = jobOf(problem, step)?.sequence;
    if (!sequence) return [];
    const before = last.get(String(sequence.group)) ?? -Infinity;
    last.set(String(sequence.group), sequence.order);
    return sequence.order < before ? [`visits job ${step.id} out of its order`] : [];
  });
}
