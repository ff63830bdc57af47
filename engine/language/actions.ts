/** The closed grammar of actions (rule 7). */
import type { ApiOperation } from './api.ts';
import { askedNames, compileAsk } from './ask.ts';
import type { LoadedScreen } from './catalogue.ts';
import { compileArguments, compileCall, namedType, rowsOf } from './calls.ts';
import type {
  CompiledAction,
  CompiledArguments,
  CompiledCase,
  CompiledConfirm,
  CompiledValue,
} from './compiled.ts';
import { child, type Context, type Place } from './context.ts';
import { nearest, plain } from './diagnostics.ts';
import { narrowScope, type TypeScope } from './expressions.ts';
import { ANY, INTEGER, NUMBER, STRING, enumWords, followPath, listOf, objectOf } from './types.ts';
import { compileFill } from './fill.ts';
import { inputType } from './inputs.ts';
import { own } from './own.ts';
import { routeParameters } from './routes.ts';
import { deref, type JsonSchema } from './schema.ts';
import { expandItems } from './fragments.ts';
import type {
  Action,
  ActionItem,
  CallAction,
  RowAction,
  UploadAction,
} from '../../schemas/generated/language.ts';

/** Properties that every action may carry, whatever it does. */
interface Common {
  label?: unknown;
  icon?: string;
  tone?: 'default' | 'primary' | 'danger';
  confirm?: unknown;
  success?: unknown;
  successTone?: unknown;
  visibleWhen?: unknown;
  enabledWhen?: unknown;
  disabledHint?: unknown;
  then?: Action[];
}

const SUCCESS_TONE: JsonSchema = { type: 'string', enum: ['success', 'info', 'warning'] };

/** What kind of news a success is. */
export function compileSuccessTone(
  ctx: Context,
  { success, successTone: tone }: { success?: unknown; successTone?: unknown },
  after: TypeScope,
  place: Place,
): { successTone?: CompiledValue } {
  if (tone === undefined) return {};
  const at = child(place, 'successTone');
  if (success === undefined)
    ctx.report('missing-property', at, {
      received: 'success',
      note: 'there is nothing to tell in this tone',
    });
  return { successTone: ctx.value(tone, after, at, SUCCESS_TONE).value };
}

/** Compiles one action. `label: true` says that its place shows it as a button. */
export function compileAction(
  ctx: Context,
  action: Action,
  scope: TypeScope,
  place: Place,
  shown = false,
): CompiledAction {
  const common: Common = action;
  const { visibleWhen } = common;
  const within = typeof visibleWhen === 'string' ? narrowScope(visibleWhen, scope, ctx.schemas) : scope;
  const { core, access, result } = compileVerb(ctx, action, within, place);
  if (shown && common.label === undefined && core.type !== 'transition')
    ctx.report('missing-property', place, {
      received: 'label',
      note: 'an action that is shown needs a label',
    });
  const visible = ctx.condition(common.visibleWhen, scope, child(place, 'visibleWhen'), true);
  const enabled = ctx.condition(common.enabledWhen, scope, child(place, 'enabledWhen'), true);
  const text = (name: 'label' | 'success' | 'disabledHint', within = scope) =>
    common[name] === undefined ? {} : { [name]: ctx.text(common[name], within, child(place, name), true) };
  const after = { ...scope, result };
  const compiled = {
    ...core,
    ...text('label'),
    ...ctx.icon(common.icon, place),
    tone: common.tone ?? 'default',
    ...confirmOf(ctx, action, scope, place),
    ...text('success', after),
    ...compileSuccessTone(ctx, common, after, place),
    ...(visible ? { visibleWhen: visible } : {}),
    ...(enabled ? { enabledWhen: enabled } : {}),
    ...text('disabledHint'),
    then: (common.then ?? []).map((next, i) => compileAction(ctx, next, after, child(place, 'then', i))),
    access,
    at: place.pointer,
  } as CompiledAction;
  return ctx.placed(compiled, place);
}

export function compileActions(
  ctx: Context,
  actions: readonly ActionItem[] | undefined,
  scope: TypeScope,
  place: Place,
  shown = true,
): CompiledAction[] {
  return expandItems<Action>(ctx, actions, 'actions', place).map(({ item, place: at }) =>
    compileAction(ctx, item, scope, at, shown),
  );
}

/** An action, or cases of which the first that holds is taken; each case narrows the row. */
export function compileRowAction(
  ctx: Context,
  action: RowAction | undefined,
  scope: TypeScope,
  place: Place,
): CompiledCase<CompiledAction>[] {
  if (!action) return [];
  if (!Array.isArray(action)) return [{ do: compileAction(ctx, action, scope, place) }];
  return action.map((item, i) => {
    const when = ctx.condition(item.when, scope, child(place, i, 'when'))!;
    const within = typeof item.when === 'string' ? narrowScope(item.when, scope, ctx.schemas) : scope;
    return { when, do: compileAction(ctx, item.do, within, child(place, i, 'do')) };
  });
}

