/** Kinds of job for tests. They log their steps in the table `job_marks`. */
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { defineJob, JobError, type JobContext } from '../../../server/jobs/define.ts';
import { LANES } from '../../../server/jobs/lanes.ts';
import { heavyRecordJob, recordJob } from './recordJobs.ts';

interface Steps {
  steps: number;
  ms?: number;
}

async function mark(context: JobContext<never, never>, step: number): Promise<void> {
  await sql`insert into job_marks (job_id, step, attempt, pid)
    values (${context.job.id}, ${step}, ${context.job.attempt}, ${process.pid})`.execute(context.db);
}

/** Counts to `steps`, saves its progress, and writes the count as its result. */
async function count(context: JobContext<Steps, { done: number }>): Promise<void> {
  const { steps, ms = 1 } = context.job.input;
  for (let step = (context.restored?.done ?? 0) + 1; step <= steps; step += 1) {
    await sleep(ms, undefined, { signal: context.signal });
    await mark(context as never, step);
    await context.report({ partial: { done: step }, progress: step / steps });
  }
  await context.saveResult({
    name: 'Итог.txt',
    mediaType: 'text/plain',
    content: [Buffer.from(`${context.account.login} ${steps}`)],
  });
}

export const countJob = defineJob<Steps, { done: number }>({ kind: 'test.count', run: count });
export const heavyJob = defineJob<Steps, { done: number }>({
  kind: 'test.heavy',
  heavy: import.meta.url,
  run: count,
});

/** Blocks the thread that it runs in for `ms`, as a solver does. */
export const blockJob = defineJob<{ ms: number }>({
  kind: 'test.block',
  heavy: import.meta.url,
  async run(context) {
    await mark(context as never, 1);
    const end = Date.now() + context.job.input.ms;
    while (Date.now() < end);
    await mark(context as never, 2);
  },
});

/** Fails, with or without a message. */
export const failJob = defineJob<{ key?: string }>({
  kind: 'test.fail',
  async run(context) {
    await mark(context as never, context.job.attempt);
    if (context.job.input.key) throw new JobError(context.job.input.key);
    throw new Error('select secret from accounts');
  },
});

/** Waits for heavy jobs, but needs no thread. */
export const heavyLaneJob = defineJob<Steps>({ kind: 'test.heavyLane', lane: 'heavy', run: count as never });

/** Computes without a pause in a separate lane, and checks itself whether it should end. */
const computing = (lane: string) =>
  defineJob<{ ms: number }>({
    kind: `test.${lane}`,
    lane,
    heavy: import.meta.url,
    async run(context) {
      await mark(context as never, 1);
      const end = Date.now() + context.job.input.ms;
      while (Date.now() < end && !context.stopped());
      await mark(context as never, context.stopped() ? 3 : 2);
    },
  });

export const [solveJob, renderJob, judgeJob] = [computing('solve'), computing('render'), computing('judge')];

export const TEST_KINDS = [
  countJob,
  heavyJob,
  blockJob,
  failJob,
  heavyLaneJob,
  solveJob,
  renderJob,
  judgeJob,
  recordJob,
  heavyRecordJob,
];

/** Settings with short times for tests. */
export const QUICK = {
  leaseSeconds: 3,
  renewMs: 700,
  watchMs: 100,
  pollMs: 50,
  retryDelaySeconds: 0,
  maintenanceSeconds: 1,
  stopMs: 2_000,
  lanes: {
    ...LANES,
    solve: { slots: 1, perInstance: 1 },
    render: { slots: 1, perInstance: 1 },
    judge: { slots: 1, perInstance: 1 },
  },
};
