/** Compiles one screen, and the entry by which the shell knows it. */
import { compileActions } from './actions.ts';
import { compileCall, compileEntity, compileOperation, namedType, selfContained } from './calls.ts';
import type { Catalogue, LoadedScreen } from './catalogue.ts';
import type {
  CompiledCount,
  CompiledMenu,
  CompiledRoute,
  CompiledScreen,
  CompiledView,
  ScreenEntry,
} from './compiled.ts';
import { Context, child, type Place } from './context.ts';
import type { Diagnostics } from './diagnostics.ts';
import type { TypeScope } from './expressions.ts';
import { compileInputs, inputType } from './inputs.ts';
import { liveOfCount } from './liveCount.ts';
import { own } from './own.ts';
import { ancestors, parametersOf, routesOf } from './routes.ts';
import { namedViews, screenScope } from './scopes.ts';
import { compileRecord } from './table.ts';
import type { JsonSchema } from './schema.ts';
import { ANY, followPath, objectOf } from './types.ts';
import { compileView } from './views.ts';
import type { ScreenConfig } from '../../schemas/generated/language.ts';
import { rowsOf } from './calls.ts';

export interface ScreenResult {
  screen: CompiledScreen;
  entry: ScreenEntry;
  context: Context;
  /** What the tab that the screen is holds; the page of the parent asks. */
  count?: CompiledCount;
}

export function compileScreen(
  catalogue: Catalogue,
  screen: LoadedScreen,
  diagnostics: Diagnostics,
  usedKeys: Set<string>,
  onExpression?: Context['onExpression'],
): ScreenResult {
  const ctx = new Context(catalogue, screen, diagnostics, usedKeys, compileView);
  ctx.onExpression = onExpression;
  const { config, source } = screen;
  const root: Place = { source, pointer: '' };
  const scope = screenScope(ctx);
  checkPlace(ctx, root);
  if (config.returns) namedType(ctx, config.returns, child(root, 'returns'));
  const title = ctx.text(config.title, scope, child(root, 'title'));
  const confirmClose = ctx.optionalText(
    config.dialog?.confirmClose,
    scope,
    child(root, 'dialog', 'confirmClose'),
    true,
  );
  const parts = {
    language: 1 as const,
    id: config.id,
    file: source.file,
    title,
    ...(config.parent ? { parent: config.parent } : {}),
    ...(config.dialog
      ? {
          dialog: {
            size: config.dialog.size ?? ('medium' as const),
            ...(confirmClose ? { confirmClose } : {}),
          },
        }
      : {}),
    input: compileInputs(ctx, config.input, scope, child(root, 'input')),
    query: compileInputs(ctx, config.query, scope, child(root, 'query')),
    state: compileInputs(ctx, config.state, scope, child(root, 'state')),
    records: compileRecords(ctx, scope, root),
    on: (config.on ?? []).map((item, i) => ({
      when: ctx.condition(item.when, scope, child(root, 'on', i, 'when'))!,
      do: compileActions(ctx, item.do, scope, child(root, 'on', i, 'do'), false),
    })),
    ...compileCrumbs(ctx, config, scope, root),
    view: compileView(ctx, config.view, scope, child(root, 'view')),
    buttons: compileActions(ctx, config.buttons, dialogScope(ctx, scope), child(root, 'buttons')),
  };
  const entry = compileEntry(ctx, scope, root);
  const count = compileCount(ctx, config.tab, parts.view, scope, child(root, 'tab', 'count'));
  return {
    entry,
    context: ctx,
    ...(count ? { count } : {}),
    screen: { ...parts, ...usedThings(ctx), needsEvaluator: ctx.needsEvaluator },
  };
}

/** Buttons at the foot act on the selection of the page's main table. */
function dialogScope(ctx: Context, scope: TypeScope): TypeScope {
  const { view } = ctx.screen.config;
  if (view.type !== 'table' && view.type !== 'tree') return scope;
  const operation = ctx.catalogue.api.operations.get(view.source?.operation ?? '');
  const rows = operation && rowsOf(operation, ctx.schemas);
  return rows ? { ...scope, selection: { type: 'array', items: rows.row } } : scope;
}

function checkPlace(ctx: Context, root: Place): void {
  const views = namedViews(ctx.screen.config.view);
  const names = views.map((v) => v.name);
  views.forEach(({ name, pointer }, i) =>
    ctx.unique(name, names.slice(0, i), { ...root, pointer: `${pointer}/name` }),
  );
  const { config } = ctx.screen;
  const { screens } = ctx.catalogue;
  const parent = config.parent === undefined ? undefined : screens.get(config.parent);
  if (config.parent !== undefined && !parent)
    ctx.known(
      'unknown-screen',
      config.parent,
      [...screens.keys()].filter((id) => id !== config.id),
      child(root, 'parent'),
    );
  if (config.parent === config.id || ancestors(ctx.screen, ctx.catalogue).includes(ctx.screen))
    ctx.report('parent-cycle', child(root, 'parent'), { received: config.id });
  if (config.tab && (config.parent === undefined || (parent?.sound && parent.config.view.type !== 'tabs')))
    ctx.report('tab-without-parent', child(root, config.parent === undefined ? 'tab' : 'parent'), {
      received: config.parent ?? 'no parent',
    });
  if (config.route !== undefined && config.at)
    ctx.report('wrong-type', child(root, 'at'), { received: 'at beside route', expected: 'one of the two' });
  checkGiven(ctx, root);
  if (config.route === undefined && !config.at && !config.dialog)
    ctx.report('no-place', child(root, 'id'), { received: config.id });
}

