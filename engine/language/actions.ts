/** The closed grammar of actions (rule 7). */
import { confirmedNames, compileAsk } from './ask.ts';
import type { ApiOperation } from './api.ts';
import { compileArguments, neededBy } from './calls.ts';
import type { CompiledAction, CompiledCase, CompiledConfirm, Marked } from './compiled.ts';
import { compileFill } from './fill.ts';
import { alwaysFor } from './gates.ts';
import { compileNavigate, compileOpen } from './leading.ts';
import { deref, type JsonSchema } from './schema.ts';
import { compilePick, compileRefresh, compileSet } from './pageActions.ts';
import { checkUngated } from './optionals.ts';
import { withoutShortcut } from './shortcut.ts';
import { compileFilter, compileSelect } from './tableActions.ts';
import type { Site } from './site.ts';
import { compileTransition } from './transition.ts';
import type { CompiledVerb } from './verb.ts';
import { ANY, INTEGER, STRING, objectOf } from './types.ts';
import type {
  Action,
  ActionItem,
  AskingDialog,
  CallAction,
  ConfirmDialog,
  DownloadAction,
  RowAction,
  UploadAction,
} from '../../schemas/generated/language.ts';

/** Properties that every action may have, whatever it does. */
interface Common {
  label?: unknown;
  confirm?: string | ConfirmDialog | AskingDialog;
  success?: unknown;
  successTone?: unknown;
  visibleWhen?: unknown;
  enabledWhen?: unknown;
}

/** Compiles one action. `shown`: it is rendered as a button, which needs a label. */
export function compileAction(site: Site<Action>, shown = false): CompiledAction {
  const common = site.as(site.config as Common);
  const { core, access = [], result = ANY } = compileVerb(site.narrowed(common.config.visibleWhen));
  if (shown && common.config.label === undefined && core.type !== 'transition')
    site.report('missing-property', { received: 'label', note: 'an action that is shown needs a label' });
  checkSuccessTone(common);
  for (const name of ['visibleWhen', 'enabledWhen'] as const)
    if (alwaysFor(common.config[name], access, false))
      common.at(name).report('gate-inverted', { received: access.join(', ') });
  const question = common.config.confirm === undefined ? undefined : confirmOf(site);
  const compiled = {
    ...core,
    // All actions have the same marks on their common properties.
    ...(site.marked('CloseAction', { result: { ...site.scope, result } }) as Marked<'CloseAction', object>),
    ...(question ? { confirm: question } : {}),
    access,
    at: site.pointer,
  } as CompiledAction;
  return site.placed(compiled);
}

/** A tone needs a success message. */
export function checkSuccessTone(site: Site<{ success?: unknown; successTone?: unknown }>): void {
  const { success, successTone } = site.config;
  if (successTone !== undefined && success === undefined)
    site.at('successTone').report('missing-property', {
      received: 'success',
      note: 'there is no message to show in this tone',
    });
}

/** The items of a list of actions. */
export function compileActions(site: Site<readonly ActionItem[]>, shown: boolean): CompiledAction[] {
  return site.expandedList<Action>('actions').map((item) => {
    if (!shown) withoutShortcut(item);
    return compileAction(item, shown);
  });
}

/** Compiles an action, or cases of which the first that is true is taken; each case narrows the type of the row. */
export function compileRowAction(site: Site<RowAction>): CompiledCase<CompiledAction>[] {
  const { config } = site;
  const compile = (item: Site<Action>) => {
    withoutShortcut(item);
    return compileAction(item);
  };
  if (!Array.isArray(config)) return [{ do: compile(site.as(config)) }];
  return config.map((item, i) => {
    const one = site.below(item, i);
    const when = one.at('when').condition()!;
    return { when, do: compile(one.narrowed(item.when).at('do')) };
  });
}

/** The confirmation before an action; that of a call may have fields for a part of its request. */
function confirmOf(site: Site<Action>): CompiledConfirm {
  const question = site.as(site.config as Common).at('confirm') as Site<string | AskingDialog>;
  const confirm = compileConfirm(question);
  const asks = 'call' in site.config && typeof question.config === 'object';
  const ask = asks ? compileAsk(question as Site<AskingDialog>, (site.config as CallAction).call) : undefined;
  return { ...confirm, ...(ask ? { ask } : {}) };
}

export function compileConfirm(site: Site<string | ConfirmDialog>): CompiledConfirm {
  if (typeof site.config === 'string') return { message: site.text(true) };
  return site.marked('ConfirmDialog');
}