/** The question before an action; that of a call may ask for a part of its request. */
function confirmOf(
  ctx: Context,
  action: Action,
  scope: TypeScope,
  place: Place,
): { confirm?: CompiledConfirm } {
  if (!('confirm' in action) || action.confirm === undefined) return {};
  const at = child(place, 'confirm');
  const confirm = compileConfirm(ctx, action.confirm, scope, at);
  const ask = 'call' in action ? compileAsk(ctx, action, scope, at) : undefined;
  return { confirm: { ...confirm, ...(ask ? { ask } : {}) } };
}

export function compileConfirm(
  ctx: Context,
  confirm: unknown,
  scope: TypeScope,
  place: Place,
): CompiledConfirm {
  if (typeof confirm === 'string') return { message: ctx.text(confirm, scope, place, true) };
  const c = confirm as Record<'title' | 'message' | 'confirm' | 'cancel', unknown>;
  const part = (name: keyof typeof c): Partial<CompiledConfirm> =>
    c[name] === undefined ? {} : { [name]: ctx.text(c[name], scope, child(place, name), true) };
  const message = ctx.text(c.message, scope, child(place, 'message'), true);
  return { message, ...part('title'), ...part('confirm'), ...part('cancel') };
}

type Verb = { type: CompiledAction['type'] } & Record<string, unknown>;

function compileVerb(
  ctx: Context,
  action: Action,
  scope: TypeScope,
  place: Place,
): { core: Verb; access: string[]; result: JsonSchema } {
  const done = (core: Verb, access: string[] = [], result: JsonSchema = ANY) => ({ core, access, result });
  if ('navigate' in action) return compileNavigate(ctx, action, scope, place);
  if ('open' in action) return compileOpen(ctx, action, scope, place);
  if ('call' in action || 'download' in action) {
    const type = 'call' in action ? 'call' : 'download';
    const name = 'call' in action ? action.call : action.download;
    const operation = ctx.operation(name, child(place, type), false);
    if (!operation) return done({ type, operation: name, with: {} });
    const values = compileArguments(ctx, operation, action.with, scope, child(place, 'with'), {
      lazy: true,
      given: 'call' in action ? askedNames(action) : [],
      callPlace: child(place, type),
    });
    if (type === 'download' && isJson(operation))
      ctx.report('not-a-file', child(place, type), { received: name });
    const failed = 'call' in action ? compileFailed(ctx, action, scope, place) : {};
    return done(
      { type, operation: name, with: values, ...failed },
      operation.permissions,
      resultOf(operation),
    );
  }
  if ('upload' in action) return compileUpload(ctx, action, scope, place);
  if ('transition' in action)
    return done(compileTransition(ctx, action.transition, scope, child(place, 'transition')));
  if ('fill' in action) return done(compileFill(ctx, action, scope, place));
  if ('set' in action) return done(compileSet(ctx, action.set, scope, child(place, 'set')));
  if ('pick' in action) return done(compilePick(ctx, action.pick, scope, child(place, 'pick')));
  if ('close' in action) return done({ type: 'close' });
  if ('back' in action) return done({ type: 'back' });
  return done({
    type: 'refresh',
    views: compileRefresh(ctx, action.refresh, scope, child(place, 'refresh')),
  });
}

/** What is known of a call that was refused or failed. */
const FAILURE = objectOf({ status: INTEGER, code: STRING, message: STRING });

function compileFailed(
  ctx: Context,
  action: CallAction,
  scope: TypeScope,
  place: Place,
): { failed?: CompiledAction[] } {
  if (!action.failed) return {};
  const at = child(place, 'failed');
  if (askedNames(action).length > 0)
    ctx.report('wrong-type', at, {
      received: 'failed beside ask',
      expected: 'one of the two',
      note: 'a question tells a refusal itself, at its fields',
    });
  return { failed: compileActions(ctx, action.failed, { ...scope, failure: FAILURE }, at, false) };
}

const isJson = (operation: ApiOperation) => operation.replyType === 'application/json';

/** What `result` holds after the call; nothing when there is no reply. */
export function resultOf(operation: ApiOperation): JsonSchema {
  return operation.reply ?? (operation.replyType ? ANY : objectOf({}));
}

