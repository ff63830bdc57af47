/** Makes the file of a request: queries in the sandbox, rows to a thread chunk by chunk, bytes to the file store. */
import { sql, type Selectable } from 'kysely';
import { Problem } from '../core/problems.ts';
import { translator, type Locales, type Translate } from '../core/texts.ts';
import { ThreadPool } from '../core/threadPool.ts';
import type { Thread } from '../core/thread.ts';
import type { Db } from '../database/connection.ts';
import type { ReportRequestTable } from '../database/tables/reports.ts';
import { defineJob, JobError, type JobContext, type JobEnd, type JobKind } from '../jobs/define.ts';
import { publishRow } from '../records/publish.ts';
import {
  MOST_ROWS,
  MOST_TEMPLATE_ROWS,
  type ReportDataSet,
  type ReportDefinition,
  type ReportFormat,
} from './definition.ts';
import type { MadePart, MakeStart } from './lines.ts';
import type { closeReport, openReport, writePart } from './make.ts';
import { fileNameOf } from './names.ts';
import { columnsOf, openSet, SetRefused, describeFault, wordsOf } from './plan.ts';
import { runReports, RunTooLong, type RawRow, type Session } from './sandbox.ts';

/** Input of the job. */
export interface ReportInput {
  requestId: string;
  /** Title of the job in lists of jobs. */
  title: string;
}

/** Settings of a request for the file. */
export interface RequestSettings {
  landscape: boolean;
  hideParams: boolean;
  showColumnNums: boolean;
  /** Requested data sets. */
  dataSets: string[];
  bound: Record<string, unknown>;
  shown: [string, string][];
  marks: Record<string, string>;
  mostRows: number;
  mostSeconds: number;
}

export const REPORT_JOB = { kind: 'report', lane: 'report' } as const;

const MAKE = new URL('./make.ts', import.meta.url);
const AT_ONCE = 1_000;
const MEDIA: Readonly<Record<ReportFormat, string>> = {
  XLSX: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  DOCX: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  PDF: 'application/pdf',
  CSV: 'text/csv',
};

/** Threads of reports, separate from those of exports, so that exports of lists do not wait for reports. */
const makers = new ThreadPool({
  atOnce: 2,
  atOnceOfAccount: 2,
  waiting: Infinity,
  waitingOfAccount: Infinity,
});

type Request = Selectable<ReportRequestTable>;
type Context = JobContext<ReportInput>;

/** Returns the kind of job that makes reports. */
export function reportJob({ locales }: { locales: Locales }): JobKind {
  return defineJob<ReportInput>({
    ...REPORT_JOB,
    async run(context) {
      const request = await begin(context);
      const translate = translator(locales, request.locale);
      requireRights(context, request);
      try {
        await makers.use(
          context.job.id,
          (thread) => make(context, request, translate, thread),
          context.signal,
        );
      } catch (error) {
        await refuse(context, error, translate);
      }
    },
    ended: closeRequest,
  });
}

async function begin({ db, job, report }: Context): Promise<Request> {
  const { requestId } = job.input;
  await report({}, async (trx) => {
    const row = await trx
      .updateTable('report_requests')
      .set((eb) => ({
        start_time: eb.fn.coalesce('start_time', eb.val(new Date())),
        version: eb('version', '+', 1),
        change_time: new Date(),
      }))
      .where('id', '=', requestId)
      .returningAll()
      .executeTakeFirst();
    if (row) await publishRow(trx, 'reportRequest', row, { id: row.id, version: row.version });
  });
  const row = await db
    .selectFrom('report_requests')
    .selectAll()
    .where('id', '=', requestId)
    .executeTakeFirst();
  if (!row) throw new JobError('report.gone');
  return row;
}

