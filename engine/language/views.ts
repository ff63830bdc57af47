/** The switch over the closed set of views (rule 2), and the views that need no separate file. */
import { compileAction, compileActions, compileRowAction } from './actions.ts';
import { compileCall, reportUnknown } from './calls.ts';
import { compileCell, itemLabel, labelPrefix, type LabelPrefix } from './cells.ts';
import { compileChart } from './chart.ts';
import type {
  CompiledDetail,
  CompiledDetails,
  CompiledStack,
  CompiledTabs,
  CompiledView,
  CompiledWidget,
  CompiledWizard,
} from './compiled.ts';
import { compileForm } from './form.ts';
import { isUse } from './fragments.ts';
import { liveOfCount } from './liveCount.ts';
import { checkOptions } from './options.ts';
import { readsOfExpression } from './expressions.ts';
import { own } from './own.ts';
import { namedViews } from './scopes.ts';
import { compileRecord } from './rowSource.ts';
import type { JsonSchema } from './schema.ts';
import type { Compilers, Site } from './site.ts';
import { compileTable } from './table.ts';
import { compileTree } from './tree.ts';
import { ANY } from './types.ts';
import type {
  Detail,
  DetailsView,
  InlineTab,
  StackView,
  TabsView,
  View,
  WidgetView,
  WizardStep,
  WizardView,
} from '../../schemas/generated/language.ts';

const COMPILERS: { [T in View['type']]: (site: Site<Extract<View, { type: T }>>) => CompiledView } = {
  table: compileTable,
  form: compileForm,
  details: compileDetails,
  tabs: compileTabs,
  stack: compileStack,
  tree: compileTree,
  chart: compileChart,
  wizard: compileWizard,
  widget: compileWidget,
};

export function compileView(site: Site<View>): CompiledView {
  // Views of fragments were inserted before items of fragments are expanded, so such items cannot use one.
  if (isUse(site.config)) {
    site.report('unknown-property', {
      received: 'use',
      note: 'items of a fragment hold no fragment of a view',
    });
    return compileView(site.as<View>({ type: 'stack', items: [] }));
  }
  const compile = COMPILERS[site.config.type] as (site: Site<View>) => CompiledView;
  return site.placed(compile(site));
}

/** Compilers of nested parts. */
export const COMPILERS_OF_PARTS: Compilers = {
  view: compileView,
  action: compileAction,
  actions: compileActions,
  rowAction: compileRowAction,
};

function compileDetails(site: Site<DetailsView>): CompiledDetails {
  const { config: view } = site;
  const source = view.source && compileRecord(site.at('source'));
  if (view.of && view.source)
    site.at('source').report('wrong-type', { received: 'source beside of', expected: 'one of the two' });
  const record = recordType(site, source?.operation.reply);
  const onRecord = { ...site.scope, row: record };
  const labels = labelPrefix(site);
  return {
    type: 'details',
    at: site.pointer,
    ...site.marked('DetailsView', { row: onRecord }),
    ...(view.of ? { of: view.of } : {}),
    ...(source ? { source: source.record } : {}),
    fields: site
      .in(onRecord)
      .expanded<Detail | string>('fields', 'details')
      .map((item) => compileDetail(item, labels, record)),
  };
}

function compileDetail(item: Site<Detail | string>, labels: LabelPrefix, record: JsonSchema): CompiledDetail {
  const detail: Detail = typeof item.config === 'string' ? { field: item.config } : item.config;
  const site = item.as(detail);
  return item.placed({
    label: itemLabel(site, labels, detail.field ?? detail.fields?.[0]),
    content: compileCell(site, record),
    ...site.marked('Detail'),
  });
}

/** The record that a details view shows: one of the page's, the reply of its own source, or the surrounding row. */
function recordType(site: Site<DetailsView>, reply: JsonSchema | undefined): JsonSchema {
  const { config: view, scope } = site;
  if (view.of) {
    const records = scope.records?.properties ?? {};
    const names = Object.keys(records);
    const expected = names.join(', ') || 'none';
    const known = site.below(view.of, 'of').known('unknown-record', view.of, names, { expected });
    return (known && records[view.of]) || ANY;
  }
  if (view.source) return reply ?? ANY;
  if (scope.row) return scope.row;
  site.report('missing-property', { received: 'of', note: 'or "source"' });
  return ANY;
}

