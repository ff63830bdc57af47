/** Requests of reports: created, canceled, repeated, downloaded (S-023). */
import { sql, type Selectable } from 'kysely';
import { fileHandler, handlers, instanceHandler, type InstanceCall } from '../../access/handler.ts';
import { invalid, notFound, Problem } from '../../core/problems.ts';
import { readList } from '../../database/list.ts';
import { anyOf, contains } from '../../database/paging.ts';
import type { ReportRequestTable } from '../../database/tables/reports.ts';
import type { FileSettings } from '../../files/settings.ts';
import { readBytes } from '../../files/store.ts';
import { cancelJob, enqueueJob } from '../../jobs/enqueue.ts';
import { loadCaptions } from '../../records/captions.ts';
import { publishRow } from '../../records/publish.ts';
import { audit } from '../../records/saving.ts';
import type { ReportDefinition, ReportFormat } from '../../reports/definition.ts';
import { REPORT_JOB, type RequestSettings } from '../../reports/job.ts';
import { requestableReport, formatsOf, requirePersonal, valuesFor } from './reader.ts';
import { optionsOf } from './store.ts';

type RequestRow = Selectable<ReportRequestTable>;
type Asker = Pick<InstanceCall, 'scope' | 'account' | 'locale' | 'translate'>;

/** Most jobs of an account of every kind; requests have a separate limit, which is checked first. */
const MOST_JOBS = 25;
const RETRY_AFTER = 15;

interface RequestInput {
  reportCode: string;
  format: ReportFormat;
  landscape?: boolean;
  hideParams?: boolean;
  showColumnNums?: boolean;
  reportDataSets?: string[];
  parameters?: Record<string, unknown>;
}

export const reportRequestHandlers = (files: FileSettings) =>
  handlers({
    reportRequestAdd: instanceHandler<'reportRequestAdd'>((call) =>
      addRequest(call, call.body as RequestInput),
    ),

    reportRequestRepeat: instanceHandler<'reportRequestRepeat'>(async (call) => {
      const row = await ownRequest(call, call.parameters.requestId);
      const { landscape, hideParams, showColumnNums, dataSets } = row.settings as RequestSettings;
      return addRequest(call, {
        reportCode: row.report_code,
        format: row.format,
        landscape,
        hideParams,
        showColumnNums,
        reportDataSets: dataSets,
        parameters: row.parameters as Record<string, unknown>,
      });
    }),

    reportRequestPaging: instanceHandler<'reportRequestPaging'>(
      async (call) => {
        const { scope, account, parameters } = call;
        const { filter, query = '', order } = parameters;
        let rows = scope.db.selectFrom('report_requests as r').where('r.account_id', '=', account.id);
        if (filter?.statuses) rows = rows.where('r.status', '=', anyOf(filter.statuses, 'text') as never);
        const zone = account.instance.timeZone;
        const day = sql`(r.create_time at time zone ${zone})::date`;
        if (filter?.createdFrom) rows = rows.where(sql<boolean>`${day} >= ${filter.createdFrom}::date`);
        if (filter?.createdTo) rows = rows.where(sql<boolean>`${day} <= ${filter.createdTo}::date`);
        const text = query.trim();
        if (text) rows = rows.where(contains(sql.ref('r.name'), text));
        const sorts = {
          created: { by: sql.ref('r.create_time') },
          name: { by: sql.ref('r.name') },
          status: { by: sql.ref('r.status') },
        };
        const list = {
          rows,
          shown: rows.selectAll('r'),
          order: order ?? '+created',
          sorts,
          id: sql.ref('r.id'),
        };
        const page = await readList(scope.db, call, list, (row) => row as RequestRow);
        return { ...page, list: await shown(call, page.list) };
      },
      ['created', 'name', 'status'],
    ),

    reportRequestGet: instanceHandler<'reportRequestGet'>(async (call) => {
      const row = await ownRequest(call, call.parameters.requestId);
      return (await shown(call, [row]))[0]!;
    }),

    reportRequestCancel: instanceHandler<'reportRequestCancel'>(async (call) => {
      const { scope, parameters } = call;
      const row = await ownRequest(call, parameters.requestId);
      // Idempotent: an already canceled request stays canceled.
      if (row.status !== 'CANCELED') {
        const canceled =
          row.status === 'BUILDING' &&
          row.job_id !== null &&
          (await scope.transaction((trx) => cancelJob(trx, row.job_id!)));
        if (!canceled) throw new Problem(409, 'report.over');
      }
      return (await shown(call, [await ownRequest(call, row.id)]))[0]!;
    }),

    reportRequestDownload: fileHandler<'reportRequestDownload'>(async (call) => {
      const { scope } = call;
      const row = await ownRequest(call, call.parameters.requestId);
      requirePersonal(call, row.definition as ReportDefinition);
      const file =
        row.file_id === null
          ? undefined
          : await scope.db.selectFrom('files').selectAll().where('id', '=', row.file_id).executeTakeFirst();
      if (!file?.sha256)
        throw new Problem(409, row.status === 'DONE' ? 'report.fileGone' : 'report.notReady');
      const place = {
        fileId: file.id,
        instanceId: file.instance_id,
        variant: 'original',
        folder: file.folder,
      };
      return {
        name: file.name,
        mediaType: file.media_type,
        size: file.size,
        etag: file.sha256.toString('hex'),
        inline: false,
        read: () => readBytes(scope.db, files, place),
      };
    }),
  });