/** Each address of the screen gives every input that has no value of its own. */
function checkGiven(ctx: Context, root: Place): void {
  const { at = [], input = {}, dialog } = ctx.screen.config;
  const needed = Object.entries(input)
    .filter(([, one]) => typeof one === 'string' || !(one.optional || one.default !== undefined))
    .map(([name]) => name);
  at.forEach((address, i) => {
    for (const name of dialog ? [] : needed)
      if (!(name in (address.input ?? {})))
        ctx.report('missing-input', child(root, 'at', i), { received: name });
  });
}

function compileRecords(ctx: Context, scope: TypeScope, root: Place): CompiledScreen['records'] {
  return Object.fromEntries(
    Object.entries(ctx.screen.config.records ?? {}).flatMap(([name, record]) => {
      const at = child(root, 'records', name);
      const own = { ...scope, records: without(scope.records, name) };
      const compiled = compileRecord(ctx, record, own, at);
      return compiled ? [[name, compiled.record] as const] : [];
    }),
  );
}

/** A record is not there yet while it is asked for. */
function without(records: JsonSchema | undefined, name: string): JsonSchema {
  const { [name]: _, ...others } = records?.properties ?? {};
  return objectOf(others);
}

function compileCrumbs(
  ctx: Context,
  config: ScreenConfig,
  scope: TypeScope,
  root: Place,
): Pick<CompiledScreen, 'crumbs'> {
  if (!config.crumbs) return {};
  const at = child(root, 'crumbs');
  const { segments, titles, key, label } = config.crumbs;
  const lists = routesOf(ctx.screen, ctx.catalogue).flatMap((r) =>
    parametersOf(r.path)
      .filter((p) => p.list)
      .map((p) => p.name),
  );
  ctx.known('unknown-route-parameter', segments, lists, child(at, 'segments'), {
    expected: lists.join(', ') || 'a list parameter',
  });
  const compiled = compileCall(ctx, titles, scope, child(at, 'titles'));
  const row = compiled && (rowsOf(compiled.operation, ctx.schemas)?.row ?? compiled.operation.reply);
  if (row)
    for (const name of ['key', 'label'] as const) {
      const found = followPath(row, config.crumbs[name].split('.'), ctx.schemas);
      if (!found.type)
        ctx.report('unknown-path', child(at, name), { received: config.crumbs[name], near: found.near });
    }
  return compiled
    ? { crumbs: { segments, titles: compiled.call, key: key.split('.'), label: label.split('.') } }
    : {};
}

/** Operations, dictionaries, entities, schemas and registered things that the screen turned out to use. */
function usedThings(ctx: Context) {
  const { api } = ctx.catalogue;
  const operations = new Set(ctx.uses.map((use) => use.operation.id));
  const dictionaries = [...ctx.dictionaries].flatMap((id) => api.dictionaries.get(id) ?? []);
  const entities = [...ctx.entities].flatMap((name) => api.entities.get(name) ?? []);
  for (const d of dictionaries) operations.add(d.operation);
  for (const e of entities) operations.add(e.get);
  return {
    operations: Object.fromEntries(
      [...operations].flatMap((id) => {
        const operation = api.operations.get(id);
        return operation ? [[id, compileOperation(operation, ctx.schemas)]] : [];
      }),
    ),
    dictionaries: Object.fromEntries(dictionaries.map((d) => [d.id, { ...d }])),
    entities: Object.fromEntries(entities.map((e) => [e.name, compileEntity(e, ctx.catalogue)])),
    schemas: Object.fromEntries(
      [...ctx.requestTypes].map(([name, type]) => [name, selfContained(type, api)]),
    ),
    uses: {
      cells: [...ctx.registered.cell],
      fields: [...ctx.registered.field],
      pickers: [...ctx.registered.picker],
      widgets: [...ctx.registered.widget],
      filters: [...ctx.registered.filter] as CompiledScreen['uses']['filters'],
    },
  };
}

