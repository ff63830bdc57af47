/** The end of a job and of its record, lanes, and live messages of a thread. */
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { readAccount, type Account } from '../../../server/access/accounts.ts';
import { AttemptOver, writeJob } from '../../../server/jobs/attempt.ts';
import { cleanJobs } from '../../../server/jobs/cleaning.ts';
import { declareKinds } from '../../../server/jobs/declared.ts';
import { defineJob, type JobKind } from '../../../server/jobs/define.ts';
import { endJob } from '../../../server/jobs/end.ts';
import { cancelJob, enqueueJob } from '../../../server/jobs/enqueue.ts';
import { requireLanes } from '../../../server/jobs/lanes.ts';
import { DEFAULT_JOB_SETTINGS } from '../../../server/jobs/settings.ts';
import { signIn, startTestServer, type Client, type TestServer } from '../support.ts';
import { JobNodes } from './nodes.ts';
import { createRecords, heavyRecordJob, recordJob, type JobRecord, type RecordInput } from './recordJobs.ts';
import { blockJob, heavyLaneJob, judgeJob, QUICK, renderJob, solveJob, TEST_KINDS } from './sampleJobs.ts';
import { killWatched } from './takeovers.ts';

let server: TestServer;
let nodes: JobNodes;
let client: Client;
let account: Account;
let other: Account;

beforeAll(async () => {
  server = await startTestServer({ scale: 0.02 });
  nodes = new JobNodes(server);
  declareKinds(TEST_KINDS);
  client = await signIn(server, 'manager');
  await createRecords(server.pool);
  await server.pool.query(`create table job_marks (id bigint generated always as identity, job_id uuid,
    step integer, attempt integer, pid integer, time timestamptz default clock_timestamp())`);
  await server.pool.query('grant insert on job_marks to public');
  account = await accountOf('manager');
  other = await accountOf('manager2');
});
afterAll(() => server.close());
afterEach(async () => {
  await nodes.close();
  for (const table of ['jobs', 'job_marks', 'job_records', 'pgboss.job'])
    await server.pool.query(`delete from ${table}`);
});

async function accountOf(login: string): Promise<Account> {
  const { rows } = await server.pool.query<{ id: string }>('select id from accounts where login = $1', [
    login,
  ]);
  return (await readAccount(server.db, rows[0]!.id))!;
}

const send = (kind: Pick<JobKind, 'kind'>, input: object, as = account) =>
  server.db.transaction().execute((trx) => enqueueJob(trx, as, kind, input, Infinity));

/** Creates a record, and the job that works on it. */
async function begin(kind: JobKind, input: Omit<RecordInput, 'recordId'>, as = account) {
  const { rows } = await server.pool.query<{ id: string }>(
    'insert into job_records (instance_id) values ($1) returning id',
    [as.instance.id],
  );
  const recordId = rows[0]!.id;
  return { recordId, jobId: await send(kind, { recordId, ...input }, as) };
}

async function recordOf(id: string): Promise<JobRecord> {
  const { rows } = await server.pool.query<JobRecord>('select * from job_records where id = $1', [id]);
  return rows[0]!;
}

const ended = (id: string, expected: Partial<JobRecord>) =>
  vi.waitFor(async () => expect(await recordOf(id)).toMatchObject(expected), {
    timeout: 30_000,
    interval: 30,
  });

const begun = (id: string) =>
  vi.waitFor(async () => expect((await recordOf(id)).step).toBeGreaterThan(2), {
    timeout: 30_000,
    interval: 20,
  });

async function stateOf(id: string) {
  const { rows } = await server.pool.query<{ state: string; error_key: string | null }>(
    'select state, error_key from jobs where id = $1',
    [id],
  );
  return rows[0]!;
}

interface Mark {
  job_id: string;
  step: number;
  time: Date;
}
const marks = async () => (await server.pool.query<Mark>('select * from job_marks order by id')).rows;

it('changes by a thread are published like changes by the server', async () => {
  await nodes.start();
  const told = async (kind: JobKind) => {
    const { recordId } = await begin(kind, { steps: 3 });
    await ended(recordId, { status: 'DONE', ends: 1, best: 3 });
    const { rows } = await server.pool.query<{ at: string; version: number }>(
      `select case when index = $1 then 'record' when index = $2 then 'instance' else index end as at,
         (dto ->> 'version')::int as version
       from live_messages where broadcast = 'contract' and dto ->> 'id' = $1 order by id`,
      [recordId, account.instance.id],
    );
    return rows;
  };
  const inServer = await told(recordJob);
  expect(inServer.length).toBeGreaterThanOrEqual(4);
  expect(await told(heavyRecordJob)).toEqual(inServer);
  expect(nodes.errors).toEqual([]);
});

