/** Types of the named scopes that a screen's expressions see (rule 5). */
import type { ApiCatalogue, ApiOperation } from './api.ts';
import { argumentsOf, rowsOf } from './calls.ts';
import { manifestKey } from './catalogue.ts';
import { conditionsType } from './conditions.ts';
import type { Context } from './context.ts';
import { isUse } from './fragments.ts';
import { inputTypes } from './inputs.ts';
import { own } from './own.ts';
import { ancestors, parametersOf, routesOf } from './routes.ts';
import type { TypeScope } from './expressions.ts';
import { stripNull, type JsonSchema } from './schema.ts';
import { Site } from './site.ts';
import { ANY, DATE, STRING, listOf, objectOf } from './types.ts';
import type { FilterField, TableView, View } from '../../schemas/generated/language.ts';

/** The scopes that are available anywhere on the page of a screen. */
export function screenScope(ctx: Context): TypeScope {
  const { config, source } = ctx.screen;
  const declared = (name: 'query' | 'input' | 'state') =>
    inputTypes(new Site(ctx, config[name], {}, { source, pointer: `/${name}` }));
  return {
    route: routeType(ctx),
    query: declared('query'),
    input: declared('input'),
    state: declared('state'),
    records: recordTypes(ctx),
    views: objectOf(
      Object.fromEntries(namedViews(config.view).map(({ name, view }) => [name, viewType(ctx, view)])),
    ),
    ...productScope(ctx),
    today: DATE,
    conditions: conditionsType(ctx.conditions),
  };
}

/** The scope of a row of a view: the row, and the inputs that are conditions on it. */
export function rowScope(scope: TypeScope, row: JsonSchema, { ctx }: Site): TypeScope {
  const { config, source } = ctx.screen;
  const site = new Site(ctx, config.input, {}, { source, pointer: '/input' });
  return { ...scope, row, ...(config.input ? { input: inputTypes(site, { onRow: true }) } : {}) };
}

/** Types of the settings that screens see as `properties`. */
const PROPERTIES = {
  string: STRING,
  number: { type: 'number' },
  boolean: { type: 'boolean' },
  list: listOf(STRING),
  interval: objectOf({ start: STRING, end: STRING }),
} satisfies Record<string, JsonSchema>;

/** account, system and properties: the replies of the product's session operations. */
export function productScope(ctx: Context): TypeScope {
  const { app, api } = ctx.catalogue;
  const reply = (id: string | undefined) => (id && api.operations.get(id)?.reply) || ANY;
  const properties = Object.entries(app?.properties ?? {}).map(
    ([name, { type }]) => [name, PROPERTIES[type]] as const,
  );
  return {
    account: withPermissions(reply(app?.session.renew?.id), ctx),
    system: reply(app?.session.info?.id),
    properties: objectOf(Object.fromEntries(properties)),
  };
}

/** Types `account.permissions` so that `'CODE' in account.permissions` accepts only existing permissions. */
function withPermissions(account: JsonSchema, ctx: Context): JsonSchema {
  const own = stripNull(account, ctx.schemas).schema;
  const { permissions } = own.properties ?? {};
  if (!permissions) return account;
  const words: JsonSchema = { type: 'string', enum: ctx.catalogue.permissions };
  return { ...own, properties: { ...own.properties, permissions: { ...permissions, items: words } } };
}

function routeType(ctx: Context): JsonSchema {
  const sets = routesOf(ctx.screen, ctx.catalogue).map((r) => parametersOf(r.path));
  const ids = idParameters(ctx.catalogue.api);
  const one = (name: string): JsonSchema =>
    ids.has(name) ? { ...STRING, 'x-literals': ['new', ''] } : STRING;
  const all = new Map(sets.flat().map((p) => [p.name, p.list ? listOf(STRING) : one(p.name)]));
  const required = [...all.keys()].filter((name) => sets.every((set) => set.some((p) => p.name === name)));
  return objectOf(Object.fromEntries(all), required);
}

const idsOf = new WeakMap<ApiCatalogue, ReadonlySet<string>>();

/** Parameters that are the id of a record in all operations: a route has an id there, or `new`. */
function idParameters(api: ApiCatalogue): ReadonlySet<string> {
  const known = idsOf.get(api);
  if (known) return known;
  const all = [...api.operations.values()].flatMap(({ parameters }) => parameters);
  const others = new Set(all.filter(({ schema }) => schema.format !== 'uuid').map(({ name }) => name));
  const found = new Set(all.map(({ name }) => name).filter((name) => !others.has(name)));
  idsOf.set(api, found);
  return found;
}

/** Records of the screen and of every ancestor, by name. */
function recordTypes(ctx: Context): JsonSchema {
  const types: Record<string, JsonSchema> = {};
  for (const screen of [...ancestors(ctx.screen, ctx.catalogue), ctx.screen])
    for (const [name, record] of Object.entries(screen.config.records ?? {}))
      types[name] = ctx.catalogue.api.operations.get(record.operation)?.reply ?? ANY;
  return objectOf(types);
}

