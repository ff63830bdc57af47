/** Takes jobs from the queue and sees them through: leases, cancelling, failures, the stop of the server. */
import type pg from 'pg';
import type PgBoss from 'pg-boss';
import type { Db } from '../database/connection.ts';
import type { FileSettings } from '../files/settings.ts';
import { AttemptOver, createContext, writeJob, type Attempt } from './attempt.ts';
import { JobError, type JobKind } from './define.ts';
import { tellFailure } from './failure.ts';
import { runHeavy } from './heavy.ts';
import { handBack, queueOf, renewLeases, RETRIES, within, type Queue } from './queue.ts';
import type { JobSettings } from './settings.ts';

export interface RunnerOptions {
  boss: PgBoss;
  pool: pg.Pool;
  db: Db;
  /** For the threads of heavy jobs. */
  url: string;
  files: FileSettings;
  kinds: readonly JobKind[];
  settings: JobSettings;
  onError: (error: unknown) => void;
}

interface Running extends Attempt {
  abort: AbortController;
}

export class Runner {
  readonly #running = new Map<string, Running>();
  readonly #stop = new AbortController();
  readonly #kinds: Map<string, JobKind>;
  #loops: Promise<void>[] = [];
  #timers: NodeJS.Timeout[] = [];

  constructor(private readonly options: RunnerOptions) {
    this.#kinds = new Map(options.kinds.map((kind) => [kind.kind, kind]));
  }

  start(): void {
    const { light, renewMs, watchMs } = this.options.settings;
    const slots: Queue[] = [...Array.from({ length: light }, () => queueOf(false)), queueOf(true)];
    this.#loops = slots.map((queue) => this.#loop(queue));
    this.#timers = [
      setInterval(() => void this.#quietly(() => this.#renew()), renewMs),
      setInterval(() => void this.#quietly(() => this.#watch()), watchMs),
    ];
  }

  /** Takes nothing new, tells running jobs to stop, and gives back what does not end in time. */
  async stop(): Promise<void> {
    this.#stop.abort();
    for (const { abort } of this.#running.values()) abort.abort();
    let timer: NodeJS.Timeout | undefined;
    const limit = new Promise<void>((resolve) => (timer = setTimeout(resolve, this.options.settings.stopMs)));
    await Promise.race([Promise.all(this.#loops), limit]);
    clearTimeout(timer);
    for (const each of this.#timers) clearInterval(each);
  }

  async #loop(queue: Queue): Promise<void> {
    while (!this.#stop.signal.aborted) {
      const taken = await this.#quietly(() =>
        this.options.boss.fetch<{ jobId: string }>(queue, { includeMetadata: true, priority: true }),
      );
      const message = taken?.[0];
      if (message) await this.#quietly(() => this.#see(queue, message.id, message.retryCount >= RETRIES));
      else await this.#pause();
    }
  }

  #pause(): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        this.#stop.signal.removeEventListener('abort', done);
        resolve();
      };
      const timer = setTimeout(done, this.options.settings.pollMs);
      this.#stop.signal.addEventListener('abort', done, { once: true });
    });
  }

  /** A job from its taking to its end. */
  async #see(queue: Queue, id: string, last: boolean): Promise<void> {
    const { db, boss, pool, settings, onError } = this.options;
    await renewLeases(pool, [id], settings);
    const row = await db
      .updateTable('jobs')
      .set((eb) => ({
        state: 'RUNNING' as const,
        attempt: eb('attempt', '+', 1),
        start_time: eb.fn.coalesce('start_time', eb.val(new Date())),
        version: eb('version', '+', 1),
      }))
      .where('id', '=', id)
      .where('state', 'in', ['QUEUED', 'RUNNING'])
      .returning(['kind', 'attempt'])
      .executeTakeFirst();
    // Cancelled, or finished by an attempt that was cut off before it could say so.
    if (!row) return void (await boss.complete(queue, id));
    const running: Running = { id, attempt: row.attempt, abort: new AbortController() };
    this.#running.set(id, running);
    try {
      await this.#run(row.kind, running);
      await db.transaction().execute(async (trx) => {
        await writeJob(trx, running, { state: 'DONE', progress: 1, end_time: new Date() });
        await boss.complete(queue, id, {}, { db: within(trx) });
      });
    } catch (error) {
      if (running.abort.signal.reason instanceof AttemptOver) return;
      if (this.#stop.signal.aborted) return await this.#giveBack(queue, running);
      if (error instanceof AttemptOver) return;
      if (!(error instanceof JobError)) onError(error);
      await this.#fail(queue, running, error, last);
    } finally {
      this.#running.delete(id);
    }
  }

  async #run(name: string, running: Running): Promise<void> {
    const { db, files, url } = this.options;
    const kind = this.#kinds.get(name);
    if (!kind) throw new JobError('jobKind');
    if (kind.heavy) return runHeavy(kind, running, { url, files }, running.abort.signal);
    await kind.run(await createContext(db, files, running, running.abort));
  }

  async #giveBack(queue: Queue, running: Running): Promise<void> {
    await this.options.db.transaction().execute(async (trx) => {
      await writeJob(trx, running, { state: 'QUEUED' });
      await handBack(trx, queue, running.id);
    });
  }

  /** A failure in words is final; any other is tried again. */
  async #fail(queue: Queue, running: Running, error: unknown, last: boolean): Promise<void> {
    const { db, boss } = this.options;
    const told = error instanceof JobError ? error.key : undefined;
    await db.transaction().execute(async (trx) => {
      if (told === undefined && !last) await writeJob(trx, running, { state: 'QUEUED' });
      else {
        const failed = { state: 'FAILED' as const, error_key: told ?? 'jobFailed', end_time: new Date() };
        await writeJob(trx, running, failed);
        await tellFailure(trx, running.id);
      }
      if (told === undefined) await boss.fail(queue, running.id, {}, { db: within(trx) });
      else await boss.complete(queue, running.id, {}, { db: within(trx) });
    });
  }

  async #renew(): Promise<void> {
    if (this.#running.size > 0) {
      await renewLeases(this.options.pool, [...this.#running.keys()], this.options.settings);
    }
  }

  /** Stops what was cancelled or taken over. */
  async #watch(): Promise<void> {
    const ids = [...this.#running.keys()];
    if (ids.length === 0) return;
    const rows = await this.options.db
      .selectFrom('jobs')
      .select(['id', 'attempt', 'state'])
      .where('id', 'in', ids)
      .execute();
    for (const { id, attempt, state } of rows) {
      const running = this.#running.get(id);
      if (running && (running.attempt !== attempt || state !== 'RUNNING'))
        running.abort.abort(new AttemptOver());
    }
  }

  /** A database that is away for a moment ends no loop. */
  async #quietly<T>(work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work();
    } catch (error) {
      // Cancelled, or taken over, while its end was being written.
      if (error instanceof AttemptOver) return undefined;
      this.options.onError(error);
      await this.#pause();
      return undefined;
    }
  }
}
