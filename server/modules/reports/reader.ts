/** Operations of report users: choose, preview and request a report (S-023, B-194 to B-196, B-228, B-229). */
import { sql } from 'kysely';
import type { ReportListItem } from '../../../schemas/generated/api.ts';
import { handlers, instanceHandler, type InstanceCall } from '../../access/handler.ts';
import { dayIn } from '../../core/dayIn.ts';
import { notFound, Problem } from '../../core/problems.ts';
import { readList } from '../../database/list.ts';
import { contains } from '../../database/paging.ts';
import { loadCaptions, type Captions } from '../../records/captions.ts';
import {
  FORMATS_OF,
  MOST_ROWS,
  MOST_TEMPLATE_ROWS,
  type ReportDefinition,
  type ReportFormat,
} from '../../reports/definition.ts';
import { openSet, columnsOf, describeFault, SetRefused } from '../../reports/plan.ts';
import { runNow, RunTooLong } from '../../reports/sandbox.ts';
import { readValues } from '../../reports/values.ts';
import { choicesOf, formOf } from './form.ts';
import { chartOf, shownColumns, shownRows } from './preview.ts';
import {
  categoryNames,
  optionsOf,
  readable,
  readableReport,
  type PublishedReport,
  type ReportRow,
} from './store.ts';

/** Most rows of a preview, and its time limit in seconds. */
export const PREVIEW_ROWS = 100;
const CHART_ROWS = 500;
export const PREVIEW_SECONDS = 10;

type Asker = Pick<InstanceCall, 'scope' | 'account' | 'locale' | 'translate'>;

