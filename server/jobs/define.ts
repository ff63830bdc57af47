/** What a kind of job is, and what it gets to work with. */
import type { Account } from '../access/accounts.ts';
import type { Scope } from '../access/scope.ts';
import type { Db } from '../database/connection.ts';

/** A file that a job made. */
export interface ResultFile {
  name: string;
  mediaType: string;
  content: AsyncIterable<Buffer> | Iterable<Buffer>;
}

/** What a running job writes down. */
export interface Report<Partial = unknown> {
  /** How much is done, 0 to 1. */
  progress?: number;
  /** The best so far; an attempt after a crash gets it as `restored`. */
  partial?: Partial;
}

export interface JobContext<Input = unknown, Partial = unknown> {
  job: { id: string; kind: string; input: Input; attempt: number };
  /** The owner, with the rights of now. */
  account: Account;
  scope: Scope;
  db: Db;
  /** Aborts when the job is cancelled, was taken by another server, or this one stops. */
  signal: AbortSignal;
  /**
   * Whether the job should end. Unlike `signal` it also changes while the handler computes without giving the thread
   * back; a thread that goes on for most of a second after that is terminated.
   */
  stopped(): boolean;
  /** What an earlier attempt reported as `partial`. */
  restored: Partial | undefined;
  /**
   * Writes a report and what `work` writes beside it (a record, a live message) in one transaction, so that after a
   * crash the next attempt goes on from exactly what was written and nothing is written twice. `partial` is read once
   * `work` is done, which may count in it. Throws, and writes
   * nothing, when the job is no longer this attempt's.
   */
  report(report: Report<Partial>, work?: (trx: Db) => Promise<void>): Promise<void>;
  /** Stores the result; takes the place of one that an earlier attempt stored. */
  saveResult(file: ResultFile): Promise<void>;
}

export type Outcome = 'DONE' | 'FAILED' | 'CANCELED';

/** The end of a job, as its kind is called with it. */
export interface JobEnd<Input = unknown, Partial = unknown> {
  /** The transaction that ends the job. It is not narrowed to an account. */
  trx: Db;
  job: { id: string; kind: string; input: Input; instanceId: string; ownerId: string | null };
  outcome: Outcome;
  /** The best that was reported. */
  partial: Partial | undefined;
  /** Of a failure: names the text `server.<key>`. */
  errorKey: string | null;
}

/**
 * A kind of job. A job may run again after a crash, so `run` must do no harm the second time: what it writes bears
 * `job.id`, or is written by `report`.
 */
export interface JobKind<Input = unknown, Partial = unknown> {
  kind: string;
  /** The lane it waits in (`lanes.ts`). */
  lane?: string;
  /** `import.meta.url` of the module that exports this kind: it runs there in a thread of its own. */
  heavy?: string;
  run(context: JobContext<Input, Partial>): Promise<void>;
  /**
   * Closes what the job works on. It runs once a job, in the transaction of its end: done, failed for good (also
   * because every server that tried it died, or its owner is gone), or cancelled. It runs in the server, not in the
   * thread, and writes the record before the job's row is written: code that locks both must use that order.
   */
  ended?(end: JobEnd<Input, Partial>): Promise<void>;
}

/** A failure that the owner is told in words: `key` names the text `server.<key>`. It is not tried again. */
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
