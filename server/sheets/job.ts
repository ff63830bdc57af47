/** Carries out a stored preview: saves its rows one after the other, as previewed. */
import type { ApiCatalogue } from '../../engine/language/api.ts';
import type { Handlers } from '../access/handler.ts';
import { mayCall } from '../access/rights.ts';
import { Scope } from '../access/scope.ts';
import { alone, type Db } from '../database/connection.ts';
import { readTables } from '../database/knownTables.ts';
import { toProblem } from '../core/problems.ts';
import { translator, type Locale, type Locales } from '../core/texts.ts';
import { defineJob, JobError, type JobContext, type JobEnd, type JobKind } from '../jobs/define.ts';
import { reasonOf } from '../records/batch.ts';
import type { BoundRecord } from '../records/bind.ts';
import { bindRecords } from '../records/handlers.ts';
import { saveRecord } from '../records/save.ts';
import { MOST_FAULTS, type Sheet, type SheetFault, type SheetRow } from './define.ts';

export interface SheetInput {
  importId: string;
  record: string;
  locale: Locale;
  /** Name of the file: users see it in their list of jobs. */
  title: string;
}

/** Progress of the job. */
interface Done {
  next: number;
  created: number;
  changed: number;
  refused: SheetFault[];
}

type Context = JobContext<SheetInput, Done>;

export interface SheetGround {
  api: ApiCatalogue;
  handlers: Handlers;
  locales: Locales;
}

export const SHEET_IMPORT = { kind: 'sheetImport', lane: 'import' } as const;

/** Rows of one transaction. */
const AT_ONCE = 50;

export function sheetJob({ api, locales }: SheetGround, sheets: readonly Sheet[]): JobKind {
  const records = new Map<string, BoundRecord>(
    bindRecords(
      api,
      sheets.map(({ record }) => record),
    ).map((record) => [record.name, record]),
  );
  return defineJob<SheetInput, Done>({
    ...SHEET_IMPORT,
    run: (context) => {
      const record = records.get(context.job.input.record);
      const save = api.operations.get(`${context.job.input.record}Save`);
      if (!record || !save) throw new JobError('jobKind');
      if (!mayCall(save, context.account)) throw new JobError('forbidden');
      return carryOut(record, locales, context);
    },
    ended: close,
  });
}

async function carryOut(record: BoundRecord, locales: Locales, context: Context): Promise<void> {
  const { db, job, stopped } = context;
  const { rows } = await db
    .selectFrom('sheet_imports')
    .select('rows')
    .where('id', '=', job.input.importId)
    .executeTakeFirstOrThrow();
  const wanted = rows as SheetRow[];
  let done = context.restored ?? { next: 0, created: 0, changed: 0, refused: [] };
  while (done.next < wanted.length && !stopped()) {
    const piece = wanted.slice(done.next, done.next + AT_ONCE);
    const after: Done = { ...done, next: done.next + piece.length, refused: [...done.refused] };
    // `after` is what the transaction stores: a piece is written together with its count, or not at all.
    await context.report({ partial: after, progress: after.next / wanted.length }, (trx) =>
      savePiece(record, { context, locales, trx }, piece, after),
    );
    done = after;
  }
}

interface Saving {
  context: Context;
  locales: Locales;
  trx: Db;
}

async function savePiece(
  record: BoundRecord,
  { context, locales, trx }: Saving,
  piece: readonly SheetRow[],
  done: Done,
): Promise<void> {
  const { account, db, job } = context;
  const { locale } = job.input;
  const scope = new Scope(trx, account, await readTables(db));
  for (const { row, id, version, body } of piece) {
    const given = id === undefined ? body : { ...body, id, version };
    try {
      await alone(trx, () => saveRecord(record, { scope, account, locale, body: given }));
      done[id === undefined ? 'created' : 'changed'] += 1;
    } catch (error) {
      const problem = toProblem(error);
      // The row is not the cause: the piece is retried.
      if (problem.status >= 500) throw error;
      const { errors } = problem.options;
      const translate = translator(locales, locale);
      const text = errors?.[0]
        ? translate(errors[0].message, errors[0].values)
        : reasonOf(problem, translate);
      done.refused.push({ row, column: null, text });
    }
  }
}

/** Stores the result in the import, however the job ended. */
async function close({ trx, job, outcome, partial }: JobEnd<SheetInput, Done>): Promise<void> {
  const { importId } = job.input;
  const before = await trx
    .selectFrom('sheet_imports')
    .select(['faults', 'faulty'])
    .where('id', '=', importId)
    .forUpdate()
    .executeTakeFirst();
  if (!before) return;
  const { created, changed, refused } = partial ?? { created: 0, changed: 0, refused: [] };
  const faults = [...(before.faults as SheetFault[]), ...refused].slice(0, MOST_FAULTS);
  await trx
    .updateTable('sheet_imports')
    .set((eb) => ({
      state: outcome,
      created,
      changed,
      faulty: before.faulty + refused.length,
      faults: JSON.stringify(faults),
      version: eb('version', '+', 1),
      change_time: new Date(),
    }))
    .where('id', '=', importId)
    .execute();
}
