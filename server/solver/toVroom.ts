/** Converts the problem to VROOM's format; fields that VROOM does not have are mapped, or listed as not considered. */
import type { Id, Job, Problem, Vehicle } from './problem.ts';

export interface VroomInput {
  jobs: Record<string, unknown>[];
  vehicles: Record<string, unknown>[];
  matrices: Record<string, Record<string, number[][]>>;
}

/**
 * Container types, garbage types, point groups, locks and strict experience become skills. VROOM's numbers are
 * integers: times are rounded up, windows inwards, so that its routes are valid with the exact numbers; amounts are
 * thousandths.
 */
export function toVroom(problem: Problem): { input: VroomInput; notConsidered: string[] } {
  const skills = new Skills(problem);
  return {
    input: {
      jobs: problem.jobs.map((job) => jobOf(job, skills)),
      vehicles: problem.vehicles.map((vehicle) => vehicleOf(vehicle, skills)),
      matrices: Object.fromEntries(
        Object.entries(problem.matrices).map(([profile, matrices]) => [
          profile,
          Object.fromEntries(
            Object.entries(matrices).map(([name, rows]) => [
              name,
              (rows as number[][]).map((row) => row.map(Math.ceil)),
            ]),
          ),
        ]),
      ),
    },
    notConsidered: leftOut(problem),
  };
}

const PARTS = 1000;
const windowOf = ([from, to]: readonly [number, number]) => [Math.ceil(from), Math.floor(to)];
const given = (object: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined));

function jobOf(job: Job, skills: Skills): Record<string, unknown> {
  const { id, description, location_index, location, service, time_windows, priority } = job;
  return given({
    id,
    description,
    location_index,
    location,
    service: service === undefined ? undefined : Math.ceil(service),
    pickup: job.pickup?.map((amount) => Math.ceil(amount * PARTS)),
    delivery: job.delivery?.map((amount) => Math.ceil(amount * PARTS)),
    skills: skills.ofJob(job),
    priority: priority === undefined ? undefined : Math.round(priority),
    time_windows: time_windows?.map(windowOf),
  });
}

function vehicleOf(vehicle: Vehicle, skills: Skills): Record<string, unknown> {
  const { id, description, profile, start_index, end_index, speed_factor, max_tasks, costs } = vehicle;
  const whole = (value: number | undefined) => (value === undefined ? undefined : Math.floor(value));
  return given({
    id,
    description,
    profile: profile ?? 'car',
    start_index,
    end_index,
    speed_factor,
    max_tasks,
    capacity: vehicle.capacity?.map((amount) => Math.floor(amount * PARTS)),
    skills: skills.ofVehicle(vehicle),
    time_window: vehicle.time_window && windowOf(vehicle.time_window),
    breaks: vehicle.breaks?.map(({ time_windows, service, ...rest }) =>
      given({ ...rest, service: Math.ceil(service ?? 0), time_windows: time_windows?.map(windowOf) }),
    ),
    max_travel_time: whole(vehicle.max_travel_time),
    max_distance: whole(vehicle.max_distance),
    costs:
      costs &&
      given({
        fixed: costs.fixed === undefined ? undefined : Math.round(costs.fixed),
        per_hour: costs.per_hour === undefined ? undefined : Math.round(costs.per_hour),
        per_km: costs.per_km === undefined ? undefined : Math.round(costs.per_km),
        per_task_hour: costs.per_task_hour === undefined ? undefined : Math.round(costs.per_task_hour),
      }),
  });
}

/** Numbers of skills: those of the problem, and one for each value of our extension fields. */
class Skills {
  readonly #numbers = new Map<string, number>();
  readonly #problem: Problem;
  #next: number;

  constructor(problem: Problem) {
    this.#problem = problem;
    const used = [...problem.jobs, ...problem.vehicles].flatMap(({ skills }) => skills ?? []);
    this.#next = used.reduce((most, one) => Math.max(most, one), 0) + 1;
  }

