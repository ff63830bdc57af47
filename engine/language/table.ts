/** The table view: rows of an operation, with filters, columns and actions. */
import { compileAction, compileActions, compileRowAction } from './actions.ts';
import type { ApiOperation } from './api.ts';
import { argumentsOf, compileArguments, compileCall, filterSchema, keyOf, rowsOf } from './calls.ts';
import {
  compileCell,
  itemLabel,
  labelPrefix,
  pathType,
  requireNumber,
  valueWord,
  type LabelPrefix,
} from './cells.ts';
import type {
  CompiledCase,
  CompiledCell,
  CompiledColumn,
  CompiledRecord,
  CompiledSchemaFrom,
  CompiledSource,
  CompiledTable,
  CompiledTreeColumn,
  CompiledValue,
  CompiledView,
} from './compiled.ts';
import { child, type Context, type Place } from './context.ts';
import { narrowScope, type TypeScope } from './expressions.ts';
import { compileEdit } from './edit.ts';
import { compileFilters } from './filters.ts';
import { compileInStep } from './inStep.ts';
import { expandItems, type PlacedItem } from './fragments.ts';
import { checkRecord } from './records.ts';
import { deref, stripNull, type JsonSchema } from './schema.ts';
import { ANY, followPath, listOf, objectOf } from './types.ts';
import type {
  Column,
  FilterField,
  Record as RecordConfig,
  Source,
  TableView,
  TreeColumn,
} from '../../schemas/generated/language.ts';

const TONE: JsonSchema = {
  type: 'string',
  enum: ['default', 'info', 'success', 'warning', 'danger', 'muted'],
};

/** `below` compiles what stands below a row, in the scope of one. */
export function compileTable(
  ctx: Context,
  view: TableView,
  scope: TypeScope,
  place: Place,
  below: (onRow: TypeScope) => CompiledView | undefined = () => undefined,
): CompiledTable {
  checkRecord(ctx, view, place);
  const operation =
    view.source && ctx.reading(view.source.operation, child(place, 'source', 'operation'), true);
  const rows = operation && rowsOf(operation, ctx.schemas);
  if (operation && !rows)
    ctx.report('not-a-list', child(place, 'source', 'operation'), { received: operation.id });
  const own = compileRows(ctx, view, scope, place);
  const row = own?.row ?? rows?.row ?? ANY;
  const filterItems = expandItems<FilterField>(ctx, view.filters, 'filters', child(place, 'filters'));
  const here = { ...scope, filters: operation ? filtersType(operation, ctx) : ANY };
  const onRow = { ...here, row };
  const onSelection = { ...here, selection: listOf(row) };
  uniqueItems(
    ctx,
    filterItems.filter(({ item }) => !item.visibleWhen),
    'paramName',
  );
  if (operation) checkRequired(ctx, operation, view, filterItems);
  const given = filterItems.flatMap(({ item }) =>
    item.type === 'searchBySelect' ? item.possibleValues.map((v) => String(v.value)) : [item.paramName],
  );
  if (view.bulk?.length && (view.select === undefined || view.select === 'none'))
    ctx.report('missing-property', child(place, 'bulk'), {
      received: 'select',
      note: 'without it no row can be selected',
    });
  const visible = ctx.condition(view.visibleWhen, scope, child(place, 'visibleWhen'));
  const selectable = ctx.condition(view.selectableWhen, onRow, child(place, 'selectableWhen'));
  const belowRow = below({ ...scope, row });
  return {
    type: 'table',
    ...(view.name ? { name: view.name } : {}),
    ...(visible ? { visibleWhen: visible } : {}),
    at: place.pointer,
    ...(view.title === undefined ? {} : { title: ctx.text(view.title, scope, child(place, 'title')) }),
    ...(view.source
      ? { source: compileSource(ctx, view.source, operation, here, child(place, 'source'), given) }
      : {}),
    ...(own ? { rows: own.value } : {}),
    key: view.key
      ? view.key.map((path, i) => (pathType(ctx, row, path, child(place, 'key', i)), path))
      : (rows?.key ?? (own && row !== ANY ? keyOf(row, ctx.schemas) : [])),
    filters: operation
      ? compileFilters(ctx, filterItems, operation, labelPrefix(ctx, view, place), scope, here)
      : [],
    columns: compileColumns(ctx, view, row, onRow, operation, place, rows?.kind === 'page'),
    ...(view.columnsFrom
      ? { columnsFrom: compileSchemaFrom(ctx, view.columnsFrom, scope, child(place, 'columnsFrom')) }
      : {}),
    ...compileSort(ctx, view, operation, place),
    pageSize: view.pageSize ?? 10,
    paging: view.paging ?? (own || rows?.kind === 'list' ? 'none' : 'server'),
    select: ctx.value(view.select ?? 'none', here, child(place, 'select'), {
      type: 'string',
      enum: ['none', 'one', 'many'],
    }).value,
    ...(selectable ? { selectableWhen: selectable } : {}),
    ...(view.rowTone === undefined
      ? {}
      : { rowTone: ctx.value(view.rowTone, onRow, child(place, 'rowTone'), TONE).value }),
    onRow: compileRowAction(ctx, view.onRow, onRow, child(place, 'onRow')),
    ...(belowRow ? { below: belowRow } : {}),
    rowActions: compileActions(ctx, view.rowActions, onRow, child(place, 'rowActions')),
    toolbar: compileActions(ctx, view.toolbar, onSelection, child(place, 'toolbar')),
    bulk: compileActions(ctx, view.bulk, onSelection, child(place, 'bulk')),
    ...(view.reorder
      ? { reorder: compileAction(ctx, view.reorder, onSelection, child(place, 'reorder')) }
      : {}),
    ...(view.empty === undefined ? {} : { empty: ctx.text(view.empty, here, child(place, 'empty')) }),
    namespace: view.name ?? '',
  };
}

