/**
 * Kinds of job that work on a record, as a solver works on its solution: each step changes the record and is published
 * live, the end closes it. The records are in the table `job_records`.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type pg from 'pg';
import type { Db } from '../../../server/database/connection.ts';
import { defineJob, JobError, type JobContext, type JobEnd } from '../../../server/jobs/define.ts';
import { publishRow } from '../../../server/records/publish.ts';

export interface RecordInput {
  recordId: string;
  steps: number;
  ms?: number;
  /** How it ends: with an error that has a message, any other error, or an error of `ended` itself. */
  fails?: 'told' | 'untold' | 'ended';
}

interface Kept {
  step: number;
}

/** A broadcast of the product; ids of these records differ from those of the product. */
export const BROADCAST = 'contract';
/** Version that is published at the end of a record. */
export const END = 1_000;

export interface JobRecord {
  id: string;
  status: string;
  step: number;
  best: number | null;
  ends: number;
  pid: number;
}

export async function createRecords(pool: pg.Pool): Promise<void> {
  await pool.query(`create table job_records (id uuid primary key default gen_random_uuid(), instance_id uuid,
    status text not null default 'IN_PROCESS', step integer not null default 0, best integer,
    ends integer not null default 0, pid integer)`);
  await pool.query('grant select, update on job_records to public');
}

async function tell(trx: Db, recordId: string, version: number, changes: ReturnType<typeof sql>) {
  const { rows } = await sql<{ id: string; instance_id: string }>`
    update job_records set ${changes} where id = ${recordId} returning id, instance_id`.execute(trx);
  await publishRow(trx, BROADCAST, rows[0]!, { id: recordId, version });
}

async function run(context: JobContext<RecordInput, Kept>): Promise<void> {
  const { recordId, steps, ms = 1, fails } = context.job.input;
  for (let step = (context.restored?.step ?? 0) + 1; step <= steps; step += 1) {
    await sleep(ms, undefined, { signal: context.signal });
    await context.report({ progress: step / steps, partial: { step } }, (trx) =>
      tell(trx, recordId, step, sql`step = ${step}, pid = ${process.pid}`),
    );
  }
  if (fails === 'told') throw new JobError('fileEmpty');
  if (fails === 'untold') throw new Error('untold');
}

async function ended({ trx, job, outcome, partial }: JobEnd<RecordInput, Kept>): Promise<void> {
  const best = partial?.step ?? null;
  await tell(trx, job.input.recordId, END, sql`status = ${outcome}, best = ${best}, ends = ends + 1`);
  if (job.input.fails === 'ended') throw new Error('The record cannot be closed');
}

export const recordJob = defineJob<RecordInput, Kept>({ kind: 'test.record', run, ended });
export const heavyRecordJob = defineJob<RecordInput, Kept>({
  kind: 'test.heavyRecord',
  heavy: import.meta.url,
  run,
  ended,
});
