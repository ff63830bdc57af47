/** Kills the server that runs a heavy job while two clients watch its record, and counts their messages. */
import { setTimeout as sleep } from 'node:timers/promises';
import { readAccount } from '../../../server/access/accounts.ts';
import { enqueueJob } from '../../../server/jobs/enqueue.ts';
import { Listener } from '../live/listener.ts';
import { signIn, type TestServer } from '../support.ts';
import type { JobNodes } from './nodes.ts';
import { BROADCAST, END, heavyRecordJob, type JobRecord } from './recordJobs.ts';

export interface Takeovers {
  kills: number;
  /** Messages that a client missed, or got twice. */
  lost: number;
  doubled: number;
  /** Records that their job left open, or closed more than once. */
  stuck: number;
}

const STEPS = 40;
/** The last try succeeds: two servers die during a job. */
const KILLS_A_JOB = 2;
const LIMIT_MS = 60_000;

/** Kills `kills` times, an even number. */
export async function killWatched(server: TestServer, nodes: JobNodes, kills: number): Promise<Takeovers> {
  const client = await signIn(server, 'manager');
  const windows = await Promise.all([Listener.open(client), Listener.open(client)]);
  for (const window of windows) await window.subscribe(`+${BROADCAST}:*`);
  await Promise.all([nodes.spawn(), nodes.spawn()]);
  const total: Takeovers = { kills: 0, lost: 0, doubled: 0, stuck: 0 };
  while (total.kills < kills) {
    const id = await begin(server);
    const killed = new Set<number>();
    for (let kill = 1; kill <= KILLS_A_JOB; kill += 1) {
      // A server may get further than these steps before it is killed.
      const { pid } = await until(
        server,
        id,
        (record) => record.step >= 12 * kill && !killed.has(record.pid),
      );
      killed.add(pid);
      await Promise.all([nodes.kill(pid), nodes.spawn()]);
      total.kills += 1;
    }
    const { status, ends } = await until(server, id, (record) => record.status !== 'IN_PROCESS');
    if (status !== 'DONE' || ends !== 1) total.stuck += 1;
    for (const window of windows) {
      await Promise.race([window.hears(({ dto }) => dto?.id === id && dto.version === END), sleep(30_000)]);
      const told = window.messages().flatMap(({ dto }) => (dto?.id === id ? [dto.version!] : []));
      const wanted = [...Array.from({ length: STEPS }, (_, i) => i + 1), END];
      total.lost += wanted.filter((version) => !told.includes(version)).length;
      total.doubled += told.length - new Set(told).size;
    }
  }
  for (const window of windows) window.close();
  return total;
}

async function begin({ db, pool }: TestServer): Promise<string> {
  const { rows } = await pool.query<{ id: string; account: string }>(
    `insert into job_records (instance_id) select instance_id from accounts where login = 'manager'
     returning id, (select id from accounts where login = 'manager') as account`,
  );
  const { id, account } = rows[0]!;
  const owner = (await readAccount(db, account))!;
  await db
    .transaction()
    .execute((trx) =>
      enqueueJob(trx, owner, heavyRecordJob, { recordId: id, steps: STEPS, ms: 15 }, Infinity),
    );
  return id;
}

/** Waits until the record has these values. */
async function until(
  { pool }: TestServer,
  id: string,
  like: (record: JobRecord) => boolean,
): Promise<JobRecord> {
  for (const end = Date.now() + LIMIT_MS; Date.now() < end; await sleep(10)) {
    const { rows } = await pool.query<JobRecord>('select * from job_records where id = $1', [id]);
    if (like(rows[0]!)) return rows[0]!;
  }
  throw new Error(`The record ${id} did not get that far`);
}
