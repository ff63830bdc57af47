/**
 * The export of a long list as a job. Rows are stored piece by piece, so that a retry after a crash continues after the
 * last piece; the file is written from the pieces when all are stored.
 */
import { sql } from 'kysely';
import type { ApiCatalogue, ApiOperation } from '../../engine/language/api.ts';
import { requireRights } from '../access/rights.ts';
import { readTables } from '../database/knownTables.ts';
import type { Call } from '../core/call.ts';
import type { Handlers } from '../access/handler.ts';
import { runOperation } from '../access/operations.ts';
import { Problem } from '../core/problems.ts';
import { translator, type Locale, type Locales } from '../core/texts.ts';
import type { Walk } from '../core/walk.ts';
import { defineJob, JobError, type JobContext, type JobKind } from '../jobs/define.ts';
import { bareWordsOfRows, captionedRow } from '../records/bareWords.ts';
import { freshWords, loadCaptions } from '../records/captions.ts';
import { rowName, type ChosenRows, type Wanted } from './ask.ts';
import { jobMakers } from '../core/threadPool.ts';
import { fileBytes, fileHead, SHEET, type SheetPiece } from './file.ts';
import { piecesOf, type PageRequest } from './rows.ts';
import type { CellGround, packRows } from './sheet.ts';

/** Input of the job. */
export interface ExportInput extends Omit<Wanted, 'listQuery'> {
  operation: string;
  /** Parameters of the list, validated. */
  parameters: Record<string, unknown>;
  locale: Locale;
  /** Absent: all rows of the list. */
  chosen?: ChosenRows;
}

interface Kept {
  /** Start of the next piece; absent once all pieces are stored. */
  place?: Walk | undefined;
  pieces: number;
  /** Number of rows read so far. */
  rows: number;
  /** Number of chosen rows among them. */
  found: number;
  size: number;
}

type Context = JobContext<ExportInput, Kept>;

/** Dependencies of the job kind. */
export interface ExportGround {
  api: ApiCatalogue;
  handlers: Handlers;
  locales: Locales;
}

/** Most rows of a sheet, without its header. */
const MOST = 1_048_575;
/** Share of the progress for reading; the rest is for writing the file. */
const READING = 0.9;

export const LIST_EXPORT = { kind: 'listExport' } as const;

export function exportJob(ground: ExportGround): JobKind {
  return defineJob<ExportInput, Kept>({
    ...LIST_EXPORT,
    async run(context) {
      const operation = operationOf(ground.api, context);
      await freshWords(context.db);
      const kept = await readPieces(ground, operation, context);
      await writeFile(ground, context, kept);
    },
  });
}

function operationOf(api: ApiCatalogue, { job, account }: Context): ApiOperation {
  const operation = api.operations.get(job.input.operation);
  if (!operation) throw new JobError('jobKind');
  try {
    requireRights(operation, account);
    return operation;
  } catch (error) {
    return refuse(error);
  }
}

/** Reports a refusal of the list as the failure of the job. */
function refuse(error: unknown): never {
  throw error instanceof Problem && error.status < 500 ? new JobError(error.code) : error;
}

async function readPieces(ground: ExportGround, operation: ApiOperation, context: Context): Promise<Kept> {
  const { job, signal } = context;
  const { locale, columns, chosen } = job.input;
  const wanted = chosen && new Set(chosen.rows);
  const nameOf = rowName(chosen?.key ?? []);
  const cells = cellGround(ground, context);
  const captions = await loadCaptions(context.db, locale);
  const words = bareWordsOfRows(operation, ground.api);
  let kept: Kept = context.restored ?? { place: {}, pieces: 0, rows: 0, found: 0, size: 0 };
  if (!kept.place) return kept;
  for await (const { rows, size, next } of piecesOf(reader(ground, operation, context), kept.place)) {
    signal.throwIfAborted();
    const own = wanted ? rows.filter((row) => wanted.has(nameOf(row))) : rows;
    const read = own.map((row) => captionedRow(words, row, captions));
    const packed = await jobMakers.use(job.id, (thread) =>
      thread.call<typeof packRows>(SHEET, 'packRows', { rows: read, columns, cells }),
    );
    await keepPiece(context, kept.pieces, packed);
    const found = kept.found + own.length;
    kept = {
      // Reading stops as soon as all chosen rows are found.
      place: wanted && found >= wanted.size ? undefined : next,
      pieces: kept.pieces + 1,
      rows: kept.rows + rows.length,
      found,
      size: kept.size || size,
    };
    if (found > MOST) throw new JobError('exportTooLong');
    const progress = (READING * kept.rows) / Math.max(kept.rows, kept.size, 1);
    await context.report({ partial: kept, progress });
    if (!kept.place) break;
  }
  return kept;
}

function reader(ground: ExportGround, operation: ApiOperation, { job, account, db }: Context) {
  const { locale, parameters } = job.input;
  const call: Call = {
    parameters: undefined,
    body: undefined,
    locale,
    translate: translator(ground.locales, locale),
    request: { address: '', host: '', userAgent: undefined, sessionToken: undefined },
    setSession: () => undefined,
    setDevice: () => undefined,
  };
  const run = { ...ground, db, tables: () => readTables(db) };
  return ({ count, walk }: PageRequest) =>
    runOperation(run, operation, { ...call, parameters: { ...parameters, count }, walk }, account).catch(
      refuse,
    );
}

function cellGround({ locales }: ExportGround, { job }: Context): CellGround {
  const { locale, timeZone } = job.input;
  const translate = translator(locales, locale);
  return { locale, timeZone, yes: translate('server.export.yes'), no: translate('server.export.no') };
}

/** Stores a piece, but not once another attempt has taken over the job; `report` then throws. */
async function keepPiece({ db, job }: Context, piece: number, cells: string): Promise<void> {
  await sql`insert into job_pieces (instance_id, job_id, piece, rows)
    select j.instance_id, j.id, ${piece}, ${cells}::jsonb from jobs j
    where j.id = ${job.id} and j.attempt = ${job.attempt} and j.state = 'RUNNING'
    on conflict (instance_id, job_id, piece) do update set rows = excluded.rows`.execute(db);
}

async function* keptCells({ db, job, account, report }: Context, pieces: number): AsyncIterable<SheetPiece> {
  for (let piece = 0; piece < pieces; piece += 1) {
    const { cells } = await db
      .selectFrom('job_pieces')
      .select(sql<string>`rows::text`.as('cells'))
      .where('instance_id', '=', account.instance.id)
      .where('job_id', '=', job.id)
      .where('piece', '=', piece)
      .executeTakeFirstOrThrow();
    yield { cells };
    await report({ progress: READING + ((1 - READING) * (piece + 1)) / pieces });
  }
}

async function writeFile(ground: ExportGround, context: Context, { pieces }: Kept): Promise<void> {
  const { title, locale, format, columns } = context.job.input;
  const { name, mediaType } = fileHead(format, title, translator(ground.locales, locale));
  const start = { format, columns, cells: cellGround(ground, context) };
  await jobMakers.use(context.job.id, (thread) =>
    context.saveResult({
      name,
      mediaType: mediaType.split(';')[0]!,
      content: fileBytes(thread, start, keptCells(context, pieces)),
    }),
  );
  await context.db
    .deleteFrom('job_pieces')
    .where('instance_id', '=', context.account.instance.id)
    .where('job_id', '=', context.job.id)
    .execute();
}
