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

export interface JobContext<Input = unknown, Partial = unknown> {
  job: { id: string; kind: string; input: Input; attempt: number };
  /** The owner, with the rights of now. */
  account: Account;
  scope: Scope;
  db: Db;
  /** Aborts when the job is cancelled, was taken by another server, or this one stops. */
  signal: AbortSignal;
  /** What an earlier attempt kept. */
  restored: Partial | undefined;
  /** Tells how much is done, 0 to 1. Throws when the job is no longer this attempt's. */
  progress(part: number): Promise<void>;
  /** Keeps the best so far. Throws like `progress`. */
  keep(partial: Partial): Promise<void>;
  /** Stores the result; takes the place of one that an earlier attempt stored. */
  saveResult(file: ResultFile): Promise<void>;
}

/** A kind of job. A job may run again after a crash, so `run` must do no harm the second time: what it writes bears `job.id`. */
export interface JobKind<Input = unknown, Partial = unknown> {
  kind: string;
  /** `import.meta.url` of the module that exports this kind: it runs there in a thread of its own, one a server. */
  heavy?: string;
  run(context: JobContext<Input, Partial>): Promise<void>;
}

/** A failure that the owner is told in words: `key` names the text `server.<key>`. It is not tried again. */
export class JobError extends Error {
  constructor(readonly key: string) {
    super(key);
    this.name = 'JobError';
  }
}

/** Declares a kind of job. */
export function defineJob<Input, Partial = unknown>(kind: JobKind<Input, Partial>): JobKind {
  return kind as JobKind;
}