/** Sends the files that the person chooses; `result` is the reply to the last of them. */
function compileUpload(
  ctx: Context,
  action: UploadAction,
  scope: TypeScope,
  place: Place,
): { core: Verb; access: string[]; result: JsonSchema } {
  const { upload, accept = [], multiple = false } = action;
  const at = child(place, 'upload');
  const operation = ctx.operation(upload, at, false);
  const core = { type: 'upload' as const, operation: upload, accept, multiple };
  if (!operation) return { core: { ...core, with: {}, property: '' }, access: [], result: ANY };
  const properties = Object.entries(deref(operation.body ?? ANY, ctx.schemas).properties ?? {});
  const [property] = properties.filter(([, schema]) => isFile(schema)).map(([name]) => name);
  if (operation.bodyType !== 'multipart/form-data' || !property)
    ctx.report('not-an-upload', at, { received: upload });
  const given = property ? [property] : [];
  const values = compileArguments(ctx, operation, action.with, scope, child(place, 'with'), {
    lazy: true,
    given,
    callPlace: at,
  });
  return {
    core: { ...core, with: values, property: property ?? '' },
    access: operation.permissions,
    result: resultOf(operation),
  };
}

/** The part of a form that takes a file. */
function isFile(schema: JsonSchema): boolean {
  return schema.contentMediaType !== undefined || schema.format === 'binary';
}

/** A form that loads nothing only makes something new. */
const isNewOnly = ({ sound, config: { view } }: LoadedScreen): boolean =>
  sound && view.type === 'form' && view.of === undefined && view.load === undefined;

/** Who may save the form that a screen is: without it there is nothing to create or change there. */
function savingAccess(ctx: Context, { sound, config: { view } }: LoadedScreen): string[] {
  if (!sound || view.type !== 'form') return [];
  const saving = ctx.catalogue.api.operations.get(view.submit?.create ?? view.submit?.call ?? '');
  return [...(saving?.permissions ?? [])];
}

/** What a segment of an address can hold. */
const IN_ADDRESS: JsonSchema = { oneOf: [STRING, NUMBER] };

function compileNavigate(
  ctx: Context,
  action: Action & { navigate: string },
  scope: TypeScope,
  place: Place,
) {
  const {
    navigate,
    create = false,
    with: given,
  } = action as { navigate: string; create?: boolean; with?: Record<string, unknown> };
  const target = ctx.catalogue.screens.get(navigate);
  const values: CompiledArguments = {};
  const core = { type: 'navigate' as const, screen: navigate, with: values, create };
  const done = { core, access: create && target ? savingAccess(ctx, target) : [], result: ANY };
  if (!target) {
    ctx.known('unknown-screen', navigate, ctx.catalogue.screens.keys(), child(place, 'navigate'));
    return done;
  }
  const parameters = routeParameters(target, ctx.catalogue);
  if (!parameters) {
    ctx.report('no-route', child(place, 'navigate'), { received: navigate });
    return done;
  }
  const query = target.config.query ?? {};
  const names = [...parameters.all, ...Object.keys(query)];
  const addressType = (name: string): JsonSchema =>
    parameters.lists.includes(name)
      ? listOf(IN_ADDRESS)
      : parameters.all.includes(name)
        ? IN_ADDRESS
        : inputType(ctx, query[name]!, place);
  for (const [name, value] of Object.entries(given ?? {})) {
    const at = child(place, 'with', name);
    if (!names.includes(name))
      ctx.report(
        'unknown-route-parameter',
        at,
        { received: name, near: nearest(name, names), expected: names.join(', ') || 'none' },
        { key: true },
      );
    else {
      values[name] = ctx.value(value, scope, at, addressType(name), true).value;
      if (value === null && parameters.required.includes(name))
        ctx.report('type-mismatch', at, { expected: 'a text or a number', received: 'null' });
    }
  }
  const own = scope.route?.properties ?? {};
  for (const name of parameters.required)
    if (
      !(name in values) &&
      !create &&
      !(name in own) &&
      !Object.keys(given ?? {}).some((g) => !names.includes(g) && nearest(g, [name]))
    )
      ctx.report('missing-route-parameter', child(place, 'navigate'), { received: name });
  return done;
}