/** Rows of the page itself: they are all there, so the browser orders them, and nothing filters them. */
function compileRows(
  ctx: Context,
  { source, rows, filters, record }: TableView,
  scope: TypeScope,
  place: Place,
): { value: CompiledValue; row: JsonSchema } | undefined {
  if (!rows && !source && !record)
    ctx.report('missing-property', place, { received: 'source', note: '"record" or "rows"' });
  if (!rows) return undefined;
  for (const [name, there] of Object.entries({ source, filters }))
    if (there)
      ctx.report('wrong-type', child(place, name), {
        received: `${name} beside rows`,
        expected: 'one of the two',
      });
  const { value, type } = ctx.value(rows, scope, child(place, 'rows'), listOf(ANY));
  return { value, row: stripNull(type, ctx.schemas).schema.items ?? ANY };
}

/** A filter may be empty: what the operation cannot do without is given by the source itself. */
function checkRequired(
  ctx: Context,
  operation: ApiOperation,
  { source }: TableView,
  filters: readonly PlacedItem<FilterField>[],
): void {
  const known = argumentsOf(operation, ctx.schemas);
  for (const { item, place } of filters)
    if (
      known[item.paramName]?.required &&
      !(item.paramName in (source?.with ?? {})) &&
      item.defaultValue === undefined &&
      item.value === undefined
    )
      ctx.report('missing-parameter', child(place, 'paramName'), {
        received: item.paramName,
        note: `${operation.id} requires it, and a filter may be empty: give it a defaultValue`,
      });
}

/** No two of the items bear the same name. */
function uniqueItems<K extends string>(
  ctx: Context,
  items: readonly PlacedItem<Record<K, string>>[],
  property: K,
): void {
  const names = items.map(({ item }) => item[property]);
  items.forEach(({ place }, i) => ctx.unique(names[i]!, names.slice(0, i), child(place, property)));
}

/** What `filters` holds: every argument that a filter can be bound to, none of them certain. */
function filtersType(operation: ApiOperation, ctx: Context): JsonSchema {
  const known = argumentsOf(operation, ctx.schemas);
  const names = Object.keys(known).filter((name) => !operation.path.includes(`{${name}}`));
  const filter = filterSchema(operation);
  const own = filter ? deref(filter, ctx.schemas).properties : {};
  return objectOf({ ...Object.fromEntries(names.map((n) => [n, known[n]!.type])), ...own }, []);
}

