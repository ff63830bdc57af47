/** Actions on a table of the page, which they name: its selection, its filters. */
import { argumentsOf, rowsOf } from './calls.ts';
import type { CompiledArguments } from './compiled.ts';
import { namedViews } from './scopes.ts';
import type { Site } from './site.ts';
import type { CompiledVerb } from './verb.ts';
import { ANY, listOf } from './types.ts';
import type { FilterAction, FilterField, SelectAction, TableView } from '../../schemas/generated/language.ts';

export function compileSelect(site: Site<SelectAction>): CompiledVerb['core'] {
  const { select, rows } = site.config;
  const view = tableNamed(site.at('select'), ({ select: mode = 'none' }) => mode !== 'none');
  const operation = site.ctx.catalogue.api.operations.get(view?.source?.operation ?? '');
  const row = (operation && rowsOf(operation, site.schemas)?.row) ?? ANY;
  return {
    type: 'select',
    table: select,
    ...(rows === undefined ? {} : { rows: site.at('rows').value(listOf(row), true) }),
  };
}

export function compileFilter(site: Site<FilterAction>): CompiledVerb['core'] {
  const { filter, values = {}, clear = false } = site.config;
  const view = tableNamed(site.at('filter'), ({ filters }) => filters !== undefined);
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

/** Names of the filters of a table, those of its fragments too. */
function filterNames(site: Site, view: TableView): string[] {
  const filters = site.as(view).expanded<FilterField>('filters', 'filters');
  return filters.map(({ config }) => config.paramName);
}

/** The table of this name; one of which `fits` does not hold is as unknown as any other. */
function tableNamed(site: Site<string>, fits: (view: TableView) => boolean): TableView | undefined {
  const tables = namedViews(site.ctx.screen.config.view).flatMap(({ name, view }) =>
    view.type === 'table' && fits(view) ? [{ name, view }] : [],
  );
  const found = tables.find(({ name }) => name === site.config);
  if (!found)
    site.known(
      'unknown-name',
      site.config,
      tables.map(({ name }) => name),
    );
  return found?.view;
}
