/**
 * `record` of a table or a form: adds to the view what follows from a kind of record of the API file
 * (`x-resources`), as if the author had written it. What the author wrote takes precedence.
 */
import type { Catalogue, LoadedScreen } from './catalogue.ts';
import type { Diagnostics } from './diagnostics.ts';
import { pullViews } from './fragments.ts';
import type { Verb } from './openapi.ts';
import { operationName, verbsOf } from './resources.ts';
import type { ApiResource } from './api.ts';
import type { Site } from './site.ts';
import { pointerOf, markDerived } from './source.ts';
import type {
  Action,
  FormView,
  ScreenConfig,
  TableRecord,
  TableView,
} from '../../schemas/generated/language.ts';

const expr = (text: string) => ({ expr: text });

/** Completes every screen that uses a fragment for a view, whose views name a record, or whose tab counts its rows. */
export function completeScreens(catalogue: Catalogue, diagnostics: Diagnostics): void {
  for (const screen of catalogue.screens.values())
    if (screen.sound) completeScreen(screen, catalogue, diagnostics);
}

/** Completes one screen, which need not be in the catalogue. */
export function completeScreen(screen: LoadedScreen, catalogue: Catalogue, diagnostics: Diagnostics): void {
  const { text, derived, pulled } = screen.source;
  derived.clear();
  pullViews(screen, catalogue, diagnostics);
  if (text.includes('"record"') || pulled.size > 0)
    screen.config = completeViews(screen.config, '', { catalogue, screen }) as ScreenConfig;
  if (screen.config.tab?.count === true) screen.config = withCount(screen);
}

interface Around {
  catalogue: Catalogue;
  screen: LoadedScreen;
}

function completeViews(value: unknown, pointer: string, around: Around): unknown {
  if (Array.isArray(value)) return value.map((one, i) => completeViews(one, pointer + pointerOf(i), around));
  if (!value || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => {
      const at = pointer + pointerOf(name);
      const whole = completeViews(one, at, around);
      return [name, name === 'view' || name === 'header' ? completeView(whole, at, around) : whole];
    }),
  );
}

function completeView(value: unknown, pointer: string, around: Around): unknown {
  const view = value as TableView | FormView | undefined;
  if (view?.type !== 'table' && view?.type !== 'form') return value;
  if (!view.record) return view;
  const resource = around.catalogue.api.resources.get(recordOf(view.record).name);
  if (!resource) return view;
  const added =
    view.type === 'table' ? tableParts(view, resource, around) : formParts(view, resource, around);
  for (const [part, made] of Object.entries(added)) {
    // In a list the author's items come first.
    const own = (view as unknown as Record<string, unknown[] | undefined>)[part]?.length ?? 0;
    const items = Array.isArray(made) ? made.slice(own).map((_, i) => `${part}/${own + i}`) : [part];
    for (const item of items) {
      markDerived(around.screen.source, `${pointer}/${item}`, `${pointer}/record`);
      for (const [gate, from] of Object.entries(GATES))
        markDerived(around.screen.source, `${pointer}/${item}/${gate}`, `${pointer}/record/${from}`);
      const texts = textsFrom(view);
      for (const text of texts ? TEXTS : [])
        markDerived(around.screen.source, `${pointer}/${item}/${text}`, `${pointer}/${texts}`);
    }
  }
  return { ...view, ...added };
}

/** Expands the short form: a record given by name alone opens no screen. */
const recordOf = (record: string | TableRecord): TableRecord =>
  typeof record === 'string' ? { name: record } : record;

/** Where a screen has the parent key of its record: in its route, or as a dialog in its inputs. */
const givenBy = ({ screen: { config } }: Around): string => (config.dialog ? 'input' : 'route');

function tableParts(view: TableView, resource: ApiResource, around: Around): Partial<TableView> {
  const { name, parent, live } = resource;
  const record = recordOf(view.record!);
  const index = live?.index ?? parent;
  const above = (parameter: string) => expr(`${givenBy(around)}.${parameter}`);
  return {
    ...(view.labels === undefined && { labels: name }),
    ...(!view.source && {
      source: {
        operation: operationName(name, 'paging'),
        ...(parent && { with: { [parent]: above(parent) } }),
        ...(live && {
          live: [
            { broadcast: live.broadcast, ...(index && { index: above(index) }), mode: 'refetch' as const },
          ],
        }),
      },
    }),
    ...(record.screen && leading(view, record, record.screen, resource, around)),
  };
}