async function addRequest(call: Asker, requested: RequestInput) {
  const { scope, account, locale } = call;
  const { definition } = await requestableReport({
    ...call,
    parameters: { reportCode: requested.reportCode },
  });
  const formats = formatsOf(definition, await loadCaptions(scope.db, locale));
  if (!formats.some(({ name }) => name === requested.format))
    throw invalid({ field: 'format', code: 'enum', message: 'validation.enum' });
  const given = requested.parameters ?? {};
  const { bound, shown: entered, marks } = await valuesFor(call, definition, given);
  const options = await optionsOf(scope.db, account.instance.id);
  const dataSets = setsOf(definition, requested.reportDataSets);
  const settings: RequestSettings = {
    landscape: requested.landscape ?? definition.landscape ?? false,
    hideParams: requested.hideParams ?? definition.hideParams ?? false,
    showColumnNums: requested.showColumnNums ?? definition.showColumnNums ?? false,
    dataSets,
    bound,
    shown: entered,
    marks,
    mostRows: options.mostRows,
    mostSeconds: options.mostSeconds,
  };
  const id = await scope.transaction(async (trx) => {
    await requireFew(trx, account.id, options.requestsAtOnce);
    const row = await trx
      .insertInto('report_requests')
      .values({
        instance_id: account.instance.id,
        account_id: account.id,
        report_code: requested.reportCode,
        name: definition.name,
        format: requested.format,
        definition: JSON.stringify(definition),
        parameters: JSON.stringify(given),
        settings: JSON.stringify(settings),
        locale,
        job_id: null,
        row_count: null,
        file_id: null,
        error_key: null,
        error_detail: null,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const input = { requestId: row.id, title: definition.name };
    const jobId = await enqueueJob(trx, account, REPORT_JOB, input, MOST_JOBS);
    const after = await trx
      .updateTable('report_requests')
      .set({ job_id: jobId })
      .where('id', '=', row.id)
      .returningAll()
      .executeTakeFirstOrThrow();
    await audit(trx, account, {
      entity: 'reportRequest',
      action: 'create',
      after: {
        id: after.id,
        instance_id: after.instance_id,
        version: after.version,
        report_code: after.report_code,
        parameters: after.parameters,
      } as { id: string; instance_id: string },
    });
    await publishRow(trx, 'reportRequest', after, { id: after.id, version: after.version });
    return row.id;
  });
  return (await shown(call, [await ownRequest(call, id)]))[0]!;
}

/** Returns the requested data sets; all where none is named. */
function setsOf({ dataSets }: ReportDefinition, wanted: readonly string[] | undefined): string[] {
  const names = dataSets.map(({ name }) => name);
  if (!wanted || wanted.length === 0) return names;
  const unknown = wanted.findIndex((name) => !names.includes(name));
  if (unknown >= 0)
    throw invalid({
      field: `reportDataSets.${unknown}`,
      code: 'unknownValue',
      message: 'validation.unknownValue',
    });
  return names.filter((name) => wanted.includes(name));
}

/** Throws if too many requests are running; the lock makes concurrent requests of an account count each other. */
async function requireFew(trx: InstanceCall['scope']['db'], accountId: string, limit: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`jobs of ${accountId}`}, 0))`.execute(trx);
  const { count } = await trx
    .selectFrom('report_requests')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .where('status', '=', 'BUILDING')
    .executeTakeFirstOrThrow();
  if (count >= limit)
    throw new Problem(429, 'report.tooMany', { values: { limit }, retryAfter: RETRY_AFTER });
}

/** Returns a request of the account itself; throws 404 for those of others. */
async function ownRequest({ scope, account }: Asker, id: string): Promise<RequestRow> {
  const row = await scope.db
    .selectFrom('report_requests')
    .selectAll()
    .where('id', '=', id)
    .where('account_id', '=', account.id)
    .executeTakeFirst();
  if (!row) throw notFound();
  return row;
}

const DAY_MS = 86_400_000;

async function shown(call: Asker, rows: readonly RequestRow[]) {
  const { scope, account, locale, translate } = call;
  const captions = await loadCaptions(scope.db, locale);
  const ids = rows.flatMap(({ file_id: id }) => id ?? []);
  const found =
    ids.length === 0
      ? []
      : await scope.db.selectFrom('files').select(['id', 'name', 'size']).where('id', 'in', ids).execute();
  const files = new Map(found.map((file) => [file.id, file]));
  const { daysKept } = await optionsOf(scope.db, account.instance.id);
  return rows.map((row) => {
    const { start_time: start, end_time: end } = row;
    const file = row.file_id === null ? undefined : files.get(row.file_id);
    const until = file && end ? new Date(end.getTime() + daysKept * DAY_MS).toISOString().slice(0, 10) : null;
    return {
      id: row.id,
      version: row.version,
      name: row.name,
      reportCode: row.report_code,
      format: row.format,
      parameters: (row.settings as RequestSettings).shown
        .map(([label, value]) => `${label}: ${value}`)
        .join('; '),
      created: row.create_time.toISOString(),
      start: start?.toISOString() ?? null,
      end: end?.toISOString() ?? null,
      totalSeconds: start && end ? Math.max(0, Math.round((end.getTime() - start.getTime()) / 1000)) : null,
      status: captions.value('reportRequestStatuses', row.status),
      rowCount: row.row_count,
      fileName: file?.name ?? null,
      fileSize: file?.size ?? null,
      fileUntil: until,
      error: errorOf(row, translate),
    };
  });
}

/** Returns the error text: which report was not built, and why (M-053). */
function errorOf(
  { status, error_key: key, error_detail: detail, name }: RequestRow,
  translate: Asker['translate'],
) {
  if (status !== 'ERROR') return null;
  const reason = translate(`server.${key ?? 'jobFailed'}`, { limit: detail ?? '', text: detail ?? '' });
  return translate('server.report.notBuilt', { name, reason });
}
