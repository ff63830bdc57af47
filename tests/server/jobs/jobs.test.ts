import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { readAccount, type Account } from '../../../server/access/accounts.ts';
import { DEFAULT_FILE_SETTINGS } from '../../../server/files/settings.ts';
import { LIST_EXPORT } from '../../../server/export/job.ts';
import { CRON_KINDS } from '../../../server/modules/cronKinds.ts';
import type { JobKind } from '../../../server/jobs/define.ts';
import { enqueueJob } from '../../../server/jobs/enqueue.ts';
import { declareKinds } from '../../../server/jobs/declared.ts';
import { signIn, startTestServer, type Client, type TestServer } from '../support.ts';
import { JobNodes } from './nodes.ts';
import { blockJob, countJob, failJob, heavyJob, QUICK, TEST_KINDS } from './sampleJobs.ts';

interface Job {
  id: string;
  state: { name: string; caption: string };
  progress: number;
  result: { id: string; date: string; fileInfo: { name: string } } | null;
  title: string;
  version: number;
  errorKey: string | null;
  error: string | null;
  ownerId: string;
  endTime: string | null;
}

let server: TestServer;
let owner: Client;
let account: Account;
let other: Account;
let nodes: JobNodes;

beforeAll(async () => {
  server = await startTestServer({ scale: 0.02 });
  nodes = new JobNodes(server);
  declareKinds(TEST_KINDS);
  owner = await signIn(server, 'manager');
  await server.pool.query(
    'create table job_marks (id bigint generated always as identity, job_id uuid, step integer, attempt integer, pid integer)',
  );
  await server.pool.query('grant insert on job_marks to public');
  account = await accountOf('manager');
  other = await accountOf('manager2');
});
afterAll(() => server.close());
afterEach(async () => {
  await nodes.close();
  await server.pool.query('delete from jobs');
  await server.pool.query('delete from job_marks');
  await server.pool.query('delete from pgboss.job');
});

async function accountOf(login: string): Promise<Account> {
  const { id } = await server.db
    .selectFrom('accounts')
    .select('id')
    .where('login', '=', login)
    .executeTakeFirstOrThrow();
  return (await readAccount(server.db, id))!;
}

const send = (kind: Pick<JobKind, 'kind'>, input: object, as = account) =>
  server.db.transaction().execute((trx) => enqueueJob(trx, as, kind, input, Infinity));
const read = async (id: string) => (await owner.get<Job>(`/job/${id}`)).body;
const until = async (id: string, ...states: string[]) =>
  vi.waitFor(
    async () => {
      const job = await read(id);
      expect(states).toContain(job.state.name);
      return job;
    },
    { timeout: 30_000, interval: 50 },
  );
async function marks(id?: string) {
  const { rows } = await server.pool.query<{ job_id: string; step: number; attempt: number; pid: number }>(
    'select * from job_marks where $1::uuid is null or job_id = $1 order by id',
    [id ?? null],
  );
  return rows;
}

it('runs, reports its progress, and has its result as a file', async () => {
  await nodes.start();
  const id = await send(countJob, { steps: 3 });
  const job = await until(id, 'DONE');
  expect(job).toMatchObject({ progress: 1, state: { caption: 'Выполнено' }, errorKey: null, error: null });
  const file = await owner.call<string>('GET', `/api/v3/files/${job.result!.date}/${job.result!.id}`);
  expect([file.status, file.body]).toEqual([200, 'manager 3']);
  expect((await marks(id)).map(({ step }) => step)).toEqual([1, 2, 3]);
  expect(nodes.errors).toEqual([]);
});

it('does not run when the transaction that enqueued it is rolled back', async () => {
  await nodes.start();
  const asked = server.db.transaction().execute(async (trx) => {
    await enqueueJob(trx, account, countJob, { steps: 1 });
    throw new Error('no');
  });
  await expect(asked).rejects.toThrow('no');
  await until(await send(countJob, { steps: 1 }), 'DONE');
  expect((await marks()).length).toBe(1);
});

it('is visible, with its result, to its owner and the ADMIN of the instance; the list has own jobs only', async () => {
  await nodes.start();
  const id = await send(countJob, { steps: 1 });
  const { result } = await until(id, 'DONE');
  for (const [login, expected] of [
    ['manager', 200],
    ['admin', 200],
    ['contracts', 404],
    ['manager2', 404],
    ['administration', 404],
  ] as const) {
    const client = await signIn(server, login);
    const statuses = [`/job/${id}`, `/files/${result!.id}`].map(
      async (address) => (await client.get(address)).status,
    );
    expect([login, await Promise.all(statuses)]).toEqual([login, [expected, expected]]);
    const cancel = await client.post(`/job/${id}/cancel`);
    expect(cancel.status).toBe(expected === 200 ? 409 : 404);
  }
  const page = async (login: string, query = {}) =>
    (await (await signIn(server, login)).get<{ size: number }>('/job/paging', query)).body.size;
  expect([await page('manager'), await page('admin')]).toEqual([1, 0]);
  expect(await page('manager', { filter: { states: ['QUEUED', 'RUNNING'] } })).toBe(0);
});

