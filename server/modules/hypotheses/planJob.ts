/**
 * The calculation of a solution: travel times, then the search in a separate thread, day by day. The best solution so
 * far is written every second with its routes, so that a cancel keeps them, and a server that takes over a dead
 * server's job continues from them.
 */
import { sql } from 'kysely';
import type { Db } from '../../database/connection.ts';
import { defineJob, JobError, type JobContext, type JobKind } from '../../jobs/define.ts';
import { solveInThread } from '../../solver/thread.ts';
import type { Solution } from '../../solver/solution.ts';
import { TravelError, type TravelTimes } from '../../travel/port.ts';
import { travelProblem } from '../../travel/problem.ts';
import { actualOf } from './actual.ts';
import { solveWithVroom, type Vroom } from './byVroom.ts';
import { readGround, type Ground, type SolutionRow } from './ground.ts';
import { linesOf } from './lines.ts';
import { problemOf, type DayProblem, type StartRoutes } from './problem.ts';
import { saveRoutes, totalsOf, type SolvedDay } from './saveRoutes.ts';
import { changeSolution, WORKING } from './states.ts';

export const SOLVE = { kind: 'solve', lane: 'solver' } as const;

export interface SolveInput {
  solutionId: string;
  /** Title in the list of jobs. */
  title: string;
}

/** One step of the descent. */
export interface DescentStep {
  seconds: number;
  unplanned: number;
  vehicles: number;
  cost: number;
}

interface Kept {
  /** Milliseconds of search so far. */
  elapsed: number;
  descent: DescentStep[];
}

type Context = JobContext<SolveInput, Kept>;

/** Dependencies of the job. */
export interface SolveGround {
  travel: TravelTimes;
  /** A VROOM server that plans in place of our solver. */
  vroom?: Vroom | undefined;
}

/** Interval for writing the best solution. */
const WRITE_MS = 1_000;
/** Most stored steps of the descent; beyond that every second one is dropped. */
const MOST_STEPS = 400;

export function solveJob({ travel, vroom }: SolveGround): JobKind {
  return defineJob<SolveInput, Kept>({
    ...SOLVE,
    run: (context) => new Calculation(context, travel, vroom).run(),
    async ended({ trx, job, outcome, errorKey }) {
      const status = ({ DONE: 'SUCCESS', FAILED: 'ERROR', CANCELED: 'CANCELED' } as const)[outcome];
      const done = { status, error_key: errorKey, ...(outcome === 'DONE' && { progress: 1 }) };
      await changeSolution(trx, job.input.solutionId, done, WORKING);
    },
  });
}

class Calculation {
  readonly #kept: Kept;
  readonly #before: number;
  #days: SolvedDay[] = [];
  #solution!: SolutionRow;
  #last: Kept['descent'][number] | undefined;
  readonly #notConsidered = new Set<string>();

  constructor(
    private readonly context: Context,
    private readonly travel: TravelTimes,
    private readonly vroom: Vroom | undefined,
  ) {
    this.#kept = context.restored ?? { elapsed: 0, descent: [] };
    this.#before = this.#kept.elapsed;
    this.#last = this.#kept.descent.at(-1);
  }

  async run(): Promise<void> {
    const { db, job, account } = this.context;
    const id = job.input.solutionId;
    const rows = db.selectFrom('solutions').selectAll().where('id', '=', id);
    const solution = await rows.executeTakeFirst();
    // Deleted, or cancelled at the same moment: nothing to calculate.
    if (!solution || !WORKING.includes(solution.status)) return;
    this.#solution = solution;
    const { timeZone } = account.instance;
    await this.#enter('IN_PLANNING');
    const ground = await readGround(db, solution, timeZone);
    const problems = await this.#problems(ground);
    const actual = await actualOf(db, solution, timeZone, this.travel).catch(() => null);
    for (const problem of problems) for (const word of problem.notConsidered) this.#notConsidered.add(word);
    await this.#enter('IN_PROCESS', { actual: actual && JSON.stringify(actual) });
    await this.#search(problems);
    await this.#finish();
  }