function compileOpen(ctx: Context, action: Action & { open: string }, scope: TypeScope, place: Place) {
  const { open, with: given } = action as { open: string; with?: Record<string, unknown> };
  const target = ctx.catalogue.screens.get(open);
  const values: CompiledArguments = {};
  const done = {
    core: { type: 'open' as const, screen: open, with: values },
    access: target && isNewOnly(target) ? savingAccess(ctx, target) : [],
    result: ANY,
  };
  if (!target) {
    ctx.known('unknown-screen', open, ctx.catalogue.screens.keys(), child(place, 'open'));
    return done;
  }
  if (!target.config.dialog) ctx.report('not-a-dialog', child(place, 'open'), { received: open });
  ctx.opens.push({ screen: open, place: child(place, 'open') });
  const inputs = target.config.input ?? {};
  for (const [name, value] of Object.entries(given ?? {})) {
    const at = child(place, 'with', name);
    const input = own(inputs, name);
    if (!input) {
      ctx.report(
        'unknown-input',
        at,
        {
          received: name,
          near: nearest(name, Object.keys(inputs)),
          expected: Object.keys(inputs).join(', ') || 'none',
        },
        { key: true },
      );
    } else if (typeof input === 'object' && input.type === 'condition') {
      const row = input.of ? namedType(ctx, input.of, at) : ANY;
      values[name] = ctx.condition(value, { ...scope, row }, at, true)!;
    } else values[name] = ctx.value(value, scope, at, inputType(ctx, input, at), true).value;
  }
  for (const [name, input] of Object.entries(inputs))
    if (!(name in values) && !(typeof input === 'object' && (input.optional || input.default !== undefined)))
      ctx.report('missing-input', child(place, 'open'), { received: name });
  if (target.config.returns)
    return { ...done, result: namedType(ctx, target.config.returns, child(place, 'open')) };
  return done;
}

interface TransitionConfig {
  operation: string;
  with?: Record<string, unknown>;
  code: string;
  caption: string;
  cases: Record<string, Action>;
  hidden?: string[];
}

function compileTransition(ctx: Context, config: TransitionConfig, scope: TypeScope, place: Place): Verb {
  const call = compileCall(ctx, config, scope, place);
  const rows = call && rowsOf(call.operation, ctx.schemas);
  if (call && !rows) ctx.report('not-a-list', child(place, 'operation'), { received: config.operation });
  for (const name of ['code', 'caption'] as const) {
    const found = rows && followPath(rows.row, config[name].split('.'), ctx.schemas);
    if (found && !found.type)
      ctx.report('unknown-path', child(place, name), {
        received: config[name],
        near: found.near,
        expected: found.names?.join(', '),
      });
  }
  const codeType = rows && followPath(rows.row, config.code.split('.'), ctx.schemas).type;
  const codes = codeType && enumWords(codeType, ctx.schemas)?.map(plain);
  for (const code of codes ? Object.keys(config.cases) : [])
    ctx.known('unknown-enum-word', code, codes!, child(place, 'cases', code));
  for (const [i, code] of codes && config.hidden ? config.hidden.entries() : [])
    ctx.known('unknown-enum-word', code, codes!, child(place, 'hidden', i));
  const cases = Object.entries(config.cases).map(([code, action]) => [
    code,
    compileAction(ctx, action, scope, child(place, 'cases', code)),
  ]);
  return {
    type: 'transition',
    source: call?.call ?? { operation: config.operation, with: {} },
    code: config.code.split('.'),
    caption: config.caption.split('.'),
    cases: Object.fromEntries(cases),
    hidden: config.hidden ?? [],
  };
}

function compileSet(ctx: Context, values: Record<string, unknown>, scope: TypeScope, place: Place): Verb {
  const state = ctx.screen.config.state ?? {};
  const compiled: CompiledArguments = {};
  for (const [name, value] of Object.entries(values)) {
    const at = child(place, name);
    const type = own(state, name);
    if (!type)
      ctx.report(
        'unknown-name',
        at,
        {
          received: name,
          near: nearest(name, Object.keys(state)),
          expected: Object.keys(state).join(', ') || 'a name declared in state',
        },
        { key: true },
      );
    else compiled[name] = ctx.value(value, scope, at, inputType(ctx, type, at), true).value;
  }
  return { type: 'set', values: compiled };
}

function compilePick(ctx: Context, value: unknown, scope: TypeScope, place: Place): Verb {
  const { returns, dialog } = ctx.screen.config;
  if (!dialog)
    ctx.report('not-a-dialog', place, { received: ctx.screen.config.id, note: 'only a dialog picks' });
  else if (!returns)
    ctx.report('missing-property', place, { received: 'returns', note: 'what a pick gives needs a type' });
  const expected = returns ? namedType(ctx, returns, { ...place, pointer: '/returns' }) : ANY;
  return { type: 'pick', value: ctx.value(value, scope, place, expected, true).value };
}

function compileRefresh(ctx: Context, views: true | string[], scope: TypeScope, place: Place): string[] {
  if (views === true) return [];
  const names = Object.keys(scope.views?.properties ?? {});
  views.forEach((name, i) => ctx.known('unknown-name', name, names, child(place, i)));
  return views;
}
