/** The switch over the closed set of views (rule 2), and the views that need no file of their own. */
import { compileAction, compileActions } from './actions.ts';
import { compileCall } from './calls.ts';
import { compileCell, itemLabel, labelPrefix } from './cells.ts';
import { compileChart } from './chart.ts';
import type {
  CompiledArguments,
  CompiledDetail,
  CompiledDetails,
  CompiledStack,
  CompiledTabs,
  CompiledView,
  CompiledWidget,
  CompiledWizard,
} from './compiled.ts';
import { child, type Context, type Place } from './context.ts';
import { nearest } from './diagnostics.ts';
import type { TypeScope } from './expressions.ts';
import { compileForm } from './form.ts';
import { expandItems } from './fragments.ts';
import { liveOfCount } from './liveCount.ts';
import { checkOptions } from './options.ts';
import { own } from './own.ts';
import type { JsonSchema } from './schema.ts';
import { compileRecord, compileTable } from './table.ts';
import { compileTree } from './tree.ts';
import { ANY } from './types.ts';
import type {
  Detail,
  DetailsView,
  StackView,
  TabsView,
  View,
  WidgetView,
  WizardView,
} from '../../schemas/generated/language.ts';

export function compileView(ctx: Context, view: View, scope: TypeScope, place: Place): CompiledView {
  return ctx.placed(compileOne(ctx, view, scope, place), place);
}

function compileOne(ctx: Context, view: View, scope: TypeScope, place: Place): CompiledView {
  switch (view.type) {
    case 'table':
      return compileTable(
        ctx,
        view,
        scope,
        place,
        (onRow) => view.below && compileBelow(ctx, view.below, onRow, child(place, 'below')),
      );
    case 'form':
      return compileForm(ctx, view, scope, place);
    case 'details':
      return compileDetails(ctx, view, scope, place);
    case 'tabs':
      return compileTabs(ctx, view, scope, place);
    case 'stack':
      return compileStack(ctx, view, scope, place);
    case 'tree':
      return { type: 'tree', ...common(ctx, view, scope, place), ...compileTree(ctx, view, scope, place) };
    case 'chart':
      return { type: 'chart', ...common(ctx, view, scope, place), ...compileChart(ctx, view, scope, place) };
    case 'wizard':
      return compileWizard(ctx, view, scope, place);
    case 'widget':
      return compileWidget(ctx, view, scope, place);
  }
}

const BELOW: readonly View['type'][] = ['details', 'table', 'chart', 'widget', 'stack'];

/** What stands below a row stands there once a row: it has no name, no address and no work of its own to lose. */
function compileBelow(ctx: Context, view: View, onRow: TypeScope, place: Place): CompiledView {
  const check = (one: View, at: Place): void => {
    if (!BELOW.includes(one.type))
      ctx.report('wrong-type', child(at, 'type'), {
        received: `${one.type} below a row`,
        expected: BELOW.join(', '),
      });
    if ('name' in one && one.name)
      ctx.report('wrong-type', child(at, 'name'), {
        received: 'the name of a view below a row',
        expected: 'none: there is one for each row that is opened',
      });
    if (one.type === 'stack') one.items.forEach((item, i) => check(item.view, child(at, 'items', i, 'view')));
  };
  check(view, place);
  return compileView(ctx, view, onRow, place);
}

/** What every view carries: its name, its condition, its place. */
function common(ctx: Context, view: View, scope: TypeScope, place: Place) {
  const visible = ctx.condition(view.visibleWhen, scope, child(place, 'visibleWhen'));
  return {
    ...('name' in view && view.name ? { name: view.name } : {}),
    ...(visible ? { visibleWhen: visible } : {}),
    at: place.pointer,
  };
}

function compileDetails(ctx: Context, view: DetailsView, scope: TypeScope, place: Place): CompiledDetails {
  const source = view.source && compileRecord(ctx, view.source, scope, child(place, 'source'));
  const record = recordType(ctx, view, source?.operation.reply, scope, place);
  const here = { ...scope, row: record };
  const labels = labelPrefix(ctx, view, place);
  return {
    type: 'details',
    ...common(ctx, view, scope, place),
    ...(view.title === undefined ? {} : { title: ctx.text(view.title, scope, child(place, 'title')) }),
    ...(view.of ? { of: view.of } : {}),
    ...(source ? { source: source.record } : {}),
    columns: view.columns ?? 2,
    fields: expandItems<Detail | string>(ctx, view.fields, 'details', child(place, 'fields')).map(
      ({ item, place: at }): CompiledDetail => {
        const detail: Detail = typeof item === 'string' ? { field: item } : item;
        const visible = ctx.condition(detail.visibleWhen, here, child(at, 'visibleWhen'));
        const compiled = {
          label: itemLabel(ctx, detail.label, labels, detail.field ?? detail.fields?.[0], here, at),
          content: compileCell(ctx, detail, record, here, at),
          span: detail.span ?? 1,
          ...(visible ? { visibleWhen: visible } : {}),
        };
        return ctx.placed(compiled, at);
      },
    ),
    actions: compileActions(ctx, view.actions, here, child(place, 'actions')),
  };
}