  /** Sets the next working state; one that is being cancelled keeps its state. */
  async #enter(status: 'IN_PLANNING' | 'IN_PROCESS', change: { actual?: string | null } = {}): Promise<void> {
    await this.context.report({}, async (trx) => {
      await changeSolution(trx, this.#solution.id, { status, ...change }, [
        'QUEUED',
        'IN_PLANNING',
        'IN_PROCESS',
      ]);
    });
  }

  async #problems(ground: Ground): Promise<DayProblem[]> {
    const { db, restored } = this.context;
    const { id, start_id: from } = this.#solution;
    const source = restored ? id : from;
    const start = source === null ? undefined : await readRoutes(db, source);
    const problems: DayProblem[] = [];
    for (const day of ground.days) {
      if (!ground.tasks.some(({ dayId }) => dayId === day.id)) continue;
      this.context.signal.throwIfAborted();
      problems.push(await this.#problem(ground, day, start));
    }
    return problems;
  }

  async #problem(
    ground: Ground,
    day: Ground['days'][number],
    start: StartRoutes | undefined,
  ): Promise<DayProblem> {
    try {
      return await problemOf(ground, day, this.#solution, this.travel, start);
    } catch (error) {
      // M-059: no road near a place; the travel time service refused, timed out or is unavailable.
      if (error instanceof TravelError) throw new JobError(travelProblem(error).code);
      throw error;
    }
  }

  /** Divides the time between the days by their visits. */
  async #search(problems: readonly DayProblem[]): Promise<void> {
    const all = problems.reduce((sum, { visits }) => sum + visits.length, 0);
    const limit = this.#solution.max_calculation_time * 1000;
    let before = 0;
    for (const problem of problems) {
      const share = problem.visits.length / all;
      const left = Math.max(limit * share - Math.max(0, this.#before - before), 50);
      const solution = await this.#solveDay(problem, left, {
        from: before / limit,
        to: before / limit + share,
      });
      this.#keep({ problem, solution });
      before += limit * share;
      await this.#write(before / limit);
    }
  }

  async #solveDay(
    problem: DayProblem,
    milliseconds: number,
    span: { from: number; to: number },
  ): Promise<Solution> {
    const { signal } = this.context;
    const begin = performance.now();
    const elapsed = this.#kept.elapsed;
    let found: Solution | undefined;
    let fraction = 0;
    let writing: Promise<void> = Promise.resolve();
    let failed: unknown;
    const timer = setInterval(() => {
      this.#kept.elapsed = elapsed + performance.now() - begin;
      if (found) this.#keep({ problem, solution: found });
      fraction = Math.max(fraction, Math.min(1, (performance.now() - begin) / milliseconds));
      const progress = span.from + (span.to - span.from) * fraction;
      writing = writing
        .then(() => this.#write(progress))
        .catch((error: unknown) => {
          failed = error;
        });
    }, WRITE_MS);
    let solution: Solution;
    try {
      if (this.vroom) {
        const planned = await solveWithVroom(this.vroom, problem.problem, { milliseconds, signal });
        solution = planned.solution;
        for (const word of planned.notConsidered) this.#notConsidered.add(word);
      } else {
        solution = await solveInThread(problem.problem, {
          milliseconds,
          signal,
          found: (progress) => {
            found = progress.solution;
            fraction = progress.fraction;
          },
        });
      }
    } finally {
      clearInterval(timer);
      await writing;
    }
    if (failed) throw failed;
    this.#kept.elapsed = elapsed + performance.now() - begin;
    return solution;
  }

  #keep(day: SolvedDay): void {
    this.#days = [...this.#days.filter(({ problem }) => problem.day.id !== day.problem.day.id), day];
    const { vehicle_count: vehicles, score: cost, unplanned_count: unplanned } = totalsOf(this.#days);
    const step = { seconds: Math.round(this.#kept.elapsed / 100) / 10, unplanned, vehicles, cost };
    const last = this.#last;
    if (last && last.unplanned === unplanned && last.vehicles === vehicles && last.cost === cost) return;
    this.#last = step;
    this.#kept.descent.push(step);
    if (this.#kept.descent.length > MOST_STEPS)
      this.#kept.descent = this.#kept.descent.filter((_, i, all) => i % 2 === 0 || i === all.length - 1);
  }

  /** Writes the best solution so far with its routes, in one transaction. */
  async #write(progress: number, lines?: ReadonlyMap<string, object>): Promise<void> {
    const days = this.#days;
    const { id, instance_id } = this.#solution;
    await this.context.report({ progress: Math.min(progress, 0.99), partial: this.#kept }, async (trx) => {
      const change = {
        progress: Math.min(progress, 0.99),
        descent: JSON.stringify(this.#kept.descent),
        not_considered: [...this.#notConsidered],
        ...(days.length > 0 && totalsOf(days)),
      };
      const row = await changeSolution(trx, id, change, WORKING);
      // Until the first routes are found, those of the dead server stay.
      if (row && days.length > 0) await saveRoutes(trx, { id, instance_id }, days, lines);
    });
  }

  async #finish(): Promise<void> {
    const lines = await linesOf(this.#days, this.travel);
    await this.#write(0.99, lines);
  }
}

/** Returns the routes of a solution by virtual unit, as tasks and unloadings in their order. */
export async function readRoutes(db: Db, solutionId: string): Promise<StartRoutes> {
  const { rows } = await sql<{ unit: string; stops: { kind: 'TASK' | 'UNLOADING'; id: string }[] }>`
    select r.v_unit_id as unit, json_agg(json_build_object('kind', s.kind,
      'id', case s.kind when 'TASK' then s.v_task_item_id else s.visit_point_id end) order by s.position) as stops
    from v_routes r join v_route_stops s on s.v_route_id = r.id
    where r.solution_id = ${solutionId} and r.v_unit_id is not null
      and (s.kind = 'TASK' and s.v_task_item_id is not null or s.kind = 'UNLOADING' and s.visit_point_id is not null)
    group by 1`.execute(db);
  return new Map(rows.map(({ unit, stops }) => [unit, stops]));
}