function compileTabs(site: Site<TabsView>): CompiledTabs {
  const ids = site.config.tabs?.map(({ id }) => id) ?? [];
  return {
    type: 'tabs',
    at: site.pointer,
    ...site.marked('TabsView'),
    tabs: site.items('tabs').map((tab, i) => {
      tab.at('id').unique(ids.slice(0, i));
      return tab.placed(compileTab(tab));
    }),
  };
}

function compileTab(tab: Site<InlineTab>): CompiledTabs['tabs'][number] {
  const { id, count: counted, access } = tab.config;
  const count = counted && compileCall(tab.at('count'), { onSight: false });
  const view = compileView(tab.behind(access ?? []).at('view'));
  return {
    id,
    ...tab.marked('InlineTab'),
    view,
    ...(count ? { count: { ...count.call, live: liveOfCount(count.call, view) } } : {}),
  };
}

function compileStack(site: Site<StackView>): CompiledStack {
  return {
    type: 'stack',
    at: site.pointer,
    ...site.marked('StackView'),
    items: site.items('items').map((item) => item.placed(item.marked('StackItem'))),
  };
}

function compileWizard(site: Site<WizardView>): CompiledWizard {
  const ids = site.config.steps.map(({ id }) => id);
  return {
    type: 'wizard',
    at: site.pointer,
    ...site.marked('WizardView'),
    steps: site.items('steps').map((step, i) => {
      step.at('id').unique(ids.slice(0, i));
      checkReachable(site, step, i);
      checkCommit(step);
      return step.placed({ id: step.config.id, ...step.marked('WizardStep') });
    }),
  };
}

/** Reports a commit of a step that leaves the wizard. */
function checkCommit(step: Site<WizardStep>): void {
  const { commit } = step.config;
  const leaving = (['navigate', 'back', 'close'] as const).find((verb) => commit && verb in commit);
  if (leaving)
    step.at('commit').report('wrong-type', {
      received: leaving,
      expected: 'an action after which the wizard goes on',
    });
}

/** Reports a `validWhen` that reads a view of a later step: the step could never be left. */
function checkReachable(site: Site<WizardView>, step: Site<WizardStep>, index: number): void {
  const { validWhen } = step.config;
  if (typeof validWhen !== 'string') return;
  const later = site.config.steps.slice(index + 1).flatMap(({ view }) => namedViews(view));
  const waits = readsOfExpression(validWhen).find((path) => {
    const [scope, name] = path.split('.');
    return scope === 'views' && later.some((view) => view.name === name);
  });
  if (waits)
    step.at('validWhen').report('never-true', {
      received: waits,
      note: 'it belongs to a later step, which opens once this condition holds',
    });
}

function compileWidget(site: Site<WidgetView>): CompiledWidget {
  const name = site.at('widget');
  const manifest = site.ctx.manifest('widget', name.config, name.place);
  const { inputs: ports = {}, events = {} } = manifest ?? {};
  const inputs = site.entries('inputs').flatMap(([port, value]) => {
    const type = own(ports, port);
    if (manifest && !type) reportUnknown(value, 'unknown-port', port, Object.keys(ports));
    return manifest && !type ? [] : [[port, value.value(type ?? ANY)] as const];
  });
  const on = site.entries<NonNullable<WidgetView['on']>[string]>('on').map(([event, actions]) => {
    const result = own(events, event);
    if (manifest && !result) reportUnknown(actions, 'unknown-port', event, Object.keys(events));
    return [event, compileActions(actions.with({ result: result ?? ANY }), false)] as const;
  });
  return {
    type: 'widget',
    at: site.pointer,
    ...site.marked('WidgetView'),
    widget: name.config,
    options: checkOptions(site.at('options'), manifest),
    inputs: Object.fromEntries(inputs),
    operations: name.operationsOf(manifest),
    on: Object.fromEntries(on),
  };
}