/** Checks the rights at run time, not those at the time of the request. */
function requireRights({ account }: Context, { definition }: Request): void {
  const has = (name: string) => account.permissions.includes(name);
  if (!has('REPORTS_VIEW') && !has('REPORTS_MANAGER')) throw new JobError('forbidden');
  if ((definition as ReportDefinition).personal && !has('REPORTS_PERSONAL_DATA'))
    throw new JobError('report.personal');
}

/** Reports an invalid query or one that takes too long as text; the job is not retried. */
async function refuse({ job, report }: Context, error: unknown, translate: Translate): Promise<never> {
  const failure = failureOf(error, translate);
  if (!failure) throw error;
  await report({}, async (trx) => {
    await trx
      .updateTable('report_requests')
      .set({ error_detail: failure.detail ?? null })
      .where('id', '=', job.input.requestId)
      .execute();
  });
  throw new JobError(failure.key);
}

function failureOf(error: unknown, translate: Translate): { key: string; detail?: string } | undefined {
  if (error instanceof SetRefused)
    return { key: 'report.query', detail: describeFault(error.fault, translate) };
  if (error instanceof RunTooLong) return { key: 'report.tooLong' };
  if (error instanceof TooManyRows) return { key: 'report.tooManyRows', detail: String(error.limit) };
  if (error instanceof Problem && error.code === 'reportsOff') return { key: 'reportsOff' };
  return undefined;
}

class TooManyRows extends Error {
  constructor(readonly limit: number) {
    super('Too many rows');
  }
}

async function make(context: Context, request: Request, translate: Translate, thread: Thread): Promise<void> {
  const { account, db, signal } = context;
  const definition = request.definition as ReportDefinition;
  const settings = request.settings as RequestSettings;
  const sets = definition.dataSets.filter(({ name }) => settings.dataSets.includes(name));
  const template = definition.type === 'TEMPLATE' ? await templateOf(db, definition) : undefined;
  const made = await runReports(
    db,
    account,
    { seconds: settings.mostSeconds },
    async (session) => {
      const parts = await partsOf(session, definition, sets, settings);
      const start: MakeStart = {
        format: request.format,
        template,
        title: request.name,
        parameters: settings.hideParams ? [] : settings.shown,
        marks: settings.marks,
        parts,
        landscape: settings.landscape,
        showColumnNums: settings.showColumnNums,
        locale: request.locale,
        words: wordsOf(translate),
        foot: translate('server.print.foot', {
          name: account.instance.name,
          time: new Date().toLocaleString(request.locale, { timeZone: account.instance.timeZone }),
        }),
      };
      await thread.call<typeof openReport>(MAKE, 'openReport', start);
      const counted = { rows: 0 };
      const name = fileNameOf(definition.fileName || request.name, settings.marks);
      await context.saveResult({
        name: `${name}.${request.format.toLowerCase()}`,
        mediaType: MEDIA[request.format],
        content: bytes(
          thread,
          rowsOf(session, definition, sets, settings),
          limitOf(definition, request, settings),
          counted,
          signal,
        ),
      });
      return counted.rows;
    },
    signal,
  );
  await context.report({ progress: 1 }, async (trx) => {
    await trx.updateTable('report_requests').set({ row_count: made }).where('id', '=', request.id).execute();
  });
}

function limitOf({ type }: ReportDefinition, { format }: Request, { mostRows }: RequestSettings): number {
  const own = type === 'TEMPLATE' && format === 'XLSX' ? MOST_TEMPLATE_ROWS : MOST_ROWS[format];
  return Math.min(mostRows, own ?? mostRows);
}

/** Returns the columns of every data set: a file starts with its header, before the first row is read. */
async function partsOf(
  session: Session,
  definition: ReportDefinition,
  sets: readonly ReportDataSet[],
  { bound }: RequestSettings,
): Promise<MadePart[]> {
  const parts: MadePart[] = [];
  for (const set of sets) {
    const { columns, close } = await openSet(session, set, definition, bound);
    await close();
    parts.push({
      name: set.name,
      title: set.title || (sets.length === 1 ? definition.name : set.name),
      // A template itself defines where its columns are.
      columns: columnsOf(
        definition.type === 'TEMPLATE' ? { ...definition, columns: [] } : definition,
        set,
        columns,
      ),
    });
  }
  return parts;
}