export const reportReaderHandlers = handlers({
  reportCategories: instanceHandler<'reportCategories'>(async (call) => {
    const { scope, account } = call;
    const rows = await scope.db
      .selectFrom('report_categories')
      .selectAll()
      .where('instance_id', '=', account.instance.id)
      .orderBy('id')
      .execute();
    const counts = await countByCategory(call);
    return rows.map(({ id, name, version }) => ({ id, name, version, reportCount: counts.get(id) ?? 0 }));
  }),

  reportCategoryGet: instanceHandler<'reportCategoryGet'>(async (call) => {
    const { scope, account, parameters } = call;
    const row = await scope.db
      .selectFrom('report_categories')
      .selectAll()
      .where('instance_id', '=', account.instance.id)
      .where('id', '=', inRange(parameters.reportCategoryId))
      .executeTakeFirst();
    if (!row) throw notFound();
    const { id, name, version } = row;
    return { id, name, version, reportCount: (await countByCategory(call)).get(id) ?? 0 };
  }),

  reportCategoriesOf: instanceHandler<'reportCategoriesOf'>(async (call) => {
    const { definition, row } = await readableReport(call.scope.db, call.account, call.parameters.reportCode);
    const names = await categoryNames(call.scope.db, [row.instance_id]);
    const counts = await countByCategory(call);
    return definition.categoryIds
      .flatMap((id) => {
        const name = names.get(id);
        return name === undefined ? [] : [{ id, name, version: 1, reportCount: counts.get(id) ?? 0 }];
      })
      .toSorted((a, b) => a.id - b.id);
  }),

  reports: instanceHandler<'reports'>(async (call) => {
    const { scope, account, parameters, locale } = call;
    let query = readable(scope.db, account).selectAll('r');
    const { reportCategoryId } = parameters;
    if (reportCategoryId !== undefined) query = query.where(inCategory(reportCategoryId));
    const rows = await query
      .orderBy(sql`r.published ->> 'name'`)
      .orderBy('r.id')
      .limit(1000)
      .execute();
    return listItems(call, rows, await loadCaptions(scope.db, locale));
  }),

  reportPaging: instanceHandler<'reportPaging'>(
    async (call) => {
      const { scope, account, parameters } = call;
      const { reportCategoryId, query = '', order } = parameters;
      let rows = readable(scope.db, account);
      if (reportCategoryId !== undefined) rows = rows.where(inCategory(reportCategoryId));
      const text = query.trim();
      if (text) {
        const name = sql<string>`r.published ->> 'name'`;
        rows = rows.where((eb) =>
          eb.or([
            contains(name, text),
            contains(sql.ref('r.code'), text),
            contains(sql`r.published ->> 'description'`, text),
          ]),
        );
      }
      const sorts = { name: { by: sql`r.published ->> 'name'` }, code: { by: sql.ref('r.code') } };
      const list = { rows, shown: rows.selectAll('r'), order: order ?? '-name', sorts, id: sql.ref('r.id') };
      const page = await readList(scope.db, call, list, (row) => row as ReportRow);
      return { ...page, list: await listItems(call, page.list, await loadCaptions(scope.db, call.locale)) };
    },
    ['name', 'code'],
  ),

  reportGet: instanceHandler<'reportGet'>(async (call) => {
    const { scope, account, locale, translate } = call;
    const { row, definition } = await readableReport(scope.db, account, call.parameters.reportCode);
    const captions = await loadCaptions(scope.db, locale);
    const options = await optionsOf(scope.db, account.instance.id);
    return {
      ...(await listItems(call, [row], captions))[0]!,
      formats: formatsOf(definition, captions),
      parameterCount: definition.parameters.length,
      chartKind: definition.chartKind ?? null,
      personal: definition.personal ?? false,
      publishedVersion: row.published_version ?? 0,
      limits: translate('server.report.limits', { rows: options.mostRows, seconds: options.mostSeconds }),
    };
  }),

  reportForm: instanceHandler<'reportForm'>(async (call) => {
    const { definition } = await readableReport(call.scope.db, call.account, call.parameters.reportCode);
    return formFor(call, definition);
  }),

  reportFormatsOf: instanceHandler<'reportFormatsOf'>(async ({ scope, account, locale, parameters }) => {
    const { definition } = await readableReport(scope.db, account, parameters.reportCode);
    return formatsOf(definition, await loadCaptions(scope.db, locale));
  }),

  reportColumns: instanceHandler<'reportColumns'>(async (call) => {
    const { definition } = await requestableReport(call);
    const [set] = definition.dataSets;
    if (!set) return [];
    // Columns of the query with no values entered.
    return withQueryErrors(call, () =>
      runNow(call.scope.db, call.account, { seconds: PREVIEW_SECONDS }, async (session) => {
        const { columns } = await openSet(session, set, definition, {});
        return shownColumns(columnsOf(definition, set, columns));
      }),
    );
  }),

  reportPreview: instanceHandler<'reportPreview'>((call) => firstRows(call, PREVIEW_ROWS, shownRows)),

  reportChart: instanceHandler<'reportChart'>((call) =>
    firstRows(call, CHART_ROWS, (rows, columns, definition) =>
      chartOf(rows, columns, definition, call.locale),
    ),
  ),
});

/** Returns a report that the account may request; throws 403 if its personal data are not permitted. */
export async function requestableReport(
  call: Asker & { parameters: { reportCode: string } },
): Promise<PublishedReport> {
  const report = await readableReport(call.scope.db, call.account, call.parameters.reportCode);
  requirePersonal(call, report.definition);
  return report;
}

export function requirePersonal({ account }: Pick<Asker, 'account'>, { personal }: ReportDefinition): void {
  if (personal && !account.permissions.includes('REPORTS_PERSONAL_DATA'))
    throw new Problem(403, 'report.personal');
}

/** Returns schema and layout of the request of a definition. */
export async function formFor(call: Asker, definition: ReportDefinition) {
  const { scope, account, locale, translate } = call;
  const ground = { scope, instanceId: account.instance.id, locale };
  const choices = await choicesOf(definition.parameters, ground);
  const formats = formatsOf(definition, await loadCaptions(scope.db, locale)).map(
    ({ name, caption, mostRows }) => ({
      name,
      caption:
        mostRows === null
          ? caption
          : translate('server.report.formatRows', { format: caption, rows: mostRows }),
    }),
  );
  const { schema, layout } = formOf(definition, choices, {
    today: dayIn(account.instance.timeZone),
    formats,
    translate,
  });
  const labels = Object.fromEntries(formats.map(({ name, caption }) => [name, caption]));
  const format = {
    field: 'format',
    label: translate('server.report.format'),
    widget: 'select',
    options: { labels },
  };
  return { schema, layout: [...layout, format] };
}

