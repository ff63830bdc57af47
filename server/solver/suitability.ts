/** Which vehicles can serve which jobs at all, and the cost of their visits. */
import { alone } from './alone.ts';
import { emptyRoute } from './emptyRoute.ts';
import { WRONG, type Model } from './model.ts';
import type { Id, Job, Problem, Vehicle } from './problem.ts';
import type { Rates } from './rates.ts';

/** Fills `wrong`, `visit` and `takers`. */
export function suitability(problem: Problem, model: Model, rates: readonly Rates[]): void {
  const seen = new Set<number>();
  for (const truck of model.trucks) {
    if (seen.has(truck.type)) continue;
    seen.add(truck.type);
    const vehicle = problem.vehicles[truck.index]!;
    const suits = suitsOf(problem, vehicle);
    const route = emptyRoute(model, truck);
    problem.jobs.forEach((job, i) => {
      const at = truck.type * model.stops + i;
      const takers = takersOf(problem, vehicle, job);
      model.takers[at] = takers;
      model.visit[at] = visitCost(problem, vehicle, job, rates[truck.index]!);
      const wrong = suits(job) | (takers || !truck.unloadings.length ? 0 : WRONG.garbageType);
      model.wrong[at] = wrong | (wrong & WRONG.locked ? 0 : alone(model, truck, route, i));
    });
  }
}

const has = (list: readonly Id[] | undefined, id: Id | undefined) =>
  !list || id === undefined || list.includes(id);

function suitsOf(problem: Problem, vehicle: Vehicle): (job: Job) => number {
  const { pointGroups, skills } = { pointGroups: vehicle.point_groups, skills: new Set(vehicle.skills) };
  return (job) =>
    (!pointGroups || job.point_groups?.some((group) => pointGroups.includes(group)) ? 0 : WRONG.pointGroup) |
    (has(vehicle.container_types, job.container_type) ? 0 : WRONG.containerType) |
    (has(vehicle.garbage_types, job.garbage_type) ? 0 : WRONG.garbageType) |
    (problem.experience?.mode === 'strict' && !isExperienced(problem, vehicle, job) ? WRONG.experience : 0) |
    ((job.skills ?? []).every((skill) => skills.has(skill)) ? 0 : WRONG.other) |
    (job.locked_vehicle === undefined || job.locked_vehicle === vehicle.id ? 0 : WRONG.locked);
}

/** Whether the driver was there often enough; a job without a stand needs no experience. */
export function isExperienced({ experience }: Problem, vehicle: Vehicle, { stand }: Job): boolean {
  if (!experience || stand === undefined) return true;
  return (vehicle.experience?.[String(stand)] ?? 0) >= experience.threshold;
}

/**
 * Returns bits of the vehicle's places of unloading that take the job's garbage; all bits if it has no places of
 * unloading.
 */
function takersOf({ unloadings = [] }: Problem, vehicle: Vehicle, job: Job): number {
  if (!vehicle.unloading_ids?.length) return -1;
  let bits = 0;
  vehicle.unloading_ids.forEach((id, i) => {
    if (has(unloadings.find((place) => place.id === id)!.garbage_types, job.garbage_type)) bits |= 1 << i;
  });
  return bits;
}

function visitCost(problem: Problem, vehicle: Vehicle, job: Job, rates: Rates): number {
  const stranger = isExperienced(problem, vehicle, job) ? 0 : rates.stranger;
  return rates.visit + rates.work * (job.service ?? 0) + stranger;
}
