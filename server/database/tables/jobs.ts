/** Background jobs. */
import type { ColumnType, Generated } from 'kysely';
import type { Own, Time } from './common.ts';

export interface JobTable extends Own {
  /** Null once the account is deleted. */
  owner_id: string | null;
  kind: string;
  lane: string;
  state: Generated<JobState>;
  progress: Generated<number>;
  input: ColumnType<unknown, string, never>;
  partial: ColumnType<unknown, string | null | undefined, string | null>;
  error_key: ColumnType<string | null, string | null | undefined, string | null>;
  attempt: Generated<number>;
  rank: number;
  create_time: Time;
  start_time: ColumnType<Date | null, Date | null | undefined, Date | null>;
  end_time: ColumnType<Date | null, Date | null | undefined, Date | null>;
}

export type JobState = 'QUEUED' | 'RUNNING' | 'DONE' | 'FAILED' | 'CANCELED';

/** Rows that a job has read so far; deleted once its result is stored. */
export interface JobPieceTable {
  instance_id: string;
  job_id: string;
  piece: number;
  rows: ColumnType<unknown, string, string>;
}

export interface JobTables {
  jobs: JobTable;
  job_pieces: JobPieceTable;
}
