/** The editor of reports: drafts, checks, trial runs and publishing. */
import { sql } from 'kysely';
import type { ReportColumnsTaken, ReportDraft } from '../../../schemas/generated/api.ts';
import { shortNameOf, type Account } from '../../access/accounts.ts';
import { handlers, instanceHandler, type InstanceCall } from '../../access/handler.ts';
import { invalid, notFound, Problem } from '../../core/problems.ts';
import type { Locale } from '../../core/texts.ts';
import type { Db } from '../../database/connection.ts';
import { readList } from '../../database/list.ts';
import { anyOf, contains } from '../../database/paging.ts';
import { loadCaptions, type Captions } from '../../records/captions.ts';
import { audit, requireFresh, requireMatch } from '../../records/saving.ts';
import { FUNCTIONS } from '../../reports/allowed.ts';
import {
  namesOf,
  type ReportColumn,
  type ReportDataSet,
  type ReportDefinition,
  type ReportParameter,
} from '../../reports/definition.ts';
import {
  columnsOf,
  openSet,
  readSet,
  readsPersonal,
  describeFault,
  SetRefused,
  takenColumns,
  type SetFault,
} from '../../reports/plan.ts';
import { runNow, RunTooLong, type FoundColumn } from '../../reports/sandbox.ts';
import { REPORT_VIEWS, viewOf } from '../../reports/views.ts';
import { chartOf, shownColumns, shownRows } from './preview.ts';
import { formFor, PREVIEW_ROWS, PREVIEW_SECONDS, valuesFor } from './reader.ts';
import { categoryNames, draftOf, ownReport, requireSound, type ReportRow } from './store.ts';
import { missingMarks, offeredMarks } from './marks.ts';
import type { AuditAction } from '../../records/auditKinds.ts';

type Asker = Pick<InstanceCall, 'scope' | 'account' | 'locale' | 'translate'>;