/** The records in scope without one of them. */
export function withoutRecord(records: JsonSchema | undefined, name: string): JsonSchema {
  const { [name]: _, ...others } = records?.properties ?? {};
  return objectOf(others);
}

/** What other views see of a named view. */
function viewType(ctx: Context, view: View): JsonSchema {
  const { api, manifests } = ctx.catalogue;
  if (view.type === 'table' || view.type === 'tree') {
    const operation = api.operations.get(view.source?.operation ?? '');
    const row = rowType(ctx, view);
    const filters = view.type === 'table' && operation ? filtersOf(ctx, view, operation) : ANY;
    const shared = { selection: listOf(row), filters };
    return objectOf(view.type === 'table' ? { ...shared, rows: listOf(row) } : shared);
  }
  if (view.type === 'form')
    return objectOf({ value: api.operations.get(view.submit?.call ?? '')?.body ?? ANY });
  if (view.type === 'widget') {
    const manifest = manifests.get(manifestKey('widget', view.widget));
    return manifest?.events ? objectOf(manifest.events, []) : ANY;
  }
  return objectOf({});
}

/** The values of the filters that a table has, each optional. */
function filtersOf(ctx: Context, { filters = [] }: TableView, operation: ApiOperation): JsonSchema {
  if (filters.some(isUse)) return ANY;
  const known = argumentsOf(operation, ctx.schemas);
  const names = (filters as FilterField[]).flatMap(parametersOfFilter);
  return objectOf(Object.fromEntries(names.map((name) => [name, own(known, name)?.type ?? ANY])), []);
}

/** Parameters of the operation that a filter sets. */
export const parametersOfFilter = (filter: FilterField): string[] =>
  filter.type === 'searchBySelect'
    ? filter.possibleValues.map(({ value }) => String(value))
    : [filter.paramName];

/** The type of a row of a table or a tree. */
export function rowType(ctx: Context, view: Pick<TableView, 'source'>): JsonSchema {
  const operation = ctx.catalogue.api.operations.get(view.source?.operation ?? '');
  return (operation && rowsOf(operation, ctx.schemas)?.row) ?? ANY;
}

/** A view and its pointer. */
export interface PlacedView {
  view: View;
  pointer: string;
}

/** This view and all views within it that have a name. */
export function namedViews(view: View, pointer = '/view'): (PlacedView & { name: string })[] {
  const own = 'name' in view && view.name ? [{ name: view.name, view, pointer }] : [];
  return [...own, ...childViews(view, pointer).flatMap((one) => namedViews(one.view, one.pointer))];
}

/** This view and every one within it. */
export const allViews = (view: View): View[] => [
  view,
  ...childViews(view, '').flatMap((one) => allViews(one.view)),
];

/**
 * The view that a site names, of those that `fits` admits.
 * Reports `unknown-name` with the existing names, and returns undefined, if none has this name.
 */
export function viewNamed<V extends View>(
  site: Site<string>,
  fits: (view: View) => view is V,
): { view: V; pointer: string } | undefined {
  const fitting = namedViews(site.ctx.screen.config.view).flatMap(({ name, view, pointer }) =>
    fits(view) ? [{ name, view, pointer }] : [],
  );
  const found = fitting.find(({ name }) => name === site.config);
  const names = fitting.map(({ name }) => name);
  if (!found) site.known('unknown-name', site.config, names);
  return found;
}

function childViews(view: View, at: string): PlacedView[] {
  const each = (list: readonly { view: View }[] | undefined, name: string) =>
    (list ?? []).map((item, i) => ({ view: item.view, pointer: `${at}/${name}/${i}/view` }));
  switch (view.type) {
    case 'tabs':
      return [
        ...(view.header ? [{ view: view.header, pointer: `${at}/header` }] : []),
        ...each(view.tabs, 'tabs'),
      ];
    case 'stack':
      return each(view.items, 'items');
    case 'wizard':
      return each(view.steps, 'steps');
    case 'form':
      return (view.layout ?? []).flatMap((item, i) => insetViews(item, `${at}/layout/${i}`));
    default:
      return [];
  }
}

function insetViews(item: unknown, at: string): PlacedView[] {
  if (!item || typeof item !== 'object') return [];
  const { view, ...parts } = item as Record<'view' | 'rows' | 'panes' | 'layout', unknown>;
  if (view) return [{ view: view as View, pointer: `${at}/view` }];
  return (['rows', 'panes', 'layout'] as const).flatMap((name) => {
    const list = parts[name];
    return Array.isArray(list) ? list.flatMap((one, i) => insetViews(one, `${at}/${name}/${i}`)) : [];
  });
}
