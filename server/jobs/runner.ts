/** Takes jobs from the queue and runs them: leases, cancellation, failures, the stop of the server. */
import { setMaxListeners } from 'node:events';
import type pg from 'pg';
import type PgBoss from 'pg-boss';
import type { ApiCatalogue } from '../../engine/language/api.ts';
import type { Db } from '../database/connection.ts';
import type { FileSettings } from '../files/settings.ts';
import { AttemptOver, createContext, writeJob, type Attempt } from './attempt.ts';
import { kindOf } from './declared.ts';
import { JobError } from './define.ts';
import { endJob } from './end.ts';
import { runHeavy } from './heavy.ts';
import { handBack, QUEUE, renewLeases, within } from './queue.ts';
import type { JobSettings } from './settings.ts';
import { takeNext, type Taken } from './take.ts';

export interface RunnerOptions {
  boss: PgBoss;
  pool: pg.Pool;
  db: Db;
  /** For the threads of heavy jobs. */
  url: string;
  embedded: boolean;
  api: ApiCatalogue;
  files: FileSettings;
  settings: JobSettings;
  onError: (error: unknown) => void;
}

interface Running extends Attempt {
  abort: AbortController;
}

export class Runner {
  readonly #running = new Map<string, Running>();
  readonly #stop = new AbortController();
  #loops: Promise<void>[] = [];
  #timers: NodeJS.Timeout[] = [];

  constructor(private readonly options: RunnerOptions) {}

  start(): void {
    const { lanes, renewMs, watchMs } = this.options.settings;
    this.#loops = Object.entries(lanes).flatMap(([lane, { slots, perInstance }]) =>
      Array.from({ length: slots }, () => this.#loop(lane, perInstance)),
    );
    // Every waiting slot adds a listener; Node warns of a leak at eleven.
    setMaxListeners(this.#loops.length, this.#stop.signal);
    this.#timers = [
      setInterval(() => void this.#quietly(() => this.#renew()), renewMs),
      setInterval(() => void this.#quietly(() => this.#watch()), watchMs),
    ];
  }

  /** Takes no new jobs, aborts running ones, and stops waiting for them after `stopMs`. */
  async stop(): Promise<void> {
    this.#stop.abort();
    for (const { abort } of this.#running.values()) abort.abort();
    let timer: NodeJS.Timeout | undefined;
    const limit = new Promise<void>((resolve) => (timer = setTimeout(resolve, this.options.settings.stopMs)));
    await Promise.race([Promise.all(this.#loops), limit]);
    clearTimeout(timer);
    for (const each of this.#timers) clearInterval(each);
  }

  async #loop(lane: string, perInstance: number): Promise<void> {
    const { db, settings } = this.options;
    while (!this.#stop.signal.aborted) {
      const taken = await this.#quietly(() => takeNext(db, { lane, perInstance, ...settings }));
      if (taken) await this.#quietly(() => this.#see(taken));
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

  /** Runs a taken job to its end. */
  async #see({ id, kind, attempt, last }: Taken): Promise<void> {
    const { db, boss, onError } = this.options;
    const running: Running = { id, attempt, abort: new AbortController() };
    this.#running.set(id, running);
    try {
      await this.#run(kind, running);
      await db.transaction().execute(async (trx) => {
        if (!(await endJob(trx, id, { outcome: 'DONE', attempt }))) throw new AttemptOver();
        await boss.complete(QUEUE, id, {}, { db: within(trx) });
      });
    } catch (thrown) {
      const { reason } = running.abort.signal as { reason: unknown };
      if (reason instanceof AttemptOver) return;
      if (this.#stop.signal.aborted) return await this.#giveBack(running);
      const error = reason instanceof JobError ? reason : thrown;
      if (error instanceof AttemptOver) return;
      if (!(error instanceof JobError)) onError(error);
      await this.#fail(running, error, last);
    } finally {
      this.#running.delete(id);
    }
  }

  async #run(name: string, running: Running): Promise<void> {
    const { db, files, url, embedded, api } = this.options;
    const kind = kindOf(name);
    if (!kind) throw new JobError('jobKind');
    const { abort } = running;
    if (kind.heavy) return runHeavy(kind, running, { url, embedded, files, api }, abort.signal);
    const stopped = () => abort.signal.aborted;
    await kind.run(await createContext({ db, files, abort, stopped }, running));
  }

  async #giveBack(running: Running): Promise<void> {
    await this.options.db.transaction().execute(async (trx) => {
      await writeJob(trx, running, { state: 'QUEUED' });
      await handBack(trx, running.id);
    });
  }

  /** Ends or retries a failed job: a JobError is final; any other error is retried. */
  async #fail(running: Running, error: unknown, last: boolean): Promise<void> {
    const { db, boss } = this.options;
    const { id, attempt } = running;
    const errorKey = error instanceof JobError ? error.key : undefined;
    await db.transaction().execute(async (trx) => {
      if (errorKey === undefined && !last) await writeJob(trx, running, { state: 'QUEUED' });
      else if (!(await endJob(trx, id, { outcome: 'FAILED', errorKey: errorKey ?? 'jobFailed', attempt })))
        throw new AttemptOver();
      if (errorKey === undefined) await boss.fail(QUEUE, id, {}, { db: within(trx) });
      else await boss.complete(QUEUE, id, {}, { db: within(trx) });
    });
  }

  async #renew(): Promise<void> {
    if (this.#running.size > 0) {
      await renewLeases(this.options.pool, [...this.#running.keys()], this.options.settings);
    }
  }

  /** Aborts jobs that were cancelled or taken over, and those without an owner. */
  async #watch(): Promise<void> {
    const ids = [...this.#running.keys()];
    if (ids.length === 0) return;
    const rows = await this.options.db
      .selectFrom('jobs')
      .select(['id', 'attempt', 'state', 'owner_id'])
      .where('id', 'in', ids)
      .execute();
    for (const { id, attempt, state, owner_id: owner } of rows) {
      const running = this.#running.get(id);
      if (!running) continue;
      if (running.attempt !== attempt || state !== 'RUNNING') running.abort.abort(new AttemptOver());
      else if (owner === null) running.abort.abort(new JobError('jobOwner'));
    }
  }

  /** Catches errors, so that a temporary loss of the database ends no loop. */
  async #quietly<T>(work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work();
    } catch (error) {
      // Cancelled or taken over while its end was being written.
      if (error instanceof AttemptOver) return undefined;
      this.options.onError(error);
      await this.#pause();
      return undefined;
    }
  }
}