export const reportEditorHandlers = handlers({
  reportEditorPaging: instanceHandler<'reportEditorPaging'>(
    async (call) => {
      const { scope, account, parameters, locale } = call;
      const { filter, query = '', order } = parameters;
      let rows = scope.db.selectFrom('reports as r').where('r.instance_id', '=', account.instance.id);
      if (filter?.types) rows = rows.where('r.type', '=', anyOf(filter.types, 'text') as never);
      if (filter?.states) rows = rows.where(STATE, '=', anyOf(filter.states, 'text') as never);
      const text = query.trim();
      if (text)
        rows = rows.where((eb) =>
          eb.or([contains(sql.ref('r.name'), text), contains(sql.ref('r.code'), text)]),
        );
      const sorts = {
        name: { by: sql.ref('r.name') },
        code: { by: sql.ref('r.code') },
        changeTime: { by: sql.ref('r.change_time') },
      };
      const shown = rows
        .selectAll('r')
        .select(
          sql<number>`(select count(*)::int from report_roles v where v.report_id = r.id)`.as('role_count'),
        );
      const list = { rows, shown, order: order ?? '-name', sorts, id: sql.ref('r.id') };
      const page = await readList(scope.db, call, list, (row) => row);
      const captions = await loadCaptions(scope.db, locale);
      const names = await categoryNames(scope.db, [account.instance.id]);
      return {
        ...page,
        list: page.list.map((row) => ({
          id: row.id,
          version: row.version,
          code: row.code,
          name: row.name,
          type: captions.value('reportTypes', row.type),
          state: stateOf(row, captions),
          categories: draftOf(row).categoryIds.flatMap((id) =>
            names.has(id) ? [{ id, name: names.get(id)! }] : [],
          ),
          roleCount: row.role_count,
          publishTime: row.publish_time?.toISOString() ?? null,
          changeTime: row.change_time.toISOString(),
          changedBy: row.changed_by,
        })),
      };
    },
    ['name', 'code', 'changeTime'],
  ),

  reportDraftGet: instanceHandler<'reportDraftGet'>(async (call) =>
    draftReply(call, await ownReport(call.scope.db, call.account, call.parameters.reportCode)),
  ),

  reportDraftNames: instanceHandler<'reportDraftNames'>(async ({ scope, account, parameters, locale }) =>
    wordsFor(draftOf(await ownReport(scope.db, account, parameters.reportCode)), locale),
  ),

  reportDraftForm: instanceHandler<'reportDraftForm'>(async (call) => {
    const definition = draftOf(await ownReport(call.scope.db, call.account, call.parameters.reportCode));
    const { schema, layout } = await formFor(call, definition);
    // A trial run has no format.
    return { schema, layout: layout.slice(0, -1) };
  }),

  reportDraftColumns: instanceHandler<'reportDraftColumns'>(async (call) => {
    const { scope, account, parameters } = call;
    const definition = draftOf(await ownReport(scope.db, account, parameters.reportCode));
    const set = setNamed(definition, parameters.dataSet);
    try {
      return await runNow(scope.db, account, { seconds: PREVIEW_SECONDS }, async (session) => {
        const { columns } = await openSet(session, set, definition, {});
        return shownColumns(columnsOf(definition, set, columns));
      });
    } catch (error) {
      if (error instanceof SetRefused || error instanceof RunTooLong) return [];
      throw error;
    }
  }),

  reportAdd: instanceHandler<'reportAdd'>(async (call) => {
    const { body, locale } = call;
    const view = body.view ? viewOf(body.view) : undefined;
    if (body.view && !view)
      throw invalid({ field: 'view', code: 'unknownValue', message: 'validation.unknownValue' });
    const definition: ReportDefinition = {
      name: body.name,
      type: body.type as ReportDefinition['type'],
      categoryIds: [],
      formats: body.type === 'TEMPLATE' ? ['DOCX'] : ['XLSX', 'PDF', 'CSV'],
      parameters: [],
      dataSets: view
        ? [
            {
              name: 'main',
              query: `select ${view.columns
                .slice(2)
                .map(({ name }) => name)
                .join(',\n  ')}\nfrom ${view.name}`,
            },
          ]
        : [{ name: 'main', query: 'select 1 as number' }],
      columns: view ? view.columns.slice(2).map(({ name, title }) => ({ name, title: title[locale] })) : [],
    };
    return draftReply(call, await insertReport(call, body.code, definition));
  }),

  reportSave: instanceHandler<'reportSave'>(async (call) => {
    const { scope, account, body, parameters } = call;
    const { version, ...given } = body;
    const row = await scope.transaction(async (trx) => {
      const before = await requireFresh(
        await ownReport(trx, account, parameters.reportCode, true),
        version,
        async () => draftReply(call, await ownReport(scope.db, account, parameters.reportCode)),
      );
      const { templateId, templateName, marks } = draftOf(before);
      const definition = { ...(given as ReportDefinition), templateId, templateName, marks };
      await requireSound(trx, account, definition);
      return writeDraft(trx, account, before, definition, 'save');
    });
    return draftReply(call, row);
  }),

  reportDelete: instanceHandler<'reportDelete'>(async (call) => {
    const { scope, account, parameters, request } = call;
    await scope.transaction(async (trx) => {
      const row = await ownReport(trx, account, parameters.reportCode, true);
      await requireMatch(row, request.ifMatch, () => draftReply(call, row));
      await trx.deleteFrom('reports').where('id', '=', row.id).execute();
      await audit(trx, account, { entity: 'report', action: 'delete', before: row });
    });
    return undefined as never;
  }),

  reportPublish: instanceHandler<'reportPublish'>(async (call) => {
    const { scope, account, parameters, translate, request } = call;
    const seen = await ownReport(scope.db, account, parameters.reportCode);
    const definition = draftOf(seen);
    await requireSound(scope.db, account, definition);
    const faults = await setFaults(call, definition);
    const [first] = faults;
    if (first) refuseSet(first, describeFault(first, translate));
    if (definition.type === 'TEMPLATE') {
      if (!definition.templateId) throw new Problem(409, 'report.noTemplate');
      const missing = await missingMarks(call, definition);
      if (missing.length > 0)
        throw new Problem(409, 'report.unfilledMarks', { values: { marks: missing.join(', ') } });
    }
    const published = { ...definition, personal: await readsPersonal(definition) };
    const row = await scope.transaction(async (trx) => {
      const before = await ownReport(trx, account, parameters.reportCode, true);
      await requireMatch(before, request.ifMatch, () => draftReply(call, before));
      // Only the checked version is published.
      await requireFresh(before, seen.version, () => draftReply(call, before));
      return publish(trx, account, before, published);
    });
    return draftReply(call, row);
  }),

  reportWithdraw: instanceHandler<'reportWithdraw'>(async (call) => {
    const { scope, account, parameters } = call;
    const row = await scope.transaction(async (trx) => {
      const before = await ownReport(trx, account, parameters.reportCode, true);
      const after = await trx
        .updateTable('reports')
        .set({
          published: null,
          published_version: null,
          publish_time: null,
          published_by: null,
          version: before.version + 1,
          change_time: new Date(),
        })
        .where('id', '=', before.id)
        .returningAll()
        .executeTakeFirstOrThrow();
      await audit(trx, account, { entity: 'report', action: 'withdraw', before, after });
      return after;
    });
    return draftReply(call, row);
  }),

  reportVersionList: instanceHandler<'reportVersionList'>(async ({ scope, account, parameters }) => {
    const { id } = await ownReport(scope.db, account, parameters.reportCode);
    const rows = await scope.db
      .selectFrom('report_versions')
      .selectAll()
      .where('report_id', '=', id)
      .orderBy('number', 'desc')
      .limit(200)
      .execute();
    return rows.map(({ number, publish_time: time, published_by: by, definition }) => {
      const { name, dataSets } = definition as ReportDefinition;
      return { number, publishTime: time.toISOString(), publishedBy: by, name, queries: dataSets.length };
    });
  }),

  reportRestore: instanceHandler<'reportRestore'>(async (call) => {
    const { scope, account, parameters, body } = call;
    const row = await scope.transaction(async (trx) => {
      const before = await ownReport(trx, account, parameters.reportCode, true);
      const version = await trx
        .selectFrom('report_versions')
        .select('definition')
        .where('report_id', '=', before.id)
        .where('number', '=', Math.min(body.number, 2_147_483_647))
        .executeTakeFirst();
      if (!version) throw notFound();
      return writeDraft(trx, account, before, version.definition as ReportDefinition, 'restore');
    });
    return draftReply(call, row);
  }),

  reportViews: instanceHandler<'reportViews'>(async ({ locale }) =>
    REPORT_VIEWS.map(({ name, title, personal = false, columns }) => ({
      name,
      title: title[locale],
      personal,
      columns: columns.map((column) => ({ ...column, title: column.title[locale] })),
    })),
  ),

  reportQueryCheck: instanceHandler<'reportQueryCheck'>(async (call) => {
    const { body, translate } = call;
    const saved = body.reportCode
      ? draftOf(await ownReport(call.scope.db, call.account, body.reportCode)).parameters
      : [];
    const given = (body.parameters ?? []) as ReportParameter[];
    const parameters = [...given, ...saved.filter(({ name }) => given.every((one) => one.name !== name))];
    const definition = {
      dataSets: [{ name: '', query: body.query }],
      parameters,
    } as unknown as ReportDefinition;
    return { faults: (await setFaults(call, definition)).map((fault) => saidFault(fault, translate)) };
  }),

  reportColumnsTake: instanceHandler<'reportColumnsTake'>(async (call) => {
    const { body, translate, locale } = call;
    const definition = body as unknown as Pick<ReportDefinition, 'dataSets' | 'parameters' | 'columns'>;
    const columns: ReportColumn[] = [];
    for (const set of definition.dataSets) {
      try {
        const { views, columns: found } = await describeSet(call, set, definition);
        columns.push(...takenColumns(definition, set, found, titlesOf(views, locale)));
      } catch (error) {
        if (error instanceof SetRefused) refuseSet(error.fault, describeFault(error.fault, translate));
        if (error instanceof RunTooLong) refuseSet({ dataSet: set.name }, translate('server.report.tooLong'));
        throw error;
      }
    }
    return { columns } as ReportColumnsTaken;
  }),

  reportGenerate: instanceHandler<'reportGenerate'>(async (call) => {
    const { scope, account, body, translate, locale } = call;
    const definition = draftOf(await ownReport(scope.db, account, body.reportCode));
    const named = setNamed(definition, body.dataSet);
    const set = { ...named, ...(body.query != null && { query: body.query }) };
    const { bound } = await valuesFor(call, definition, (body.parameters ?? {}) as Record<string, unknown>);
    const began = Date.now();
    const nothing = { columns: [], rows: [], more: false, fault: null, chart: [] };
    const seconds = () => (Date.now() - began) / 1000;
    try {
      const shown = await runNow(scope.db, account, { seconds: PREVIEW_SECONDS }, async (session) => {
        const open = await openSet(session, set, definition, bound);
        const rows = await open.next(PREVIEW_ROWS + 1);
        const columns = columnsOf(definition, set, open.columns);
        const first = rows.slice(0, PREVIEW_ROWS);
        return {
          columns: shownColumns(columns),
          rows: shownRows(first, columns),
          more: rows.length > PREVIEW_ROWS,
          fault: null,
          chart: chartOf(first, columns, definition, locale),
        };
      });
      return { ...shown, seconds: seconds() };
    } catch (error) {
      if (error instanceof SetRefused)
        return { ...nothing, fault: saidFault(error.fault, translate), seconds: seconds() };
      if (error instanceof RunTooLong) {
        const fault = { line: 1, column: 1, dataSet: set.name, message: translate('server.report.tooLong') };
        return { ...nothing, fault, seconds: seconds() };
      }
      throw error;
    }
  }),
});