async function* rowsOf(
  session: Session,
  definition: ReportDefinition,
  sets: readonly ReportDataSet[],
  { bound }: RequestSettings,
): AsyncGenerator<{ part: number; rows: RawRow[] }> {
  for (const [part, set] of sets.entries()) {
    const open = await openSet(session, set, definition, bound);
    for (;;) {
      const rows = await open.next(AT_ONCE);
      if (rows.length === 0) break;
      yield { part, rows };
    }
    await open.close();
  }
}

async function* bytes(
  thread: Thread,
  pieces: AsyncIterable<{ part: number; rows: RawRow[] }>,
  limit: number,
  counted: { rows: number },
  signal: AbortSignal,
): AsyncGenerator<Buffer> {
  for await (const piece of pieces) {
    signal.throwIfAborted();
    counted.rows += piece.rows.length;
    if (counted.rows > limit) throw new TooManyRows(limit);
    yield* some(await thread.call<typeof writePart>(MAKE, 'writePart', piece));
  }
  yield* some(await thread.call<() => ReturnType<typeof closeReport>>(MAKE, 'closeReport', undefined));
}

/** Skips an empty chunk, which a stream does not accept as "no data yet". */
function* some({ buffer, byteOffset, byteLength }: Uint8Array): Iterable<Buffer> {
  if (byteLength > 0) yield Buffer.from(buffer, byteOffset, byteLength);
}

async function templateOf(db: Db, { templateId }: ReportDefinition): Promise<Uint8Array> {
  const found = templateId
    ? await db
        .selectFrom('report_templates')
        .select('content')
        .where('id', '=', templateId)
        .executeTakeFirst()
    : undefined;
  if (!found) throw new JobError('report.noTemplate');
  return found.content;
}

/**
 * Completes the request with its job: the request becomes the owner of the file, so the file is stored as long as the
 * options say.
 */
async function closeRequest({ trx, job, outcome, errorKey }: JobEnd<ReportInput>): Promise<void> {
  const { requestId } = job.input;
  const file = outcome === 'DONE' ? await takeFile(trx, job.id, requestId) : undefined;
  const row = await trx
    .updateTable('report_requests')
    .set((eb) => ({
      status:
        outcome === 'DONE'
          ? ('DONE' as const)
          : outcome === 'CANCELED'
            ? ('CANCELED' as const)
            : ('ERROR' as const),
      end_time: new Date(),
      error_key: errorKey,
      file_id: file ?? null,
      version: eb('version', '+', 1),
      change_time: new Date(),
    }))
    .where('id', '=', requestId)
    .where('status', '=', 'BUILDING')
    .returningAll()
    .executeTakeFirst();
  if (row) await publishRow(trx, 'reportRequest', row, { id: row.id, version: row.version });
}

async function takeFile(trx: Db, jobId: string, requestId: string): Promise<string | undefined> {
  const file = await trx
    .updateTable('files')
    .set({ entity: 'reportRequest', entity_id: requestId })
    .where('entity', '=', 'job')
    .where('entity_id', '=', jobId)
    .where('sha256', 'is not', null)
    .returning('id')
    .executeTakeFirst();
  return file?.id;
}

/** Deletes files when the storage time of the options is over, and requests a year after their end. */
export async function cleanReports(db: Db): Promise<void> {
  await sql`delete from files f using report_requests r
    left join report_options o on o.instance_id = r.instance_id
    where f.id = r.file_id and f.instance_id = r.instance_id
      and r.end_time < now() - make_interval(days => coalesce(o.days_kept, 14))`.execute(db);
  await sql`delete from report_requests where end_time < now() - interval '1 year'`.execute(db);
}
