/** The table view: rows of an operation, with filters, columns and actions. */
import { compileBreadcrumb } from './breadcrumb.ts';
import { labelPrefix } from './cells.ts';
import { readsOfExpression } from './expressions.ts';
import { compileColumns } from './columns.ts';
import type { CompiledTable } from './compiled.ts';
import { compileFilters } from './filters.ts';
import { checkRecord } from './records.ts';
import { compileSchemaFrom, compileSource } from './rowSource.ts';
import { checkRequired, compileSort, filtersType, tableRows, type TableRows } from './rows.ts';
import { parametersOfFilter, rowScope } from './scopes.ts';
import { compileMoveTo } from './tableActions.ts';
import { withoutShortcut } from './shortcut.ts';
import type { Site } from './site.ts';
import { ANY, listOf } from './types.ts';
import type { Action, FilterField, TableView, View } from '../../schemas/generated/language.ts';

export function compileTable(site: Site<TableView>): CompiledTable {
  const { config: view } = site;
  checkRecord(site);
  const rows = tableRows(site);
  const { row, operation, own, key } = rows;
  const filters = site.expanded<FilterField>('filters', 'filters');
  checkFilters(site, filters, rows);
  checkOwnReads(site, rows);
  const list = {
    ...site.scope,
    filters: operation ? filtersType(operation, site.schemas, givenBy(filters)) : ANY,
  };
  const onRow = rowScope(list, row, site);
  checkBulk(site);
  for (const item of site.items('rowActions')) withoutShortcut(item as Site<Action>);
  if (view.below) checkBelow(site.at('below'));
  const marked = site.marked('TableView', {
    list,
    row: onRow,
    below: { ...site.scope, row },
    selection: { ...list, selection: listOf(row) },
  });
  return {
    type: 'table',
    at: site.pointer,
    ...marked,
    ...(view.breadcrumb ? { breadcrumb: compileBreadcrumb(site.at('breadcrumb')) } : {}),
    ...(view.source
      ? { source: compileSource(site.in(list).at('source'), operation, givenBy(filters)) }
      : {}),
    ...(own ? { rows: own } : {}),
    ...(view.moveTo ? { moveTo: compileMoveTo(site.at('moveTo'), list, row) } : {}),
    key,
    filters: operation ? compileFilters(filters, { operation, labels: labelPrefix(site), reads: list }) : [],
    columns: compileColumns(site, rows, onRow),
    ...(view.columnsFrom ? { columnsFrom: compileSchemaFrom(site.at('columnsFrom'), 'columns') } : {}),
    ...compileSort(site, operation),
    paging: view.paging ?? (rows.kind === 'page' ? 'server' : 'none'),
    namespace: view.name ?? '',
  };
}

/** Arguments that the filters set. */
const givenBy = (filters: readonly Site<FilterField>[]): string[] =>
  filters.flatMap(({ config }) => parametersOfFilter(config));

function checkFilters(site: Site<TableView>, filters: readonly Site<FilterField>[], rows: TableRows): void {
  const standing = filters.filter(({ config }) => !config.visibleWhen);
  const names = standing.map(({ config }) => config.paramName);
  standing.forEach((filter, i) => filter.at('paramName').unique(names.slice(0, i)));
  if (rows.operation) checkRequired(rows.operation, site.config, filters);
  checkOwners(site, filters);
}

/** A parameter is set by one filter, or by `with`. */
function checkOwners(site: Site<TableView>, filters: readonly Site<FilterField>[]): void {
  const given = Object.keys(site.config.source?.with ?? {});
  const standing = filters.filter(({ config }) => !config.visibleWhen && config.type !== 'searchBySelect');
  const names = standing.map(({ config }) => config.paramName);
  const searched = filters.filter(({ config }) => config.type === 'searchBySelect' && !config.visibleWhen);
  for (const filter of filters) {
    const { config } = filter;
    const at = filter.at('paramName');
    if (config.type !== 'searchBySelect') checkOwner(at, config.paramName, { '"with"': given });
    else
      for (const item of filter.as(config).items('possibleValues'))
        checkOwner(item.at('value'), String(item.config.value), {
          '"with"': given,
          'another filter': [...names, ...givenBy(searched.slice(0, Math.max(0, searched.indexOf(filter))))],
        });
  }
}

function checkOwner(site: Site, name: string, others: Record<string, readonly string[]>): void {
  const [other] = Object.entries(others).find(([, names]) => names.includes(name)) ?? [];
  if (other) site.report('two-owners', { received: name, note: `this filter and ${other}` });
}

/** Reports a source that reads the table's own rows; and a `reorder` operation that only reads. */
function checkOwnReads(site: Site<TableView>, { kind, operation }: TableRows): void {
  const { name, source, reorder, pageSize } = site.config;
  const own = (path: string) =>
    path.startsWith(`views.${name}.rows`) || path.startsWith(`views.${name}.selection`);
  if (name && typeof source?.when === 'string' && readsOfExpression(source.when).some(own))
    site.at('source').below(source.when, 'when').report('value-cycle', { received: name });
  if (reorder && 'call' in reorder) {
    const saving = site.ctx.catalogue.api.operations.get(reorder.call);
    if (saving?.method === 'GET')
      site
        .at('reorder')
        .below(reorder.call, 'call')
        .report('type-mismatch', {
          received: `${saving.id} by GET`,
          expected: 'an operation that saves the order',
        });
  }
  const whole = kind === 'own' || (operation !== undefined && kind === 'list');
  if (pageSize !== undefined && whole)
    site.below(pageSize, 'pageSize').report('overruled', {
      received: 'pageSize',
      expected: 'rows that come all at once',
    });
}

function checkBulk(site: Site<TableView>): void {
  const { bulk, select = 'none' } = site.config;
  if (bulk?.length && select === 'none')
    site
      .at('bulk')
      .report('missing-property', { received: 'select', note: 'without it no row can be selected' });
}

const BELOW: readonly View['type'][] = ['details', 'table', 'chart', 'widget', 'stack'];

/** Checks the row expansion: it exists once per row, so it has no name, no query parameters and no unsaved changes. */
function checkBelow(site: Site<View>): void {
  const { config: view } = site;
  if (!BELOW.includes(view.type))
    site
      .at('type')
      .report('wrong-type', { received: `${view.type} below a row`, expected: BELOW.join(', ') });
  if ('name' in view && view.name)
    site.below(view.name, 'name').report('wrong-type', {
      received: 'the name of a view below a row',
      expected: 'none: there is one for each row that is opened',
    });
  if (view.type === 'stack')
    site
      .as(view)
      .items('items')
      .forEach((item) => checkBelow(item.at('view')));
}
