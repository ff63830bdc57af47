/** Compiles one screen, and its entry for the shell. */
import { compileActions } from './actions.ts';
import { compileCall, compileEntity, compileOperation, namedType, rowsOf, selfContained } from './calls.ts';
import type { Catalogue, LoadedScreen } from './catalogue.ts';
import type { CompiledCount, CompiledScreen, CompiledView, ScreenEntry } from './compiled.ts';
import { Context } from './context.ts';
import type { Diagnostics } from './diagnostics.ts';
import { compileEntry } from './entry.ts';
import { cyclesIn } from './cycles.ts';
import { readsOfExpression, readsOfValue, type TypeScope } from './expressions.ts';
import { compileInputs } from './inputs.ts';
import { liveOfCount } from './liveCount.ts';
import { parametersOf, routesOf } from './routes.ts';
import { compileRecord } from './rowSource.ts';
import { checkConditions, checkStanding } from './standing.ts';
import { allViews, screenScope, withoutRecord } from './scopes.ts';
import { Site } from './site.ts';
import { followPath, listOf } from './types.ts';
import { COMPILERS_OF_PARTS, compileView } from './views.ts';
import type { InputType, Record as RecordConfig, ScreenConfig } from '../../schemas/generated/language.ts';

export interface ScreenResult {
  screen: CompiledScreen;
  entry: ScreenEntry;
  context: Context;
  /** The count of its tab, which the parent's page loads. */
  count?: CompiledCount;
}

export function compileScreen(
  catalogue: Catalogue,
  screen: LoadedScreen,
  diagnostics: Diagnostics,
  usedKeys: Set<string>,
  onExpression?: Context['onExpression'],
): ScreenResult {
  const ctx = new Context(catalogue, screen, diagnostics, usedKeys);
  ctx.onExpression = onExpression;
  const { config, source } = screen;
  const site = Site.top(new Site(ctx, config, screenScope(ctx), { source, pointer: '' }), COMPILERS_OF_PARTS);
  checkStanding(site);
  checkConditions(site);
  checkStates(site);
  checkClosing(site);
  if (config.returns) namedType(site.below(config.returns, 'returns'));
  const parts = {
    language: 1 as const,
    id: config.id,
    file: source.file,
    title: site.at('title').text(),
    ...(config.parent ? { parent: config.parent } : {}),
    ...(config.dialog ? { dialog: { size: 'medium' as const, ...site.at('dialog').marked('Dialog') } } : {}),
    input: compileInputs(site.at('input')),
    query: compileInputs(site.at('query')),
    state: compileInputs(site.at('state')),
    records: compileRecords(site),
    on: site.items('on').map((item) => ({
      when: item.at('when').condition()!,
      do: compileActions(item.at('do'), false),
    })),
    ...compileCrumbs(site),
    view: compileView(site.at('view')),
    buttons: compileActions(site.in(buttonScope(site)).at('buttons'), true),
  };
  const entry = compileEntry(site);
  const count = compileCount(site, parts.view);
  return {
    entry,
    context: ctx,
    ...(count ? { count } : {}),
    screen: {
      ...parts,
      ...usedThings(ctx),
      viewReads: [...ctx.reads].filter((path) => path.split('.')[0] === 'views').sort(),
      needsEvaluator: ctx.needsEvaluator,
    },
  };
}

/** The scope of the buttons at the bottom of a page: they see the selection of its main table. */
function buttonScope({ ctx, scope }: Site): TypeScope {
  const { view } = ctx.screen.config;
  if (view.type !== 'table' && view.type !== 'tree') return scope;
  const operation = ctx.catalogue.api.operations.get(view.source?.operation ?? '');
  const rows = operation && rowsOf(operation, ctx.schemas);
  return rows ? { ...scope, selection: listOf(rows.row) } : scope;
}

