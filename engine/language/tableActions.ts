/** Actions on a named view of the page: on the selection of a table, on its filters, on a tree to which rows are dragged. */
import { argumentsOf } from './calls.ts';
import type { CompiledArguments, CompiledTable } from './compiled.ts';
import type { TypeScope } from './expressions.ts';
import type { JsonSchema } from './schema.ts';
import { rowType, viewNamed } from './scopes.ts';
import type { Site } from './site.ts';
import type { CompiledVerb } from './verb.ts';
import { ANY, listOf } from './types.ts';
import type {
  FilterAction,
  FilterField,
  MoveTo,
  SelectAction,
  TableView,
  TreeView,
  View,
} from '../../schemas/generated/language.ts';

export function compileSelect(site: Site<SelectAction>): CompiledVerb['core'] {
  const { select, rows } = site.config;
  const table = viewNamed(site.at('select'), isSelectable);
  const row = table ? rowType(site.ctx, table.view) : ANY;
  return {
    type: 'select',
    table: select,
    ...(rows === undefined ? {} : { rows: site.at('rows').value(listOf(row), true) }),
  };
}

export function compileFilter(site: Site<FilterAction>): CompiledVerb['core'] {
  const { filter, values = {}, clear = false } = site.config;
  const view = viewNamed(site.at('filter'), isFiltered)?.view;
  if (site.config.values === undefined && !clear)
    site.report('missing-property', { received: 'values', note: 'or "clear"' });
  const operation = site.ctx.catalogue.api.operations.get(view?.source?.operation ?? '');
  const known = operation ? argumentsOf(operation, site.schemas) : {};
  const names = view ? filterNames(site, view) : [];
  const compiled: CompiledArguments = {};
  for (const [name, value] of Object.entries(values)) {
    const part = site.below(value, 'values', name);
    if (view) part.known('unknown-parameter', name, names);
    const type = known[name]?.type ?? ANY;
    compiled[name] = part.value(value === null ? ANY : type, true);
  }
  return { type: 'filter', table: filter, values: compiled, clear };
}

/** `list` is the scope of the table, `row` the type of its rows. */
export function compileMoveTo(
  site: Site<MoveTo>,
  list: TypeScope,
  row: JsonSchema,
): NonNullable<CompiledTable['moveTo']> {
  const tree = viewNamed(site.at('tree'), isTree);
  const node = tree ? rowType(site.ctx, tree.view) : ANY;
  const target: JsonSchema = { anyOf: [node, { type: 'null' }] };
  const move = { ...list, selection: listOf(row), target };
  return { tree: site.config.tree, action: site.marked('MoveTo', { move }).action };
}

const isTree = (view: View): view is TreeView => view.type === 'tree';
const isSelectable = (view: View): view is TableView =>
  view.type === 'table' && (view.select ?? 'none') !== 'none';
const isFiltered = (view: View): view is TableView => view.type === 'table' && view.filters !== undefined;

/** Names of the filters of a table, including those of its fragments. */
function filterNames(site: Site, view: TableView): string[] {
  const filters = site.as(view).expanded<FilterField>('filters', 'filters');
  return filters.map(({ config }) => config.paramName);
}