/** Titles of the columns of views, by name, in a language; the first view's where several have a column of that name. */
function titlesOf(views: readonly string[], locale: Locale): Map<string, string> {
  const columns = views.flatMap((name) => viewOf(name)?.columns ?? []);
  return new Map(columns.toReversed().map(({ name, title }) => [name, title[locale]]));
}

/** Returns a data set by its name; the first without a name. */
function setNamed({ dataSets }: ReportDefinition, name: string | null | undefined) {
  const found = name ? dataSets.find((set) => set.name === name) : dataSets[0];
  if (!found) throw invalid({ field: 'dataSet', code: 'unknownValue', message: 'validation.unknownValue' });
  return found;
}

const saidFault = (fault: SetFault, translate: Asker['translate']) => ({
  line: fault.line,
  column: fault.column,
  dataSet: fault.dataSet,
  message: describeFault(fault, translate),
});

const STATE = sql<string>`case when r.published is null then 'DRAFT'
  when r.published_version = r.version then 'PUBLISHED' else 'CHANGED' end`;

function stateOf(row: ReportRow, captions: Captions) {
  const name =
    row.published === null ? 'DRAFT' : row.published_version === row.version ? 'PUBLISHED' : 'CHANGED';
  return captions.value('reportStates', name as 'DRAFT' | 'PUBLISHED' | 'CHANGED');
}