/** The actions add, open, edit and delete, as far as the record supports and the author enables them. */
function leading(
  view: TableView,
  record: TableRecord,
  screen: string,
  resource: ApiResource,
  around: Around,
): Partial<TableView> {
  const target = around.catalogue.screens.get(screen);
  if (!target) return {};
  const { actions = ['add', 'open', 'delete'], texts = view.labels ?? resource.name } = record;
  const verbs = verbsOf(resource);
  const offers = (action: NonNullable<TableRecord['actions']>[number], verb: Verb) =>
    actions.includes(action) && verbs.includes(verb);
  const to = openingAction(screen, target, resource.parent, around);
  const one = { [resource.key]: expr(`row.${record.key ?? 'id'}`) };
  const open = { ...to, with: { ...to.with, ...one } };
  const create = 'navigate' in to ? { create: true } : {};
  const edit = { ...open, label: 'engine.record.edit', icon: 'pencil' };
  const add = { ...to, ...create, label: `${texts}.add`, icon: 'plus', tone: 'primary', ...gateOf(record) };
  const remove = {
    call: operationName(resource.name, 'delete'),
    with: one,
    label: 'engine.record.delete',
    icon: 'trash',
    tone: 'danger',
    confirm: `${texts}.deleteConfirm`,
    success: `${texts}.deleted`,
    ...gateOf(record),
  };
  const ofRow = [...(offers('edit', 'get') ? [edit] : []), ...(offers('delete', 'delete') ? [remove] : [])];
  return {
    ...(offers('open', 'get') && !view.onRow && { onRow: open as Action }),
    ...(offers('add', 'save') && { toolbar: [...(view.toolbar ?? []), add as Action] }),
    ...(ofRow.length > 0 && { rowActions: [...(view.rowActions ?? []), ...(ofRow as Action[])] }),
  };
}

/** Properties of the actions that `record` adds, and the properties of `record` that they come from. */
const GATES = {
  visibleWhen: 'editableWhen',
  enabledWhen: 'enabledWhen',
  disabledHint: 'disabledHint',
} as const;

/** Properties of the added actions whose locale keys begin with the prefix of texts. */
const TEXTS = ['label', 'confirm', 'success'] as const;

/** The property that has that prefix; undefined when the prefix is the name of the record. */
function textsFrom({ record, labels }: TableView | FormView): string | undefined {
  if (typeof record === 'object' && 'texts' in record) return 'record/texts';
  return labels === undefined ? undefined : 'labels';
}

const gateOf = (record: TableRecord) =>
  Object.fromEntries(
    Object.entries(GATES).flatMap(([gate, from]) =>
      record[from] === undefined ? [] : [[gate, record[from]]],
    ),
  );

/** The action that opens a screen: a dialog is opened with the parent key as input; a page has that key in its route. */
function openingAction(
  screen: string,
  { config: { dialog, input = {} } }: LoadedScreen,
  parent: string | undefined,
  around: Around,
): { navigate?: string; open?: string; with?: Record<string, unknown> } {
  if (!dialog) return { navigate: screen };
  if (!parent || !(parent in input)) return { open: screen };
  return { open: screen, with: { [parent]: expr(`${givenBy(around)}.${parent}`) } };
}

function formParts(view: FormView, resource: ApiResource, around: Around): Partial<FormView> {
  const { name, parent, key } = resource;
  const dialog = around.screen.config.dialog !== undefined;
  const get = operationName(name, 'get');
  const from = givenBy(around);
  const labels = view.labels ?? name;
  const loads = !view.of && !view.load && verbsOf(resource).includes('get');
  return {
    ...(view.labels === undefined && { labels }),
    ...(loads && {
      load: dialog
        ? { operation: get, with: { [key]: expr(`input.${key}`) }, when: `has(input.${key})` }
        : get,
    }),
    ...(!view.submit && {
      submit: {
        call: operationName(name, 'save'),
        ...(parent && { with: { [parent]: expr(`${from}.${parent}`) } }),
        success: `${labels}.saved`,
        then: [dialog ? { close: true } : { back: true }] as Action[],
      },
    }),
  };
}

/** Expands `count: true` of a tab to the count of the rows of its table. */
function withCount({ config, source }: LoadedScreen): ScreenConfig {
  const { tab, view } = config;
  if (view.type !== 'table' || !view.source) return config;
  const { operation, with: given } = view.source;
  markDerived(source, '/tab/count/operation', '/tab/count');
  return { ...config, tab: { ...tab!, count: { operation, ...(given && { with: given }) } } };
}

/** The actions of a record, and the verb that each needs. */
const OFFERS = [
  ['add', 'save'],
  ['open', 'get'],
  ['edit', 'get'],
  ['delete', 'delete'],
] as const satisfies readonly [NonNullable<TableRecord['actions']>[number], Verb][];

/** The names that a view's `record` gives; the parts that they add report their own errors. */
export function checkRecord(site: Site<TableView> | Site<FormView>): void {
  const { record } = site.config;
  if (record === undefined) return;
  const at = site.below(recordOf(record), 'record');
  const { api, screens } = site.ctx.catalogue;
  const { name, screen } = at.config;
  (typeof record === 'string' ? at : at.at('name')).known('unknown-resource', name, api.resources.keys());
  const resource = api.resources.get(name);
  const verbs = resource ? verbsOf(resource) : [];
  const offered = OFFERS.filter(([, verb]) => verbs.includes(verb)).map(([action]) => action);
  for (const [i, action] of (resource ? (at.config.actions ?? []) : []).entries())
    at.below(action, 'actions', i).known('unknown-word', action, offered, {
      expected: offered.join(', ') || 'none',
    });
  if (screen !== undefined) at.below(screen, 'screen').known('unknown-screen', screen, screens.keys());
}