it('closes the record once: done, failed with a message, failed three times, cancelled before and while it runs', async () => {
  const waiting = await begin(recordJob, { steps: 1 });
  expect((await client.post(`/job/${waiting.jobId}/cancel`)).status).toBe(200);
  expect(await recordOf(waiting.recordId)).toMatchObject({ status: 'CANCELED', ends: 1, best: null });
  await nodes.start();
  const told = await begin(heavyRecordJob, { steps: 2, fails: 'told' });
  await ended(told.recordId, { status: 'FAILED', ends: 1, best: 2 });
  const untold = await begin(recordJob, { steps: 2, fails: 'untold' });
  await ended(untold.recordId, { status: 'FAILED', ends: 1, best: 2 });
  expect(await stateOf(untold.jobId)).toEqual({ state: 'FAILED', error_key: 'jobFailed' });
  const running = await begin(heavyRecordJob, { steps: 10_000, ms: 5 });
  await begun(running.recordId);
  expect((await client.post(`/job/${running.jobId}/cancel`)).status).toBe(200);
  const closed = await recordOf(running.recordId);
  expect(closed).toMatchObject({ status: 'CANCELED', ends: 1, best: closed.step });
  // No more progress, and an ended job cannot be cancelled again.
  expect((await client.post(`/job/${running.jobId}/cancel`)).status).toBe(409);
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(await recordOf(running.recordId)).toEqual(closed);
});

it('a server that was considered dead neither reports on nor ends the job that another took over', async () => {
  const { recordId, jobId: id } = await begin(recordJob, { steps: 1 });
  await server.pool.query(`update jobs set state = 'RUNNING', attempt = 2 where id = $1`, [id]);
  const late = { id, attempt: 1 };
  await expect(writeJob(server.db, late, { progress: 0.9 })).rejects.toThrow(AttemptOver);
  await expect(
    server.db.transaction().execute((trx) => endJob(trx, id, { outcome: 'DONE', attempt: late.attempt })),
  ).rejects.toThrow(AttemptOver);
  const { rows } = await server.pool.query('select state, progress from jobs where id = $1', [id]);
  expect(rows).toEqual([{ state: 'RUNNING', progress: 0 }]);
  expect(await recordOf(recordId)).toMatchObject({ ends: 0 });
  // The server that has the job continues.
  await writeJob(server.db, { id, attempt: 2 }, { progress: 0.5 });
});

it('closes the record when the owner’s account is removed, before and while the job runs', async () => {
  const copy = async () => {
    const { rows } = await server.pool.query<{ id: string }>(
      `insert into accounts (instance_id, login, password_hash, first_name, last_name)
       select instance_id, 'gone-' || gen_random_uuid(), password_hash, first_name, last_name
       from accounts where id = $1 returning id`,
      [account.id],
    );
    return (await readAccount(server.db, rows[0]!.id))!;
  };
  const remove = ({ id }: Account) => server.pool.query('delete from accounts where id = $1', [id]);
  const [first, second] = [await copy(), await copy()];
  const waiting = await begin(recordJob, { steps: 1 }, first);
  await remove(first);
  await nodes.start();
  await ended(waiting.recordId, { status: 'FAILED', ends: 1, step: 0 });
  const running = await begin(recordJob, { steps: 10_000, ms: 5 }, second);
  await begun(running.recordId);
  await remove(second);
  await ended(running.recordId, { status: 'FAILED', ends: 1 });
  expect(await stateOf(running.jobId)).toEqual({ state: 'FAILED', error_key: 'jobOwner' });
});

it('a record that cannot be closed leaves the job open, until its kind can', async () => {
  const { recordId, jobId } = await begin(recordJob, { steps: 1, fails: 'ended' });
  const cancel = server.db.transaction().execute((trx) => cancelJob(trx, jobId));
  await expect(cancel).rejects.toThrow('cannot be closed');
  expect([(await stateOf(jobId)).state, (await recordOf(recordId)).ends]).toEqual(['QUEUED', 0]);
  // The queue gave it up; the hourly cleaning ends jobs that are no longer in a queue.
  await server.pool.query('delete from pgboss.job where id = $1', [jobId]);
  await server.pool.query(
    `update jobs set change_time = now() - interval '1 hour', input = input - 'fails' where id = $1`,
    [jobId],
  );
  await cleanJobs(server.db);
  expect(await recordOf(recordId)).toMatchObject({ status: 'FAILED', ends: 1 });
});