/** Closing is confirmed for an unsaved form, for selected rows, or when `unsavedWhen` is true. */
function checkClosing(site: Site<ScreenConfig>): void {
  const { dialog, view } = site.config;
  if (!dialog?.confirmClose || dialog.unsavedWhen !== undefined) return;
  const losing = allViews(view).some(
    (one) =>
      ['form', 'wizard', 'widget', 'tree'].includes(one.type) ||
      (one.type === 'table' && (one.select ?? 'none') !== 'none') ||
      (one.type === 'table' && one.columns?.some((column) => typeof column === 'object' && 'edit' in column)),
  );
  if (!losing)
    site.at('dialog').at('confirmClose').report('no-effect', {
      received: 'confirmClose',
      expected: 'a form, rows to choose or "unsavedWhen"',
    });
}

/** Reports an initial value of the page's state that reads itself. */
function checkStates(site: Site<ScreenConfig>): void {
  const states = site.entries<InputType>('state').map(([name, part]) => {
    const initial = typeof part.config === 'object' ? part.config.default : undefined;
    const reads = readsOfValue(initial).flatMap((path) => /^state\.(\w+)/.exec(path)?.[1] ?? []);
    return { name, part, reads };
  });
  for (const { name, part } of cyclesIn(states))
    part.below(undefined, 'default').report('value-cycle', { received: name });
}

/** A record is not in scope of its own request. */
function compileRecords(site: Site<ScreenConfig>): CompiledScreen['records'] {
  const { scope } = site;
  checkRing(site);
  return Object.fromEntries(
    site.entries<RecordConfig>('records').flatMap(([name, part]) => {
      const compiled = compileRecord(part.with({ records: withoutRecord(scope.records, name) }));
      return compiled ? [[name, compiled.record] as const] : [];
    }),
  );
}

/** Reports records that wait for each other: they would never be loaded. */
function checkRing(site: Site<ScreenConfig>): void {
  const records = site.entries<RecordConfig>('records').map(([name, part]) => {
    const { with: given, when } = part.config;
    const paths = [...readsOfValue(given), ...(typeof when === 'string' ? readsOfExpression(when) : [])];
    const reads = paths.filter((path) => path.startsWith('records.')).map((path) => path.split('.')[1]!);
    return { name, part, reads: reads.filter((read) => read !== name) };
  });
  for (const { name, part } of cyclesIn(records)) part.report('value-cycle', { received: name });
}

function compileCrumbs(site: Site<ScreenConfig>): Pick<CompiledScreen, 'crumbs'> {
  if (!site.config.crumbs) return {};
  const { ctx } = site;
  const crumbs = site.at('crumbs');
  const { segments, key, label } = crumbs.config;
  const lists = routesOf(ctx.screen, ctx.catalogue).flatMap((r) =>
    parametersOf(r.path)
      .filter((p) => p.list)
      .map((p) => p.name),
  );
  const expected = lists.join(', ') || 'a list parameter';
  crumbs.at('segments').known('unknown-route-parameter', segments, lists, { expected });
  const compiled = compileCall(crumbs.at('titles'));
  const row = compiled && (rowsOf(compiled.operation, ctx.schemas)?.row ?? compiled.operation.reply);
  if (row)
    for (const name of ['key', 'label'] as const) {
      const found = followPath(row, crumbs.config[name].split('.'), ctx.schemas);
      if (!found.type)
        crumbs.at(name).report('unknown-path', { received: crumbs.config[name], near: found.near });
      else ctx.readable(found.type, crumbs.at(name).place);
    }
  if (!compiled) return {};
  return { crumbs: { segments, titles: compiled.call, key: key.split('.'), label: label.split('.') } };
}

/** Operations, dictionaries, entities, schemas and registered parts that the screen uses. */
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

function compileCount(site: Site<ScreenConfig>, view: CompiledView): CompiledCount | undefined {
  const { count } = site.config.tab ?? {};
  if (count === undefined) return undefined;
  const at = site.at('tab').at('count');
  if (count === true) {
    at.report('wrong-type', { received: 'true', expected: 'a table with a source as the view of the tab' });
    return undefined;
  }
  const compiled = compileCall(at.as(count), { onSight: false });
  if (!compiled) return undefined;
  const { call, operation } = compiled;
  if (!rowsOf(operation, site.schemas))
    at.as(count)
      .at('operation')
      .report('not-a-list', { received: operation.id, note: 'its rows are counted' });
  return { call, operation: compileOperation(operation, site.schemas), live: liveOfCount(call, view) };
}