function compileVerb(site: Site<Action>): CompiledVerb {
  const { config: action } = site;
  if ('navigate' in action) return compileNavigate(site.as(action));
  if ('open' in action) return compileOpen(site.as(action));
  if ('call' in action) return compileCallAction(site.as(action));
  if ('download' in action) return compileDownload(site.as(action));
  if ('upload' in action) return compileUpload(site.as(action));
  if ('transition' in action) return { core: compileTransition(site.as(action).at('transition')) };
  if ('fill' in action) return { core: compileFill(site.as(action)) };
  if ('set' in action) return { core: compileSet(site.as(action).at('set')) };
  if ('pick' in action) return { core: compilePick(site.as(action).at('pick')) };
  if ('close' in action) return { core: { type: 'close' } };
  if ('back' in action) return { core: { type: 'back' } };
  if ('select' in action) return { core: compileSelect(site.as(action)) };
  if ('filter' in action) return { core: compileFilter(site.as(action)) };
  return { core: { type: 'refresh', views: compileRefresh(site.as(action).at('refresh')) } };
}

/** Type of `failure`, in scope after a call that was refused or failed. */
const FAILURE = objectOf({ status: INTEGER, code: STRING, message: STRING });

function compileCallAction(site: Site<CallAction>): CompiledVerb {
  const { config: action } = site;
  const name = site.at('call');
  const operation = name.operation(false);
  if (!operation) return { core: { type: 'call', operation: action.call, with: {} } };
  const given = confirmedNames(action);
  const values = compileArguments(site.at('with'), operation, { lazy: true, given, callPlace: name.place });
  checkUngated(site, neededBy(operation, site.schemas));
  if (operation.replyType && operation.replyType !== 'application/json')
    name.report('type-mismatch', { received: `${operation.id} answers with a file`, expected: 'download' });
  const failed = action.failed ? { failed: compileFailed(site, given.length > 0) } : {};
  return {
    core: { type: 'call', operation: action.call, with: values, ...failed },
    access: operation.permissions,
    result: resultOf(operation),
  };
}

function compileFailed(site: Site<CallAction>, asks: boolean): CompiledAction[] {
  const failed = site.with({ failure: FAILURE }).at('failed');
  if (asks)
    failed.report('wrong-type', {
      received: 'failed beside ask',
      expected: 'one of the two',
      note: 'a confirmation with `ask` shows a refusal at its fields',
    });
  return compileActions(failed, false);
}

function compileDownload(site: Site<DownloadAction>): CompiledVerb {
  const name = site.at('download');
  const operation = name.operation(false);
  const core = { type: 'download' as const, operation: name.config };
  if (!operation) return { core: { ...core, with: {} } };
  const values = compileArguments(site.at('with'), operation, { lazy: true, callPlace: name.place });
  checkUngated(site, neededBy(operation, site.schemas));
  if (operation.replyType === 'application/json' || !operation.replyType || operation.method === 'DELETE')
    name.report('not-a-file', { received: name.config });
  return { core: { ...core, with: values }, access: operation.permissions, result: resultOf(operation) };
}

/** Type of `result` after the call; an empty object when there is no reply. */
export function resultOf(operation: ApiOperation): JsonSchema {
  return operation.reply ?? (operation.replyType ? ANY : objectOf({}));
}

/** What the `accept` attribute of a file input takes: a file extension or a media type. */
const ACCEPTED = /^(\.[\w-]+(\.[\w-]+)*|[\w-]+\/([\w.+-]+|\*))$/;

/** Compiles the upload of the files that the user chooses; `result` is the reply to the last of them. */
function compileUpload(site: Site<UploadAction>): CompiledVerb {
  const { upload, accept = [], multiple = false } = site.config;
  for (const pattern of site.items('accept'))
    if (!ACCEPTED.test(pattern.config))
      pattern.report('wrong-type', {
        received: pattern.config,
        expected: 'an ending with its dot (.pdf) or a media type (image/*)',
      });
  const name = site.at('upload');
  const operation = name.operation(false);
  const core = { type: 'upload' as const, operation: upload, accept, multiple };
  if (!operation) return { core: { ...core, with: {}, property: '' } };
  const properties = Object.entries(deref(operation.body ?? ANY, site.schemas).properties ?? {});
  const [property] = properties.filter(([, schema]) => isFile(schema)).map(([key]) => key);
  if (operation.bodyType !== 'multipart/form-data' || !property)
    name.report('not-an-upload', { received: upload });
  const values = compileArguments(site.at('with'), operation, {
    lazy: true,
    given: property ? [property] : [],
    callPlace: name.place,
  });
  return {
    core: { ...core, with: values, property: property ?? '' },
    access: operation.permissions,
    result: resultOf(operation),
  };
}

/** Whether the schema is that of a file part of a form. */
function isFile(schema: JsonSchema): boolean {
  return schema.contentMediaType !== undefined || schema.format === 'binary';
}