/**
 * Returns views and columns of the query of a data set, without its rows. The parser comes first: a refused query does
 * not occupy a slot. Throws `SetRefused`, or `RunTooLong`.
 */
async function describeSet(
  { scope, account }: Asker,
  set: ReportDataSet,
  definition: Pick<ReportDefinition, 'parameters'>,
): Promise<{ views: readonly string[]; columns: FoundColumn[] }> {
  const { views } = await readSet(set, definition);
  const columns = await runNow(scope.db, account, { seconds: PREVIEW_SECONDS }, async (session) => {
    const open = await openSet(session, set, definition, {});
    await open.close();
    return open.columns;
  });
  return { views, columns };
}

/** Returns errors of all queries: from the parser, then from the database, which knows columns and types. */
async function setFaults(call: Asker, definition: ReportDefinition): Promise<SetFault[]> {
  const faults: SetFault[] = [];
  for (const set of definition.dataSets) {
    try {
      await describeSet(call, set, definition);
    } catch (error) {
      if (!(error instanceof SetRefused)) throw error;
      faults.push(error.fault);
    }
  }
  return faults;
}

/** Throws that the query of a data set is not run; `text` is the reason. */
function refuseSet({ dataSet }: Pick<SetFault, 'dataSet'>, text: string): never {
  throw new Problem(409, 'report.query', { message: 'server.report.setAt', values: { set: dataSet, text } });
}

