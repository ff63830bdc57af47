/** Definition of a job kind, and the context its handler gets. */
import type { Account } from '../access/accounts.ts';
import type { Scope } from '../access/scope.ts';
import type { Db } from '../database/connection.ts';

/** A file created by a job. */
export interface ResultFile {
  name: string;
  mediaType: string;
  content: AsyncIterable<Buffer> | Iterable<Buffer>;
}

/** Progress report of a running job. */
export interface Report<Partial = unknown> {
  /** Completed share, 0 to 1. */
  progress?: number;
  /** The best result so far; an attempt after a crash gets it as `restored`. */
  partial?: Partial;
}

export interface JobContext<Input = unknown, Partial = unknown> {
  job: { id: string; kind: string; input: Input; attempt: number };
  /** The owner, with current rights. */
  account: Account;
  scope: Scope;
  db: Db;
  /** Aborts when the job is cancelled or taken over by another server, or when this server stops. */
  signal: AbortSignal;
  /**
   * Whether the job should end. Unlike `signal` it also changes while the handler computes without yielding; a thread
   * that continues for most of a second after that is terminated.
   */
  stopped(): boolean;
  /** What an earlier attempt reported as `partial`. */
  restored: Partial | undefined;
  /**
   * Writes a report and whatever `work` writes (a record, a live message) in one transaction, so that after a crash the
   * next attempt continues from exactly what was written and nothing is written twice. `partial` is read after `work`
   * has run, so `work` may update it. Throws, and writes nothing, when the job no longer belongs to this attempt.
   */
  report(report: Report<Partial>, work?: (trx: Db) => Promise<void>): Promise<void>;
  /** Stores the result; replaces one stored by an earlier attempt. */
  saveResult(file: ResultFile): Promise<void>;
}

export type Outcome = 'DONE' | 'FAILED' | 'CANCELED';

/** The end of a job, as passed to `ended` of its kind. */
export interface JobEnd<Input = unknown, Partial = unknown> {
  /** The transaction that ends the job. It is not narrowed to an account's reach. */
  trx: Db;
  job: { id: string; kind: string; input: Input; instanceId: string; ownerId: string | null };
  outcome: Outcome;
  /** The best result that was reported. */
  partial: Partial | undefined;
  /** For a failure: names the text `server.<key>`. */
  errorKey: string | null;
}

/**
 * A kind of job. A job may run again after a crash, so `run` must be idempotent: what it writes either contains
 * `job.id` or is written by `report`.
 */
export interface JobKind<Input = unknown, Partial = unknown> {
  kind: string;
  /** The lane of its jobs (`lanes.ts`). */
  lane?: string;
  /** `import.meta.url` of the module that exports this kind: it runs there in a separate thread. */
  heavy?: string;
  run(context: JobContext<Input, Partial>): Promise<void>;
  /**
   * Closes the record that the job works on. Runs once per job, in the transaction of its end: done, finally failed
   * (also because every server that tried it died, or its owner no longer exists), or cancelled. It runs in the server,
   * not in the thread, and writes the record before the job's row is written: code that locks both must use that order.
   */
  ended?(end: JobEnd<Input, Partial>): Promise<void>;
}

/** A failure that is explained to the owner: `key` names the text `server.<key>`. It is not retried. */
export class JobError extends Error {
  constructor(readonly key: string) {
    super(key);
    this.name = 'JobError';
  }
}

/**
 * Declares a kind of job.
 *
 * @example
 * export const solveJob = defineJob<SolveInput, Solution>({
 *   kind: 'solve',
 *   heavy: import.meta.url,
 *   async run({ job, restored, stopped, report }) {
 *     for (const { done, best } of improve(job.input, restored)) {
 *       if (stopped()) return;
 *       await report({ progress: done, partial: best }, (trx) => saveBest(trx, job.input.solutionId, best));
 *     }
 *   },
 *   ended: ({ trx, job, outcome }) => closeSolution(trx, job.input.solutionId, outcome),
 * });
 */
export function defineJob<Input, Partial = unknown>(kind: JobKind<Input, Partial>): JobKind {
  return kind as JobKind;
}