it('a failure with a message is reported and final; any other is tried three times and reveals no internals', async () => {
  await nodes.start();
  const told = await until(await send(failJob, { key: 'fileEmpty' }), 'FAILED');
  expect([told.errorKey, told.error]).toEqual(['fileEmpty', 'Файл пуст']);
  expect((await marks(told.id)).length).toBe(1);
  const untold = await until(await send(failJob, {}), 'FAILED');
  expect([untold.errorKey, untold.error]).toEqual(['jobFailed', 'При выполнении задания произошла ошибка']);
  expect((await marks(untold.id)).map(({ attempt }) => attempt)).toEqual([1, 2, 3]);
  expect(nodes.errors.length).toBe(3);
  const events = await server.db
    .selectFrom('events')
    .select(['instance_id', 'entity_id', 'source_type', 'event_values'])
    .where('meta', '=', 'JOB_FAILED')
    .orderBy('event_time')
    .execute();
  expect(events.map((event) => event.entity_id)).toEqual([told.id, untold.id]);
  expect(events[0]).toMatchObject({ source_type: 'JOB', event_values: { kind: failJob.kind } });
});

it('fails with a message when there is no room for its result', async () => {
  await nodes.start({}, { ...DEFAULT_FILE_SETTINGS, quotaBytes: 1 });
  const job = await until(await send(countJob, { steps: 1 }), 'FAILED');
  expect([job.errorKey, job.error]).toEqual(['jobNoRoom', expect.stringContaining('Место для файлов')]);
});

it('is cancelled while it waits and while it runs', async () => {
  const waiting = await send(countJob, { steps: 1 });
  expect((await owner.post<Job>(`/job/${waiting}/cancel`)).body.state.name).toBe('CANCELED');
  await nodes.start();
  const running = await send(countJob, { steps: 10_000, ms: 10 });
  await vi.waitFor(async () => expect((await marks(running)).length).toBeGreaterThan(0), { timeout: 30_000 });
  const { body } = await owner.post<Job>(`/job/${running}/cancel`);
  expect([body.state.name, body.endTime === null]).toEqual(['CANCELED', false]);
  // Another job gets its slot, and the cancelled ones make no more progress.
  const before = (await marks(running)).length;
  await until(await send(countJob, { steps: 5 }), 'DONE');
  expect((await marks(running)).length).toBeLessThanOrEqual(before + 1);
  expect([(await marks(waiting)).length, (await read(running)).state.name]).toEqual([0, 'CANCELED']);
  expect(nodes.errors).toEqual([]);
});

it('a heavy job runs in a separate thread, one at a time, and the server keeps answering', async () => {
  await nodes.start();
  const first = await send(blockJob, { ms: 4000 });
  const second = await send(heavyJob, { steps: 2 });
  await vi.waitFor(async () => expect((await marks(first)).length).toBe(1), {
    timeout: 20_000,
    interval: 20,
  });
  await until(await send(countJob, { steps: 2 }), 'DONE');
  expect((await read(first)).state.name).toBe('RUNNING');
  const { result } = await until(second, 'DONE');
  expect(result).not.toBe(null);
  const all = await marks();
  const at = (id: string) => all.findIndex(({ job_id: job }) => job === id);
  expect(at(second)).toBeGreaterThan(all.findLastIndex(({ job_id: job }) => job === first));
  expect(nodes.errors).toEqual([]);
});

it('instances alternate, however many jobs one of them sends', async () => {
  const mine: string[] = [];
  for (let i = 0; i < 4; i += 1) mine.push(await send(countJob, { steps: 1 }));
  const theirs: string[] = [];
  for (let i = 0; i < 2; i += 1) theirs.push(await send(countJob, { steps: 1 }, other));
  await nodes.start({ lanes: { ...QUICK.lanes, light: { slots: 1, perInstance: 1 } } });
  await until(mine.at(-1)!, 'DONE');
  const order = (await marks()).map(({ job_id: job }) => (mine.includes(job) ? 'mine' : 'theirs'));
  expect(order).toEqual(['mine', 'theirs', 'mine', 'theirs', 'mine', 'mine']);
});