export function compileSource(
  ctx: Context,
  source: Source,
  operation: ApiOperation | undefined,
  scope: TypeScope,
  place: Place,
  given: readonly string[] = [],
): CompiledSource {
  const when = ctx.condition(source.when, scope, child(place, 'when'));
  return {
    operation: source.operation,
    with: operation
      ? compileArguments(ctx, operation, source.with, scope, child(place, 'with'), {
          given,
          callPlace: child(place, 'operation'),
        })
      : {},
    ...(when ? { when } : {}),
    ...(source.otherwise
      ? {
          otherwise: {
            banner: ctx.text(source.otherwise.banner, scope, child(place, 'otherwise', 'banner')),
            tone: source.otherwise.tone ?? 'info',
          },
        }
      : {}),
    ...compileInStep(ctx, source, operation, scope, place),
  };
}

/** A record of a page, or of a details view of its own. */
export function compileRecord(
  ctx: Context,
  config: RecordConfig,
  scope: TypeScope,
  place: Place,
): { record: CompiledRecord; operation: ApiOperation } | undefined {
  const compiled = compileCall(ctx, config, scope, place);
  if (!compiled) return undefined;
  const { call, operation } = compiled;
  return {
    record: { ...call, ...compileInStep(ctx, config, operation, scope, place) },
    operation,
  };
}

export function compileSchemaFrom(
  ctx: Context,
  from: { operation: string; with?: Record<string, unknown>; path?: string },
  scope: TypeScope,
  place: Place,
): CompiledSchemaFrom {
  const compiled = compileCall(ctx, from, scope, place);
  const path = from.path?.split('.') ?? [];
  if (compiled?.operation.reply && from.path)
    pathType(ctx, compiled.operation.reply, from.path, child(place, 'path'));
  return { ...(compiled?.call ?? { operation: from.operation, with: {} }), path };
}

function compileSort(ctx: Context, view: TableView, operation: ApiOperation | undefined, place: Place) {
  if (!view.sort) return {};
  if (operation)
    ctx.known('unsortable', view.sort.field, operation.sort, child(place, 'sort', 'field'), {
      expected: operation.sort.join(', '),
    });
  return { sort: { field: view.sort.field, direction: view.sort.direction ?? ('ascending' as const) } };
}

function compileColumns(
  ctx: Context,
  view: TableView,
  row: JsonSchema,
  scope: TypeScope,
  operation: ApiOperation | undefined,
  place: Place,
  paged: boolean,
): CompiledColumn[] {
  const items = expandItems<Column | string>(ctx, view.columns, 'columns', child(place, 'columns'));
  if (items.length === 0 && !view.columnsFrom)
    ctx.report('missing-property', child(place, 'columns'), {
      received: 'columns',
      note: 'or "columnsFrom"',
    });
  const ids = items.map(({ item }) => (typeof item === 'string' ? item : (item.id ?? item.field)));
  items.forEach(({ place: at }, i) => {
    const id = ids[i];
    if (id !== undefined && ids.indexOf(id) < i)
      ctx.report('duplicate-name', at, { received: id, note: 'two columns of one field need an "id"' });
  });
  const labels = labelPrefix(ctx, view, place);
  return items.map((item) => {
    const column = compileColumn(ctx, item, labels, row, scope, operation);
    return typeof item.item === 'string' ? column : withTotal(ctx, column, item.item, row, item.place, paged);
  });
}

function compileColumn(
  ctx: Context,
  { item, place }: PlacedItem<Column | string>,
  labels: LabelPrefix,
  row: JsonSchema,
  scope: TypeScope,
  operation: ApiOperation | undefined,
): CompiledColumn {
  const column: Column = typeof item === 'string' ? { field: item } : item;
  const name = column.id ?? column.field ?? column.fields?.[0];
  const { row: _, ...page } = scope;
  const parts = compileColumnParts(ctx, column, name, labels, row, scope, place);
  const sort = sortWord(ctx, column, operation, place);
  const edit = column.edit && compileEdit(ctx, { ...column, edit: column.edit }, labels, row, scope, place);
  const compiled: CompiledColumn = {
    id: name ?? place.pointer,
    ...parts,
    ...(column.group === undefined ? {} : { group: ctx.text(column.group, page, child(place, 'group')) }),
    ...(sort ? { sort } : {}),
    ...(edit ? { edit } : {}),
  };
  return ctx.placed(compiled, place);
}

