/** Columns of tables and trees. */
import type { ApiOperation } from './api.ts';
import {
  compileCell,
  itemLabel,
  labelPrefix,
  pathType,
  requireNumber,
  valueWord,
  type LabelPrefix,
} from './cells.ts';
import type { CompiledCase, CompiledCell, CompiledColumn, CompiledTreeColumn } from './compiled.ts';
import { compileEdit } from './edit.ts';
import type { TypeScope } from './expressions.ts';
import type { TableRows } from './rows.ts';
import type { JsonSchema } from './schema.ts';
import type { Site } from './site.ts';
import { followPath } from './types.ts';
import type { Column, TableView, TreeColumn } from '../../schemas/generated/language.ts';

/** `onRow` is the scope of a row. */
export function compileColumns(site: Site<TableView>, rows: TableRows, onRow: TypeScope): CompiledColumn[] {
  const items = site.in(onRow).expanded<Column | string>('columns', 'columns');
  if (items.length === 0 && !site.config.columnsFrom)
    site.at('columns').report('missing-property', { received: 'columns', note: 'or "columnsFrom"' });
  checkIds(items);
  const labels = labelPrefix(site);
  return items.map((item) => compileColumn(item, labels, rows));
}

function checkIds(items: readonly Site<Column | string>[]): void {
  const ids = items.map(({ config }) => (typeof config === 'string' ? config : (config.id ?? config.field)));
  items.forEach((item, i) => {
    const id = ids[i];
    if (id !== undefined && ids.indexOf(id) < i)
      item.report('duplicate-name', { received: id, note: 'two columns of one field need an "id"' });
  });
}

/** Expands the short form of a column. */
const written = <C extends { field?: string }>(item: Site<C | string>): Site<C> =>
  item.as(typeof item.config === 'string' ? ({ field: item.config } as C) : item.config);

/** A column is shown for all rows or for none, so its conditions and its group do not see a row. */
function withoutRow({ row: _, ...page }: TypeScope): TypeScope {
  return page;
}

function compileColumn(item: Site<Column | string>, labels: LabelPrefix, rows: TableRows): CompiledColumn {
  const site = written(item);
  const { config: column } = site;
  const { row, operation, kind } = rows;
  const name = column.id ?? column.field ?? column.fields?.[0];
  const parts = compileParts(site, labels, { row, name });
  const { group, link, visibleWhen, width } = site.marked('Column', { page: withoutRow(site.scope) });
  const sort = sortWord(site, operation);
  const edit = column.edit && compileEdit(site, labels, row);
  if (column.total) checkTotal(site, row, kind === 'page');
  return item.placed({
    id: name ?? site.pointer,
    ...parts,
    ...(width === undefined ? {} : { width }),
    ...(visibleWhen ? { visibleWhen } : {}),
    ...(group ? { group } : {}),
    ...(link ? { link } : {}),
    ...(sort ? { sort } : {}),
    ...(edit ? { edit } : {}),
    ...(column.total ? { total: column.total } : {}),
  });
}

/** A column of a tree. */
export function compileTreeColumn(
  item: Site<TreeColumn | string>,
  labels: LabelPrefix,
  row: JsonSchema,
): CompiledTreeColumn {
  const site = written(item);
  const name = site.config.field ?? site.config.fields?.[0];
  const marked = site.marked('TreeColumn', { page: withoutRow(site.scope) });
  return item.placed({ ...compileParts(site, labels, { row, name }), ...marked });
}

/** Parts common to the columns of tables and trees, beside those that the grammar marks. */
function compileParts(
  site: Site<TreeColumn>,
  labels: LabelPrefix,
  { row, name }: { row: JsonSchema; name: string | undefined },
): Pick<CompiledTreeColumn, 'label' | 'content' | 'align'> {
  const { config: column } = site;
  const content = compileContent(site, row);
  if (column.value && (column.field !== undefined || column.fields))
    site.at('value').report('wrong-type', { received: 'value beside field', expected: 'one of the two' });
  if (column.width !== undefined && column.width <= 0)
    site
      .below(column.width, 'width')
      .report('wrong-type', { received: String(column.width), expected: 'pixels above 0' });
  return {
    label: itemLabel(site, labels, name),
    content,
    align: column.align ?? defaultAlign(site, row),
  };
}

/** Reports a total of a paged list: it would be wrong without the rows of other pages. */
function checkTotal(site: Site<Column>, row: JsonSchema, paged: boolean): void {
  const { field, total } = site.config;
  const at = site.below(total, 'total');
  if (paged)
    at.report('wrong-type', {
      received: 'a total over pages',
      expected: 'a source that answers with all rows',
    });
  if (field === undefined) site.report('missing-property', { received: 'field', note: 'a total needs one' });
  else requireNumber(at, pathType(site.at('field'), row));
}

/** Compiles the cases, each with the row narrowed by its condition; without cases, the column's own content. */
function compileContent(site: Site<TreeColumn>, row: JsonSchema): CompiledCase<CompiledCell>[] {
  const { config: column } = site;
  const own = column.field !== undefined || column.fields || column.value || !column.cases?.length;
  const cases = site.items('cases').map((item) => {
    const when = item.at('when').config === undefined ? undefined : item.at('when').condition();
    const within = item.narrowed(item.config.when);
    return { ...(when ? { when } : {}), do: compileCell(within, within.scope.row ?? row) };
  });
  return own ? [...cases, { do: compileCell(site, row) }] : cases;
}

function sortWord(site: Site<Column>, operation: ApiOperation | undefined): string | undefined {
  const { config: column } = site;
  if (column.sort === false) return undefined;
  // Local rows are sorted by the shown value.
  if (!operation) return column.id ?? column.field ?? column.fields?.[0];
  const at = site.below(column.sort, 'sort');
  const expected = operation.sort.join(', ');
  if (typeof column.sort === 'string')
    return at.known('unsortable', column.sort, operation.sort, { expected }) ? column.sort : undefined;
  const path = column.field ?? column.fields?.[0] ?? '';
  const word = [path, path.split('.')[0]!].find((w) => operation.sort.includes(w));
  if (column.sort === true && !word) at.report('unsortable', { received: path, expected });
  return word;
}

function defaultAlign(site: Site<TreeColumn>, row: JsonSchema): 'start' | 'end' {
  const { field } = site.config;
  const type = field === undefined ? undefined : followPath(row, field.split('.'), site.schemas).type;
  return type && valueWord(type, site.schemas) === 'number' ? 'end' : 'start';
}