function compileEntry(ctx: Context, scope: TypeScope, root: Place): ScreenEntry {
  const { config, source } = ctx.screen;
  const title = ctx.text(config.title, scope, child(root, 'title'));
  const access = ctx.permissions(config.access, child(root, 'access'));
  const instanceTypes = ctx.instanceTypes(config.instanceTypes, child(root, 'instanceTypes'));
  const menu = compileMenu(ctx, config.menu, title, scope, child(root, 'menu'));
  const inherited = inheritedGate(ctx);
  const routes = routesOf(ctx.screen, ctx.catalogue).map((route): CompiledRoute => {
    const own = route.index === undefined ? undefined : config.at![route.index];
    const at = child(root, 'at', route.index ?? 0);
    if ((own ? own.menu : config.menu) && parametersOf(route.path).length > 0)
      ctx.report('menu-parameters', child(own ? at : root, 'menu'), { received: route.path });
    const ownMenu = own ? compileMenu(ctx, own.menu, title, scope, child(at, 'menu')) : menu;
    return {
      path: route.path,
      access: own?.access
        ? ctx.permissions(own.access, child(at, 'access'))
        : config.access
          ? access
          : inherited.access,
      instanceTypes: own?.instanceTypes
        ? ctx.instanceTypes(own.instanceTypes, child(at, 'instanceTypes'))
        : config.instanceTypes
          ? instanceTypes
          : inherited.instanceTypes,
      input: own?.input ? compileRouteInput(ctx, own.input, scope, child(at, 'input')) : {},
      title: own?.title === undefined ? title : ctx.text(own.title, scope, child(at, 'title')),
      ...(ownMenu ? { menu: ownMenu } : {}),
    };
  });
  return {
    id: config.id,
    file: source.file,
    area: source.file
      .replace(/^(.*\/)?screens\//, '')
      .split('/')[0]!
      .replace(/\.screen\.json$/, ''),
    title,
    routes,
    ...(config.parent ? { parent: config.parent } : {}),
    ...(config.tab ? { tab: compileTab(ctx, config.tab, title, scope, child(root, 'tab')) } : {}),
    public: config.public ?? false,
    dialog: config.dialog !== undefined,
    records: Object.keys(config.records ?? {}).length > 0,
    view: config.view.type,
    ...(config.view.type === 'tabs' && config.view.tabs?.length
      ? { inlineTabs: config.view.tabs.map(({ id }) => id) }
      : {}),
  };
}

/** A screen that states no gate stands behind that of its nearest ancestor that does. */
function inheritedGate(ctx: Context): { access: string[]; instanceTypes: string[] } {
  const above = ancestors(ctx.screen, ctx.catalogue).reverse();
  return {
    access: above.find((s) => s.config.access)?.config.access ?? [],
    instanceTypes: above.find((s) => s.config.instanceTypes)?.config.instanceTypes ?? [],
  };
}

/** What the page of the parent knows, where the strip of tabs is drawn: nothing of the tab's own. */
function aboveScope(ctx: Context, scope: TypeScope): TypeScope {
  const { query: _query, input: _input, state: _state, views: _views, ...shared } = scope;
  const own = Object.keys(ctx.screen.config.records ?? {});
  return { ...shared, records: own.reduce((records, name) => without(records, name), scope.records ?? ANY) };
}

function compileCount(
  ctx: Context,
  tab: ScreenConfig['tab'],
  view: CompiledView,
  scope: TypeScope,
  place: Place,
): CompiledCount | undefined {
  const { count } = tab ?? {};
  if (count === true)
    ctx.report('wrong-type', place, {
      received: 'true',
      expected: 'a table with a source as the view of the tab',
    });
  const compiled = typeof count === 'object' && compileCall(ctx, count, scope, place, { onSight: false });
  if (!compiled) return undefined;
  const { call, operation } = compiled;
  return { call, operation: compileOperation(operation, ctx.schemas), live: liveOfCount(call, view) };
}

function compileTab(
  ctx: Context,
  tab: NonNullable<ScreenConfig['tab']>,
  title: ScreenEntry['title'],
  scope: TypeScope,
  place: Place,
): NonNullable<ScreenEntry['tab']> {
  const visible = ctx.condition(tab.visibleWhen, aboveScope(ctx, scope), child(place, 'visibleWhen'), true);
  return {
    order: tab.order,
    label: tab.label === undefined ? title : ctx.text(tab.label, scope, child(place, 'label')),
    ...(visible ? { visibleWhen: visible } : {}),
  };
}

function compileMenu(
  ctx: Context,
  menu: ScreenConfig['menu'],
  title: ScreenEntry['title'],
  scope: TypeScope,
  place: Place,
): CompiledMenu | undefined {
  if (!menu) return undefined;
  ctx.known('unknown-group', menu.group, ctx.catalogue.groups, child(place, 'group'));
  return {
    group: menu.group,
    order: menu.order,
    ...ctx.icon(menu.icon, place),
    label: menu.label === undefined ? title : ctx.text(menu.label, scope, child(place, 'label')),
  };
}

function compileRouteInput(ctx: Context, values: Record<string, unknown>, scope: TypeScope, place: Place) {
  const inputs = ctx.screen.config.input ?? {};
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => {
      const at = child(place, name);
      const input = own(inputs, name);
      if (!input) {
        ctx.known('unknown-input', name, Object.keys(inputs), at);
        return [];
      }
      return [[name, ctx.value(value, scope, at, inputType(ctx, input, at)).value]];
    }),
  );
}