it('a cancelled job frees its slot immediately, also when it computes without a pause', async () => {
  await nodes.start({ watchMs: DEFAULT_JOB_SETTINGS.watchMs });
  for (const kind of [blockJob, solveJob]) {
    const id = await send(kind, { ms: 60_000 });
    await vi.waitFor(async () => expect((await marks()).some((mark) => mark.job_id === id)).toBe(true), {
      timeout: 30_000,
      interval: 20,
    });
    const lane = kind === blockJob ? heavyLaneJob : { ...heavyLaneJob, lane: 'solve' };
    const next = await send(lane, { steps: 1 });
    expect((await client.post(`/job/${id}/cancel`)).status).toBe(200);
    await vi.waitFor(async () => expect((await marks()).some((mark) => mark.job_id === next)).toBe(true), {
      timeout: 30_000,
      interval: 10,
    });
  }
  // The job that checks for cancellation ended by itself.
  expect((await marks()).some(({ step }) => step === 3)).toBe(true);
  expect(nodes.errors).toEqual([]);
});

it('three lanes, two instances: no lane waits for another, and each instance gets half of each', async () => {
  const kinds = [solveJob, renderJob, judgeJob];
  const long = await send(solveJob, { ms: 60_000 });
  for (const kind of kinds) {
    for (let i = 0; i < 2; i += 1) await send(kind, { ms: 150 });
    for (let i = 0; i < 2; i += 1) await send(kind, { ms: 150 }, other);
  }
  // Two servers: the long job of one instance leaves the other's jobs the second place of its lane.
  await Promise.all([nodes.start(), nodes.start()]);
  const { rows } = await vi.waitFor(
    async () => {
      const done = await server.pool.query<{ lane: string; instance_id: string }>(
        `select lane, instance_id from jobs where state = 'DONE' order by end_time`,
      );
      expect(done.rows.length).toBe(10);
      return done;
    },
    { timeout: 60_000, interval: 100 },
  );
  expect((await stateOf(long)).state).toBe('RUNNING');
  for (const lane of ['render', 'judge']) {
    const firstTwo = rows.filter((row) => row.lane === lane).slice(0, 2);
    const mine = firstTwo.filter((row) => row.instance_id === account.instance.id);
    expect([lane, mine.length]).toEqual([lane, 1]);
  }
  expect(rows.filter(({ lane }) => lane === 'solve').map((row) => row.instance_id)).toEqual(
    Array.from({ length: 2 }, () => other.instance.id),
  );
  await client.post(`/job/${long}/cancel`);
  // Stopping the node would requeue the job, and the servers of the next test would run it.
  await vi.waitFor(async () => expect((await stateOf(long)).state).toBe('CANCELED'), {
    timeout: 30_000,
    interval: 50,
  });
});

it('an instance has no more running jobs than its limit, on all servers together', async () => {
  const ids: string[] = [];
  for (let i = 0; i < 3; i += 1) ids.push(await send(solveJob, { ms: 100 }));
  // A lease long enough for a busy machine: otherwise another server would rightly take the job.
  const lasting = { leaseSeconds: 60 };
  await Promise.all([nodes.start(lasting), nodes.start(lasting)]);
  for (const id of ids)
    await vi.waitFor(async () => expect((await stateOf(id)).state).toBe('DONE'), {
      timeout: 30_000,
      interval: 50,
    });
  // A job that the test before cancelled may write its last mark only now.
  const seen = (await marks()).map(({ job_id: id }) => id).filter((id) => ids.includes(id));
  // Begin and end of one, then of the next; the order of waiting jobs is not checked.
  const begun = seen.filter((_, i) => i % 2 === 0);
  expect(seen).toEqual(begun.flatMap((id) => [id, id]));
  expect(begun.toSorted()).toEqual(ids.toSorted());
});

it('a kind in a lane that is not configured stops the server at its start', () => {
  const kind = defineJob({ kind: 'test.nowhere', lane: 'nowhere', run: () => Promise.resolve() });
  expect(() => requireLanes([kind], QUICK.lanes)).toThrow('test.nowhere is in the lane nowhere');
});

it('killed and taken over while two windows watch: nothing is published twice, the record is closed', async () => {
  const outcome = await killWatched(server, nodes, 2);
  expect(outcome).toEqual({ kills: 2, lost: 0, doubled: 0, stuck: 0 });
}, 120_000);