  #number(kind: string, id: Id): number {
    const key = JSON.stringify([kind, id]);
    let number = this.#numbers.get(key);
    if (number === undefined) this.#numbers.set(key, (number = this.#next++));
    return number;
  }

  ofJob(job: Job): number[] {
    const { garbage_type, container_type, locked_vehicle, stand } = job;
    return [
      ...(job.skills ?? []),
      ...(garbage_type === undefined ? [] : [this.#number('garbage', garbage_type)]),
      ...(container_type === undefined ? [] : [this.#number('container', container_type)]),
      ...(locked_vehicle === undefined ? [] : [this.#number('vehicle', locked_vehicle)]),
      ...(this.#isGrouped ? [this.#number('groups', groupsKey(job))] : []),
      ...(stand !== undefined && this.#problem.experience?.mode === 'strict'
        ? [this.#number('stand', stand)]
        : []),
    ];
  }

  ofVehicle(vehicle: Vehicle): number[] {
    const { jobs, experience } = this.#problem;
    const all = (pick: (job: Job) => Id | undefined, takes: (id: Id) => boolean, kind: string) =>
      [...new Set(jobs.map(pick))].flatMap((id) =>
        id !== undefined && takes(id) ? [this.#number(kind, id)] : [],
      );
    const { garbage_types, container_types, point_groups } = vehicle;
    const known = (stand: Id) => (vehicle.experience?.[String(stand)] ?? 0) >= (experience?.threshold ?? 0);
    return [
      ...(vehicle.skills ?? []),
      ...all((job) => job.garbage_type, (id) => garbage_types?.includes(id) ?? true, 'garbage'),
      ...all((job) => job.container_type, (id) => container_types?.includes(id) ?? true, 'container'),
      ...all((job) => job.locked_vehicle, (id) => id === vehicle.id, 'vehicle'),
      ...(this.#isGrouped ? this.#groups(point_groups) : []),
      ...(experience?.mode === 'strict' ? all((job) => job.stand, known, 'stand') : []),
    ]; // prettier-ignore
  }

  get #isGrouped(): boolean {
    return this.#problem.vehicles.some(({ point_groups }) => point_groups);
  }

  #groups(mine: readonly Id[] | undefined): number[] {
    const served = this.#problem.jobs.filter(
      (job) => !mine || job.point_groups?.some((group) => mine.includes(group)),
    );
    return [...new Set(served.map(groupsKey))].map((key) => this.#number('groups', key));
  }
}

const groupsKey = ({ point_groups = [] }: Job): string => JSON.stringify(point_groups);

/** Returns paths of fields that VROOM does not have. */
function leftOut({ jobs, vehicles, experience, objective, unloadings }: Problem): string[] {
  const found: string[] = [];
  const note = (is: boolean, path: string, what: string) => void (is && found.push(`${path}: ${what}`));
  note(objective !== undefined && objective !== 'cost', 'objective', 'VROOM saves costs');
  note(experience?.mode === 'soft', 'experience', 'VROOM knows no penalty of a visit');
  note(!!unloadings?.length, 'unloadings', 'VROOM plans one run a vehicle, without unloading on the way');
  jobs.forEach(({ sequence }, i) =>
    note(sequence !== undefined, `jobs[${i}].sequence`, 'VROOM keeps no order'),
  );
  vehicles.forEach(({ costs = {}, driving_break, unloading_ids }, i) => {
    const path = `vehicles[${i}]`;
    note(unloading_ids !== undefined, `${path}.unloading_ids`, 'the vehicle is planned for one run');
    note(driving_break !== undefined, `${path}.driving_break`, 'VROOM takes breaks by the clock alone');
    for (const key of ['per_visit', 'per_run', 'per_tonne_km'] as const)
      note(!!costs[key], `${path}.costs.${key}`, 'VROOM has no such cost');
  });
  return found;
}