/** The record that a details view shows: one of the page's, the reply of its own source, or the row around it. */
function recordType(
  ctx: Context,
  view: DetailsView,
  reply: JsonSchema | undefined,
  scope: TypeScope,
  place: Place,
): JsonSchema {
  if (view.of) {
    const records = scope.records?.properties ?? {};
    const names = Object.keys(records);
    const known = ctx.known('unknown-record', view.of, names, child(place, 'of'), {
      expected: names.join(', ') || 'none',
    });
    return (known && records[view.of]) || ANY;
  }
  if (view.source) return reply ?? ANY;
  if (scope.row) return scope.row;
  ctx.report('missing-property', place, { received: 'of', note: 'or "source"' });
  return ANY;
}

function compileTabs(ctx: Context, view: TabsView, scope: TypeScope, place: Place): CompiledTabs {
  return {
    type: 'tabs',
    ...common(ctx, view, scope, place),
    ...(view.header ? { header: compileView(ctx, view.header, scope, child(place, 'header')) } : {}),
    actions: compileActions(ctx, view.actions, scope, child(place, 'actions')),
    tabs: (view.tabs ?? []).map((tab, i, all) => {
      ctx.unique(
        tab.id,
        all.slice(0, i).map((t) => t.id),
        child(place, 'tabs', i, 'id'),
      );
      const at = child(place, 'tabs', i);
      const visible = ctx.condition(tab.visibleWhen, scope, child(at, 'visibleWhen'));
      const enabled = ctx.condition(tab.enabledWhen, scope, child(at, 'enabledWhen'));
      const count = tab.count && compileCall(ctx, tab.count, scope, child(at, 'count'), { onSight: false });
      const access = ctx.permissions(tab.access, child(at, 'access'));
      const view = ctx.behind(access, () => compileView(ctx, tab.view, scope, child(at, 'view')));
      const compiled = {
        id: tab.id,
        label: ctx.text(tab.label, scope, child(at, 'label')),
        view,
        ...(visible ? { visibleWhen: visible } : {}),
        ...(enabled ? { enabledWhen: enabled } : {}),
        access,
        ...(count ? { count: { ...count.call, live: liveOfCount(count.call, view) } } : {}),
      };
      return ctx.placed(compiled, at);
    }),
  };
}

function compileStack(ctx: Context, view: StackView, scope: TypeScope, place: Place): CompiledStack {
  return {
    type: 'stack',
    ...common(ctx, view, scope, place),
    direction: view.direction ?? 'rows',
    items: view.items.map((item, i) => {
      const at = child(place, 'items', i);
      const visible = ctx.condition(item.visibleWhen, scope, child(at, 'visibleWhen'));
      const compiled = {
        view: compileView(ctx, item.view, scope, child(at, 'view')),
        span: item.span ?? 12,
        ...(visible ? { visibleWhen: visible } : {}),
      };
      return ctx.placed(compiled, at);
    }),
  };
}

function compileWizard(ctx: Context, view: WizardView, scope: TypeScope, place: Place): CompiledWizard {
  return {
    type: 'wizard',
    ...common(ctx, view, scope, place),
    steps: view.steps.map((step, i) => {
      const at = child(place, 'steps', i);
      ctx.unique(
        step.id,
        view.steps.slice(0, i).map((other) => other.id),
        child(at, 'id'),
      );
      const valid = ctx.condition(step.validWhen, scope, child(at, 'validWhen'));
      const compiled = {
        id: step.id,
        title: ctx.text(step.title, scope, child(at, 'title')),
        view: compileView(ctx, step.view, scope, child(at, 'view')),
        ...(valid ? { validWhen: valid } : {}),
        ...(step.commit ? { commit: compileAction(ctx, step.commit, scope, child(at, 'commit')) } : {}),
      };
      return ctx.placed(compiled, at);
    }),
    finish: compileAction(ctx, view.finish, scope, child(place, 'finish'), true),
    ...(view.cancel ? { cancel: compileAction(ctx, view.cancel, scope, child(place, 'cancel'), true) } : {}),
  };
}

function compileWidget(ctx: Context, view: WidgetView, scope: TypeScope, place: Place): CompiledWidget {
  const manifest = ctx.manifest('widget', view.widget, child(place, 'widget'));
  const ports = manifest?.inputs ?? {};
  const events = manifest?.events ?? {};
  const inputs: CompiledArguments = {};
  for (const [name, value] of Object.entries(view.inputs ?? {})) {
    const at = child(place, 'inputs', name);
    const port = own(ports, name);
    if (manifest && !port) reportPort(ctx, name, Object.keys(ports), at);
    else inputs[name] = ctx.value(value, scope, at, port ?? ANY).value;
  }
  const on = Object.entries(view.on ?? {}).map(([event, actions]) => {
    const at = child(place, 'on', event);
    const result = own(events, event);
    if (manifest && !result) reportPort(ctx, event, Object.keys(events), at);
    return [event, compileActions(ctx, actions, { ...scope, result: result ?? ANY }, at, false)] as const;
  });
  return {
    type: 'widget',
    ...common(ctx, view, scope, place),
    widget: view.widget,
    options: checkOptions(
      ctx,
      manifest,
      view.options as Record<string, unknown> | undefined,
      child(place, 'options'),
    ),
    inputs,
    operations: ctx.operationsOf(manifest, child(place, 'widget')),
    on: Object.fromEntries(on),
  };
}

function reportPort(ctx: Context, name: string, names: string[], place: Place): void {
  ctx.report(
    'unknown-port',
    place,
    { received: name, near: nearest(name, names), expected: names.join(', ') || 'none' },
    { key: true },
  );
}