/** Returns the formats available for a definition. */
export function formatsOf(definition: ReportDefinition, captions: Captions) {
  const { type, formats, dataSets } = definition;
  return FORMATS_OF[type]
    .filter(
      (name) => (formats.length === 0 || formats.includes(name)) && (name !== 'CSV' || dataSets.length <= 1),
    )
    .map((name) => ({ ...captions.value('reportFormats', name), mostRows: mostRowsOf(definition, name) }));
}

const mostRowsOf = ({ type }: ReportDefinition, format: ReportFormat): number | null =>
  (type === 'TEMPLATE' && format === 'XLSX' ? MOST_TEMPLATE_ROWS : MOST_ROWS[format]) ?? null;

/** Returns the values of a request, parsed by the parameters of its report. */
export async function valuesFor(
  call: Asker,
  { parameters }: ReportDefinition,
  given: Record<string, unknown>,
) {
  const { scope, account, locale, translate } = call;
  const choices = await choicesOf(parameters, { scope, instanceId: account.instance.id, locale });
  return readValues(parameters, given, { translate, choices });
}

/** Converts errors of a query to problems with a text. */
export async function withQueryErrors<T>(
  { translate }: Pick<Asker, 'translate'>,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof SetRefused)
      throw new Problem(409, 'report.query', {
        message: 'server.report.queryAt',
        values: { text: describeFault(error.fault, translate) },
      });
    if (error instanceof RunTooLong) throw new Problem(409, 'report.tooLong');
    throw error;
  }
}

async function firstRows<T>(
  call: InstanceCall<'reportPreview'> | InstanceCall<'reportChart'>,
  count: number,
  shape: (
    rows: (string | null)[][],
    columns: ReturnType<typeof columnsOf>,
    definition: ReportDefinition,
  ) => T,
): Promise<T> {
  const { definition } = await requestableReport(call);
  const { bound } = await valuesFor(
    call,
    definition,
    (call.parameters.parameters ?? {}) as Record<string, unknown>,
  );
  const [set] = definition.dataSets;
  if (!set) return shape([], [], definition);
  return withQueryErrors(call, () =>
    runNow(call.scope.db, call.account, { seconds: PREVIEW_SECONDS }, async (session) => {
      const open = await openSet(session, set, definition, bound);
      return shape(await open.next(count), columnsOf(definition, set, open.columns), definition);
    }),
  );
}

/** Ids of categories are 32-bit numbers. */
const inRange = (id: number): number => (Math.abs(id) > 2_147_483_647 ? -1 : id);

const inCategory = (id: number) =>
  sql<boolean>`r.published -> 'categoryIds' @> ${JSON.stringify([id])}::jsonb`;

async function countByCategory({ scope, account }: Asker): Promise<Map<number, number>> {
  const { rows } = await sql<{ id: number; count: number }>`
    select c.id::int as id, count(*)::int as count
    from (${readable(scope.db, account).select('r.published')}) r
    cross join lateral jsonb_array_elements_text(r.published -> 'categoryIds') as c (id)
    group by 1`.execute(scope.db.withoutPlugins());
  return new Map(rows.map(({ id, count }) => [id, count]));
}

async function listItems(
  { scope }: Asker,
  rows: readonly ReportRow[],
  captions: Captions,
): Promise<ReportListItem[]> {
  const names = await categoryNames(scope.db, [...new Set(rows.map(({ instance_id: id }) => id))]);
  return rows.map((row) => {
    const { name, description, type, categoryIds } = row.published as ReportDefinition;
    return {
      code: row.code,
      name,
      description: description ?? null,
      type: captions.value('reportTypes', type),
      categories: categoryIds.flatMap((id) => (names.has(id) ? [{ id, name: names.get(id)! }] : [])),
      publishTime: row.publish_time!.toISOString(),
    };
  });
}