it('a server killed in the middle loses nothing: another continues from the saved state, nothing is done twice', async () => {
  const child = await nodes.spawn();
  const begun = (id: string) =>
    vi.waitFor(async () => expect((await marks(id)).length).toBeGreaterThan(2), {
      timeout: 40_000,
      interval: 20,
    });
  const steps = 40;
  const id = await send(countJob, { steps, ms: 50 });
  await begun(id);
  // Before the other starts, which may take longer than the rest of the job.
  child.kill('SIGKILL');
  await nodes.start();
  const job = await until(id, 'DONE');
  const seen = await marks(id);
  expect(new Set(seen.map(({ pid }) => pid))).toEqual(new Set([child.pid, process.pid]));
  // The step between doing and reporting may be repeated; no other.
  const done = seen.map(({ step }) => step);
  expect([...new Set(done)]).toEqual(Array.from({ length: steps }, (_, i) => i + 1));
  expect(done.length).toBeLessThanOrEqual(steps + 1);
  expect(job.result).not.toBe(null);
  const { rows } = await server.pool.query(`select 1 from files where entity = 'job' and entity_id = $1`, [
    id,
  ]);
  expect(rows.length).toBe(1);
});

it('two servers share the work: every job is done once', async () => {
  await nodes.spawn();
  // Each server can always take a job: this one may run the third job of the instance, but one at a time.
  await nodes.start({ lanes: { ...QUICK.lanes, light: { slots: 1, perInstance: 3 } } });
  const ids: string[] = [];
  for (let i = 0; i < 30; i += 1) ids.push(await send(countJob, { steps: 2, ms: 20 }));
  for (const id of ids) await until(id, 'DONE');
  const seen = await marks();
  expect(seen.length).toBe(60);
  expect(new Set(seen.map(({ pid }) => pid)).size).toBe(2);
});

it('a job outlives its lease as long as its server runs', async () => {
  // A second and more may pass between two renewals on a busy machine.
  await nodes.start({ leaseSeconds: 2, renewMs: 200 });
  const id = await send(countJob, { steps: 50, ms: 100 });
  await until(id, 'DONE');
  expect(new Set((await marks(id)).map(({ attempt }) => attempt))).toEqual(new Set([1]));
});

it('a job whose servers all die is reported as failed', async () => {
  const id = await send(countJob, { steps: 1000, ms: 50 });
  for (let attempt = 1; attempt <= 3; attempt += 1) {
    const child = await nodes.spawn();
    await vi.waitFor(
      async () => expect((await marks(id)).some((each) => each.attempt === attempt)).toBe(true),
      { timeout: 40_000, interval: 50 },
    );
    child.kill('SIGKILL');
  }
  await nodes.start();
  expect((await until(id, 'FAILED')).errorKey).toBe('jobFailed');
}, 120_000);

it('a stop requeues running jobs immediately, without counting a try', async () => {
  const first = await nodes.start();
  // Long enough for the other, which has to start a thread first.
  const id = await send(countJob, { steps: 200, ms: 50 });
  const heavy = await send(heavyJob, { steps: 60, ms: 50 });
  await vi.waitFor(
    async () => {
      for (const each of [id, heavy]) expect((await marks(each)).length).toBeGreaterThan(3);
    },
    { timeout: 30_000, interval: 20 },
  );
  await first.stop();
  expect([(await read(id)).state.name, (await read(heavy)).state.name]).toEqual(['QUEUED', 'QUEUED']);
  const { rows } = await server.pool.query('select retry_count from pgboss.job where id = any($1)', [
    [id, heavy],
  ]);
  expect(rows.map((row: { retry_count: number }) => row.retry_count)).toEqual([0, 0]);
  await nodes.start();
  await until(id, 'DONE');
  await until(heavy, 'DONE');
  expect(nodes.errors).toEqual([]);
});

it('scheduled jobs delete expired sessions and old tries; each kind has its queue and time', async () => {
  await nodes.start();
  const { rows } = await server.pool.query<{ name: string; cron: string }>(
    'select name, cron from pgboss.schedule order by 1',
  );
  expect(rows).toEqual(
    CRON_KINDS.map(({ queue, cron }) => ({ name: queue, cron })).toSorted((a, b) =>
      a.name < b.name ? -1 : 1,
    ),
  );
  await server.pool.query(
    `insert into sessions (token_hash, account_id, expire_time) values ('\\x01', $1, now() - interval '1 minute')`,
    [account.id],
  );
  await server.pool.query(
    `insert into login_tries (login, address, try_time) values ('x', 'y', now() - interval '2 days')`,
  );
  for (const { run } of CRON_KINDS) await run(server.db, DEFAULT_FILE_SETTINGS);
  const left = await server.pool.query(
    `select 1 from sessions where expire_time < now() union all select 1 from login_tries where login = 'x'`,
  );
  expect(left.rows).toEqual([]);
  expect((await owner.get('/job/paging')).status).toBe(200);
});