/** Creates a report; throws where the code is taken. */
export async function insertReport(
  { scope, account }: Pick<Asker, 'scope' | 'account'>,
  code: string,
  definition: ReportDefinition,
): Promise<ReportRow> {
  return scope.transaction(async (trx) => {
    await requireSound(trx, account, definition);
    const row = await trx
      .insertInto('reports')
      .values({
        instance_id: account.instance.id,
        code,
        draft: JSON.stringify(definition),
        published_version: null,
        published_by: null,
        changed_by: shortNameOf(account),
      })
      .onConflict((conflict) => conflict.constraint('reports_code').doNothing())
      .returningAll()
      .executeTakeFirst();
    if (!row) throw invalid({ field: 'code', code: 'duplicate', message: 'server.report.codeTaken' });
    await audit(trx, account, { entity: 'report', action: 'create', after: row });
    return row;
  });
}

/** Overwrites a draft. */
export async function writeDraft(
  trx: Db,
  account: Account,
  before: ReportRow,
  definition: ReportDefinition,
  action: AuditAction,
): Promise<ReportRow> {
  const after = await trx
    .updateTable('reports')
    .set({
      draft: JSON.stringify(definition),
      changed_by: shortNameOf(account),
      version: before.version + 1,
      change_time: new Date(),
    })
    .where('id', '=', before.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await audit(trx, account, { entity: 'report', action, before, after });
  return after;
}

async function publish(
  trx: Db,
  account: Account,
  before: ReportRow,
  definition: ReportDefinition,
): Promise<ReportRow> {
  const version = before.version + 1;
  const by = shortNameOf(account);
  const after = await trx
    .updateTable('reports')
    .set({
      published: JSON.stringify(definition),
      published_version: version,
      publish_time: new Date(),
      published_by: by,
      version,
      change_time: new Date(),
    })
    .where('id', '=', before.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await trx
    .insertInto('report_versions')
    .values({
      instance_id: before.instance_id,
      report_id: before.id,
      number: sql<number>`(select coalesce(max(number), 0) + 1 from report_versions where report_id = ${before.id})`,
      definition: JSON.stringify(definition),
      published_by: by,
    })
    .execute();
  await audit(trx, account, { entity: 'report', action: 'publish', before, after });
  return after;
}

/** Defaults of optional properties of a definition. */
const NOTHING_SET = {
  description: null,
  fileName: null,
  landscape: null,
  hideParams: null,
  showColumnNums: null,
  chartKind: null,
  chartCategory: null,
  chartValue: null,
};

/** Returns a report in the format of the editor. */
export async function draftReply(
  { scope, locale }: Pick<Asker, 'scope' | 'locale'>,
  row: ReportRow,
): Promise<ReportDraft> {
  const captions = await loadCaptions(scope.db, locale);
  const { templateId: _id, marks = [], templateName, personal: _personal, ...definition } = draftOf(row);
  const reply = {
    id: row.id,
    code: row.code,
    version: row.version,
    ...NOTHING_SET,
    ...definition,
    templateName: templateName ?? null,
    marks,
    availableMarks: offeredMarks(definition),
    publishedVersion: row.published_version,
    publishTime: row.publish_time?.toISOString() ?? null,
    publishedBy: row.published_by,
    changeTime: row.change_time.toISOString(),
    changedBy: row.changed_by,
    state: stateOf(row, captions),
  };
  return reply as ReportDraft;
}

/** Returns the completions offered while a query is written. */
function wordsFor({ parameters }: ReportDefinition, locale: Locale) {
  const views = REPORT_VIEWS.map(({ name, title }) => ({
    word: name,
    kind: 'view' as const,
    note: title[locale],
  }));
  const columns = new Map<string, string[]>();
  for (const view of REPORT_VIEWS)
    for (const { name, title, type } of view.columns)
      columns.set(name, [...(columns.get(name) ?? []), `${view.name}: ${title[locale]} (${type})`]);
  const named = [...columns].map(([word, notes]) => ({
    word,
    kind: 'column' as const,
    note: notes.join('; '),
  }));
  const placeholders = parameters.flatMap((one) =>
    namesOf(one).map((name) => ({ word: `:${name}`, kind: 'parameter' as const, note: one.alias })),
  );
  const functions = [...FUNCTIONS].map((word) => ({ word, kind: 'function' as const, note: '' }));
  // A column with the name of a view or function is offered once.
  const seen = new Set<string>();
  return [...placeholders, ...views, ...named, ...functions].filter(
    ({ word }) => !seen.has(word) && seen.add(word),
  );
}