/** What a column of a table and one of a tree have in common. */
export function compileColumnParts(
  ctx: Context,
  column: TreeColumn,
  name: string | undefined,
  labels: LabelPrefix,
  row: JsonSchema,
  scope: TypeScope,
  place: Place,
): CompiledTreeColumn {
  // A column is there for all rows or for none: its condition sees no row.
  const { row: _, ...page } = scope;
  const visible = ctx.condition(column.visibleWhen, page, child(place, 'visibleWhen'));
  const content = compileContent(ctx, column, row, scope, place);
  if (column.value && (column.field !== undefined || column.fields))
    ctx.report('wrong-type', child(place, 'value'), {
      received: 'value beside field',
      expected: 'one of the two',
    });
  if (column.width !== undefined && column.width <= 0)
    ctx.report('wrong-type', child(place, 'width'), {
      received: String(column.width),
      expected: 'pixels above 0',
    });
  return {
    label: itemLabel(ctx, column.label, labels, name, scope, place),
    content,
    ...(column.width === undefined ? {} : { width: column.width }),
    align: column.align ?? defaultAlign(ctx, column, row),
    ...(visible ? { visibleWhen: visible } : {}),
  };
}

/** A total is of all rows: with some of them on other pages it would say what is not so. */
function withTotal(
  ctx: Context,
  column: CompiledColumn,
  { total, field }: Column,
  row: JsonSchema,
  at: Place,
  paged: boolean,
): CompiledColumn {
  if (!total) return column;
  const place = child(at, 'total');
  if (paged)
    ctx.report('wrong-type', place, {
      received: 'a total over pages',
      expected: 'a source that answers with all rows',
    });
  if (field === undefined)
    ctx.report('missing-property', at, { received: 'field', note: 'a total needs one' });
  else requireNumber(ctx, pathType(ctx, row, field, child(at, 'field')), place);
  return ctx.placed({ ...column, total }, at);
}

/** The cases, each on the row narrowed by its condition; without cases, the column's own content. */
function compileContent(
  ctx: Context,
  column: TreeColumn,
  row: JsonSchema,
  scope: TypeScope,
  place: Place,
): CompiledCase<CompiledCell>[] {
  const own = column.field !== undefined || column.fields || column.value || !column.cases?.length;
  const cases = (column.cases ?? []).map((item, i) => {
    const at = child(place, 'cases', i);
    const when = ctx.condition(item.when, scope, child(at, 'when'));
    const within = typeof item.when === 'string' ? narrowScope(item.when, scope, ctx.schemas) : scope;
    const cell = compileCell(ctx, item, within.row ?? row, within, at);
    return { ...(when ? { when } : {}), do: cell };
  });
  return own ? [...cases, { do: compileCell(ctx, column, row, scope, place) }] : cases;
}

function sortWord(
  ctx: Context,
  column: Column,
  operation: ApiOperation | undefined,
  place: Place,
): string | undefined {
  if (column.sort === false) return undefined;
  // Rows of the page itself are ordered by what a column shows.
  if (!operation) return column.id ?? column.field ?? column.fields?.[0];
  if (typeof column.sort === 'string') {
    const known = ctx.known('unsortable', column.sort, operation.sort, child(place, 'sort'), {
      expected: operation.sort.join(', '),
    });
    return known ? column.sort : undefined;
  }
  const path = column.field ?? column.fields?.[0] ?? '';
  const word = [path, path.split('.')[0]!].find((w) => operation.sort.includes(w));
  if (column.sort === true && !word)
    ctx.report('unsortable', child(place, 'sort'), { received: path, expected: operation.sort.join(', ') });
  return word;
}

function defaultAlign(ctx: Context, column: TreeColumn, row: JsonSchema): 'start' | 'end' {
  const type =
    column.field === undefined ? undefined : followPath(row, column.field.split('.'), ctx.schemas).type;
  return type && valueWord(type, ctx.schemas) === 'number' ? 'end' : 'start';
}