describe('the export of a long list', () => {
  const columns = JSON.stringify([{ label: 'Номер', path: 'number' }]);
  const LIST = '/api/v3/contract/paging';
  const EXPORT = `${LIST}/export`;
  const ask = { format: 'csv', columns, title: 'Договоры: мои' };
  const numbersIn = (csv: string) => csv.trimEnd().split('\r\n').slice(1);
  const pieces = async () =>
    (await server.pool.query<{ pieces: number }>(`select (partial->>'pieces')::int as pieces from jobs`))
      .rows[0]?.pieces ?? 0;
  let orders: string[];

  beforeAll(async () => {
    orders = server.api.operations.get('contractPaging')!.sort.flatMap((field) => [`+${field}`, `-${field}`]);
    await server.pool.query(`insert into contracts
      (instance_id, number, name, type, customer_id, supplier_id, segment, effective_date, expiration_date, status)
      select instance_id, number || '-' || n, name, type, customer_id, supplier_id, segment, effective_date,
        expiration_date, status from contracts cross join generate_series(1, 100) as n
      where instance_id = (select id from instances where name = 'ЭкоРегион')`);
  });

  it('reads the list by key, in the order of the list, whichever it is', async () => {
    for (const order of orders) {
      const filter = { kind: 'ALL' };
      const listed: string[] = [];
      for (let page = 0; ; page += 1) {
        const query = { order, filter, page, count: 1000 };
        const { body } = await owner.call<{ list: { number: string }[] }>('GET', LIST, { query });
        listed.push(...body.list.map(({ number }) => number));
        if (body.list.length < 1000) break;
      }
      expect(listed.length).toBeGreaterThan(1000);
      const file = await owner.call<string>('GET', EXPORT, { query: { ...ask, order, filter } });
      expect(numbersIn(file.body), order).toEqual(listed);
    }
  });

  it('is a job that outlives its server, started once per key, and belongs to its owner', async () => {
    // From the third piece on, each waits for the holder of this lock.
    await server.pool.query(`create function hold_piece() returns trigger language plpgsql as
      $$ begin perform pg_advisory_xact_lock_shared(1984); return new; end $$;
      create trigger hold_piece before insert on job_pieces for each row when (new.piece > 1) execute function hold_piece()`);
    const holder = await server.pool.connect();
    try {
      await holder.query('select pg_advisory_lock(1984)');
      const start = () =>
        owner.call<{ id: string }>('POST', EXPORT, {
          query: ask,
          headers: { 'Idempotency-Key': 'long-list' },
        });
      const { status, body } = await start();
      expect([status, (await start()).body]).toEqual([202, body]);
      const address = `${EXPORT}/${body.id}`;
      const child = await nodes.spawn(true);
      await vi.waitFor(async () => expect(await pieces()).toBe(2), { timeout: 40_000, interval: 20 });
      const waiting = await owner.call<{ progress: number }>('GET', address);
      expect(waiting.status).toBe(202);
      expect(waiting.body.progress).toBeGreaterThan(0.4);
      for (const login of ['contracts', 'manager2'])
        expect((await (await signIn(server, login)).call('GET', address)).status, login).toBe(404);
      child.kill('SIGKILL');
      // Pieces that the first server saved are not read again.
      await server.pool.query(
        `update job_pieces set rows = jsonb_set(rows, '{0,0}', '"=kept"') where piece = 0`,
      );
      await holder.query('select pg_advisory_unlock(1984)');
      await nodes.start();
      const job = await until(body.id, 'DONE');
      const file = await owner.call<string>('GET', address);
      expect([file.status, file.type]).toEqual([200, 'text/csv']);
      expect([job.title, job.result!.fileInfo.name]).toEqual(['Договоры: мои', 'Договоры_ мои.csv']);
      // Windows with the list open got messages: waiting, running, progress, done.
      const told = await server.pool.query<{ version: number }>(
        `select (dto->>'version')::int as version from live_messages
         where broadcast = 'job' and index = $1 and dto->>'id' = $2 order by sequence`,
        [account.instance.id, job.id],
      );
      const versions = told.rows.map(({ version }) => version);
      expect([versions[0], versions.at(-1)]).toEqual([1, job.version]);
      expect(versions.length).toBeGreaterThan(3);
      const numbers = numbersIn(file.body);
      expect(numbers[0]).toBe("'=kept");
      const { rows } = await server.pool.query<{ size: string }>(`select count(*) as size from contracts
        where instance_id = (select id from instances where name = 'ЭкоРегион') and status <> 'REMOVED'`);
      expect(new Set(numbers).size).toBe(numbers.length);
      expect(numbers.length).toBeGreaterThanOrEqual(Number(rows[0]!.size));
      expect((await server.pool.query('select from job_pieces')).rowCount).toBe(0);
    } finally {
      holder.release(true);
      await server.pool.query('drop trigger hold_piece on job_pieces');
    }
  }, 60_000);

  it('holds the ticked rows alone, in the order of the list (C7)', async () => {
    const query = { ...ask, order: '-number', filter: { kind: 'ALL' } };
    const { body: list } = await owner.call<{ list: { id: string; number: string }[] }>('GET', LIST, {
      query: { order: query.order, filter: query.filter, page: 1, count: 1000 },
    });
    const ticked = [list.list[700]!, list.list[3]!];
    const foreign = '00000000-0000-4000-8000-000000000000';
    const rows = [foreign, ...ticked.map(({ id }) => id)];
    const { body } = await owner.call<{ id: string }>('POST', EXPORT, { query, body: { key: ['id'], rows } });
    await nodes.start();
    await until(body.id, 'DONE');
    const file = await owner.call<string>('GET', `${EXPORT}/${body.id}`);
    expect(numbersIn(file.body)).toEqual([list.list[3]!.number, list.list[700]!.number]);
    for (const wrong of [{}, { key: ['id'], rows: [] }, { key: 'id', rows }, { key: ['id'], rows: [1] }]) {
      const { status, body: told } = await owner.call('POST', EXPORT, { query, body: wrong });
      expect([status, ['key', 'rows'].includes(told.details?.errors?.[0]?.field ?? '')]).toEqual([400, true]);
    }
  });

  it('gives its file to those alone who may read the list at that time', async () => {
    const { body } = await owner.call<{ id: string }>('POST', EXPORT, { query: ask });
    await nodes.start();
    const { result } = await until(body.id, 'DONE');
    const statuses = async () => [
      (await owner.call('GET', `/api/v3/files/${result!.id}`)).status,
      (await owner.call('GET', `${EXPORT}/${body.id}`)).status,
      (await owner.get<Job>(`/job/${body.id}`)).body.result?.id,
      (await owner.get<{ list: Job[] }>('/job/paging')).body.list[0]!.result?.id,
    ];
    expect(await statuses()).toEqual([200, 200, result!.id, result!.id]);
    const giveBack = await takeRights();
    expect(await statuses()).toEqual([404, 403, undefined, undefined]);
    // Also through a list that the account may still read.
    expect((await owner.call('GET', `/api/v3/job/paging/export/${body.id}`)).status).toBe(403);
    await giveBack();
    expect(await statuses()).toEqual([200, 200, result!.id, result!.id]);
  });

  /** Removes the permissions for contracts from the owner's roles; returns a function that restores them. */
  async function takeRights(): Promise<() => Promise<void>> {
    const { rows } = await server.pool.query<{ role_id: string; permission: string }>(
      `delete from role_permissions where role_id in (select role_id from account_roles where account_id = $1)
       and permission like 'MANAGE_%CONTRACTS' returning role_id, permission`,
      [account.id],
    );
    return async () => {
      for (const { role_id, permission } of rows)
        await server.pool.query('insert into role_permissions values ($1, $2)', [role_id, permission]);
    };
  }

  it('is refused like the list, can be cancelled, and reports why it failed', async () => {
    const post = (as: Client, query: Record<string, unknown>) => as.call('POST', EXPORT, { query });
    expect((await post(await signIn(server, 'guest'), ask)).status).toBe(403);
    expect((await post(owner, { ...ask, order: '-nothing' })).status).toBe(400);
    const begin = async () => (await owner.call<{ id: string }>('POST', EXPORT, { query: ask })).body.id;
    const canceled = await begin();
    expect((await owner.call('DELETE', `${EXPORT}/${canceled}`)).status).toBe(204);
    expect((await owner.call('GET', `${EXPORT}/${canceled}`)).body).toMatchObject({
      status: 409,
      code: 'jobCanceled',
    });
    const giveBack = await takeRights();
    const failed = await send(LIST_EXPORT, {
      operation: 'contractPaging',
      parameters: {},
      columns: [],
      format: 'csv',
    });
    await nodes.start();
    expect(await until(failed, 'FAILED')).toMatchObject({ errorKey: 'forbidden' });
    await giveBack();
  });
});
