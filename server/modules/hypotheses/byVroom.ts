/**
 * A day planned by a VROOM server. VROOM decides which vehicle drives where and in which order; our model keeps that
 * order and adds what VROOM cannot express: where to unload, when to rest, and what fits into a further run.
 */
import { JobError } from '../../jobs/define.ts';
import type { Problem } from '../../solver/problem.ts';
import type { Solution } from '../../solver/solution.ts';
import { solveInThread } from '../../solver/thread.ts';
import { solveByVroom, VroomError, type VroomSolution } from '../../solver/vroomClient.ts';

/** Steps and time of our model after VROOM. */
const STEPS = 400;
const STEPS_MS = 5_000;
/** Jobs that VROOM planned have a higher priority than those that it left out. */
const PLANNED = 100;
/** Milliseconds that the server may take in addition to the time of the calculation. */
const PATIENCE_MS = 60_000;

export interface Vroom {
  url: string;
  patienceMs?: number | undefined;
}

export interface ByVroom {
  solution: Solution;
  /** Values of `solutionOmissions`. */
  notConsidered: string[];
}

/** @throws JobError whose code is a value of `solutionErrors` */
export async function solveWithVroom(
  { url, patienceMs = PATIENCE_MS }: Vroom,
  problem: Problem,
  { milliseconds, signal }: { milliseconds: number; signal: AbortSignal },
): Promise<ByVroom> {
  try {
    const planned = await solveByVroom(url, problem, { timeout: milliseconds + patienceMs, signal });
    const solution = await solveInThread(bound(problem, planned.solution), {
      milliseconds: STEPS_MS,
      iterations: STEPS,
      signal,
    });
    return { solution, notConsidered: [...new Set(planned.notConsidered.map(wordOf))] };
  } catch (error) {
    if (!(error instanceof VroomError)) throw error;
    const [first = '', ...rest] = error.fault;
    throw new JobError(`vroom${first.toUpperCase()}${rest.join('')}`);
  }
}

/** Maps the path of a constraint that VROOM's format cannot express to a value of `solutionOmissions`. */
function wordOf(path: string): string {
  if (path.includes('.costs.')) return 'COSTS';
  if (path.includes('unloading')) return 'RUNS';
  if (path.includes('driving_break')) return 'DRIVING_BREAKS';
  return path.startsWith('experience') ? 'EXPERIENCE' : 'OBJECTIVE';
}

/** Returns the problem with VROOM's routes: each planned job is bound to its vehicle and position. */
function bound(problem: Problem, { routes }: VroomSolution): Problem {
  const places = new Map(
    routes.flatMap(({ vehicle, steps }) =>
      steps.flatMap(({ type, id }, order) => (type === 'job' ? [[id!, { vehicle, order }] as const] : [])),
    ),
  );
  const stepsOf = (vehicle: number) =>
    [...places].filter(([, place]) => place.vehicle === vehicle).map(([id]) => ({ type: 'job', id }));
  return {
    ...problem,
    jobs: problem.jobs.map((job) => {
      const place = places.get(job.id);
      if (!place) return job;
      const { vehicle, order } = place;
      return { ...job, priority: PLANNED, locked_vehicle: vehicle, sequence: { group: vehicle, order } };
    }),
    vehicles: problem.vehicles.map(({ steps: _steps, ...vehicle }) => ({
      ...vehicle,
      steps: stepsOf(vehicle.id),
    })),
  };
}
