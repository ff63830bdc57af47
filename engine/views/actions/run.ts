/**
 * Runs actions. The steps of one action are: confirm, perform, report success, continue with `then` (with the result in
 * scope as `result`). A step that is refused, cancelled or fails ends the chain; a failure is shown in a toast and
 * never rethrown.
 */
import { useCallback, useContext, useMemo } from 'react';
import { useEngine, type Engine } from '../../data/engine.ts';
import { chooseFiles } from '../../data/files.ts';
import { ApiProblem } from '../../data/problem.ts';
import { evaluate, holds, type Scope } from '../../language/evaluate.ts';
import { closingQuestion } from '../../ui/confirmStore.ts';
import type { CompiledAction, CompiledConfirm, CompiledValue, ScreenEntry } from '../../language/compiled.ts';
import { patchGroup, refreshPage, usePage, type Page } from '../../page/page.ts';
import { asConditions, within } from '../../page/conditions.ts';
import { argumentsIn } from '../../page/scope.ts';
import { atVersion } from '../../page/version.ts';
import { useScreens } from '../../page/screens.ts';
import { textIn } from '../../page/text.ts';
import { reportFailure } from './failure.ts';
import type { Outcome } from './outcome.ts';
import { readyFor } from './ready.ts';
import { showSuccess } from './success.ts';
import { targetOf } from './target.ts';
import { PrefixContext } from '../form/context.ts';

export type Run = (action: CompiledAction, local?: Scope) => Promise<Outcome>;

export interface RunContext {
  page: Page;
  entries: readonly ScreenEntry[];
  /** Label of the pressed action, for later steps that have no label. */
  tried?: string;
  /** Path prefix of the list item that contains the action: `rows.2.`. */
  item?: string;
}

const STOPPED: Outcome = { done: false };

/** Returns the context in which actions of this place run. */
export function useRunContext(): RunContext {
  const page = usePage();
  const { entries } = useScreens();
  const item = useContext(PrefixContext);
  return useMemo(() => ({ page, entries, item }), [page, entries, item]);
}

/** Returns a function that runs actions of this page. */
export function useRun(): Run {
  const engine = useEngine();
  const context = useRunContext();
  return useCallback((action, local = {}) => runAction(engine, context, action, local), [engine, context]);
}

export async function runAction(
  engine: Engine,
  context: RunContext,
  action: CompiledAction,
  local: Scope,
): Promise<Outcome> {
  try {
    await readyFor(context.page.engine.evaluator, action);
    const scope = within(context.page, context.page.scope.get(), local);
    const asks = action.confirm?.ask !== undefined;
    const pressed = action.label && textIn(engine.i18n, action.label, scope);
    if (
      action.confirm &&
      !asks &&
      !(await confirmAction(engine, action.confirm, scope, action.tone, pressed))
    )
      return STOPPED;
    const outcome = await perform(context, action, scope);
    if (!outcome.done) return STOPPED;
    const next = outcome.result === undefined ? local : { ...local, result: outcome.result };
    showSuccess(engine, action, within(context.page, context.page.scope.get(), next));
    const tried = labelIn(context, action, local);
    return (await runActions(engine, { ...context, ...(tried && { tried }) }, action.then, next))
      ? outcome
      : STOPPED;
  } catch (error) {
    await fail(engine, context, action, local, error);
    return STOPPED;
  }
}

/** Reports a failure. The action's `failed` replaces the toast when the server rejected the call. */
async function fail(
  engine: Engine,
  context: RunContext,
  action: CompiledAction,
  local: Scope,
  error: unknown,
): Promise<void> {
  if (action.type !== 'call' || !action.failed || !(error instanceof ApiProblem))
    return reportFailure(engine, error, action.at, labelIn(context, action, local));
  const { status, code = '', message } = error;
  await runActions(engine, context, action.failed, { ...local, failure: { status, code, message } });
}

/** Returns the label of the pressed action: its own, or that of the action it follows from. */
function labelIn({ page, tried }: RunContext, { label }: CompiledAction, local: Scope): string | undefined {
  return label ? textIn(page.engine.i18n, label, within(page, page.scope.get(), local)) : tried;
}

/** Runs actions in order; stops at the first that is not done. */
export async function runActions(
  engine: Engine,
  context: RunContext,
  actions: readonly CompiledAction[],
  local: Scope,
): Promise<boolean> {
  for (const action of actions) if (!(await runAction(engine, context, action, local)).done) return false;
  return true;
}

/**
 * Asks for confirmation. `pressed` is the label of the pressed action, used as the default title and confirm button.
 */
export function confirmAction(
  engine: Engine,
  question: CompiledConfirm,
  scope: Scope,
  tone: CompiledAction['tone'] = 'default',
  pressed?: string,
): Promise<boolean> {
  const title = question.title ? textIn(engine.i18n, question.title, scope) : pressed;
  const confirmLabel = question.confirm ? textIn(engine.i18n, question.confirm, scope) : pressed;
  return engine.questions.confirm({
    message: textIn(engine.i18n, question.message, scope),
    ...(title ? { title } : {}),
    ...(confirmLabel ? { confirmLabel } : {}),
    ...(question.cancel ? { cancelLabel: textIn(engine.i18n, question.cancel, scope) } : {}),
    tone: tone === 'danger' ? 'danger' : 'primary',
  });
}

/** Returns the current address. */
function here(engine: Engine): string {
  const { pathname, search } = engine.history.location.get();
  return pathname + search;
}

type Performed = Promise<Outcome> | Outcome;
const DONE: Outcome = { done: true };

function perform({ page, entries, item = '' }: RunContext, action: CompiledAction, scope: Scope): Performed {
  switch (action.type) {
    case 'navigate': {
      const entry = entries.find((e) => e.id === action.screen);
      const { screen, params, query } = targetOf(action, entry, page.params, scope);
      page.dialog?.close();
      // Stored so that `back` can return to the list in the state it was left in.
      return page.engine.history
        .goTo(page.engine.addresses.hrefTo(screen, params, query), { state: { from: here(page.engine) } })
        .then(() => DONE);
    }
    case 'open':
      return open(page, action, scope);
    case 'call':
      if (action.confirm?.ask)
        return import('./ask.ts').then(({ confirmAndCall }) => confirmAndCall(page, action, scope));
      return call(page, action.operation, argumentsIn(action.with, scope), scope);
    case 'download':
      return download(page, action.operation, argumentsIn(action.with, scope));
    case 'upload':
      return upload(page, action, argumentsIn(action.with, scope));
    case 'set':
      patchGroup(page, 'state', argumentsIn(action.values, scope));
      return DONE;
    case 'fill':
      fill(page, action, scope, item);
      return DONE;
    case 'pick':
      page.dialog?.close(evaluate(action.value, scope));
      return DONE;
    case 'close':
      return close(page, action);
    case 'back':
      if (page.dialog) page.dialog.close();
      else page.engine.history.goBack(parentHref(page.engine, page, entries));
      return DONE;
    case 'refresh':
      return refreshPage(page, action.views).then(() => DONE);
    case 'select':
      page.tables.get(action.table)?.select(rowsIn(action.rows, scope));
      return DONE;
    case 'filter':
      page.tables.get(action.table)?.filter(argumentsIn(action.values, scope), action.clear);
      return DONE;
    case 'transition':
      // Shown as one button per transition that the server allows; those buttons run the matching case.
      return STOPPED;
  }
}

/**
 * Closes the dialog. As a button (an action after a call has no label) it asks for confirmation, as Escape does, while
 * the dialog's `unsavedWhen` is true.
 */
async function close(page: Page, { label }: CompiledAction): Promise<Outcome> {
  const { i18n, questions } = page.engine;
  const { confirmClose, unsavedWhen } = page.screen.dialog ?? {};
  const scope = page.scope.get();
  if (label && unsavedWhen && holds(unsavedWhen, scope)) {
    const message = confirmClose ? textIn(i18n, confirmClose, scope) : i18n.t('engine.form.leave');
    if (!(await questions.confirm(closingQuestion(i18n.t, message)))) return STOPPED;
  }
  page.dialog?.close();
  return DONE;
}

const rowsIn = (rows: CompiledValue | undefined, scope: Scope) =>
  ((rows && evaluate(rows, scope)) ?? []) as Record<string, unknown>[];

function fill(
  page: Page,
  { form, item, values, at }: Extract<CompiledAction, { type: 'fill' }>,
  scope: Scope,
  around: string,
): void {
  const write = page.forms.get(form);
  if (!write) throw new Error(`The form at ${form}, into which ${at} writes, is not open`);
  for (const [path, value] of Object.entries(argumentsIn(values, scope)))
    write(item ? around + path : path, value);
}

async function open(
  page: Page,
  { screen, with: args }: Extract<CompiledAction, { type: 'open' }>,
  scope: Scope,
): Promise<Outcome> {
  const result = await page.engine.dialogs.open(
    screen,
    argumentsIn(args, scope),
    asConditions(args, page, scope),
  );
  return result === undefined ? STOPPED : { done: true, result };
}

async function call(page: Page, id: string, args: Record<string, unknown>, scope: Scope): Promise<Outcome> {
  const operation = page.screen.operations[id];
  if (!operation) throw new Error(`Screen "${page.screen.id}" has no operation "${id}"`);
  try {
    return { done: true, result: await page.engine.api.call(atVersion(operation, args, scope), args) };
  } catch (error) {
    // Someone else has changed the record: its replies are loaded again to show the current state.
    if (error instanceof ApiProblem && error.status === 412)
      await page.engine.api.invalidate(operation.changes);
    throw error;
  }
}

async function download(page: Page, id: string, args: Record<string, unknown>): Promise<Outcome> {
  const operation = page.screen.operations[id];
  if (!operation) throw new Error(`Screen "${page.screen.id}" has no operation "${id}"`);
  return (await page.engine.transfers.fetchFile(operation, args)) ? DONE : STOPPED;
}

/** Sends each selected file in a separate request. A rejected file is named in a message; the others are still sent. */
async function upload(
  page: Page,
  action: Extract<CompiledAction, { type: 'upload' }>,
  args: Record<string, unknown>,
): Promise<Outcome> {
  const operation = page.screen.operations[action.operation];
  if (!operation) throw new Error(`Screen "${page.screen.id}" has no operation "${action.operation}"`);
  const files = await chooseFiles(action);
  if (files.length === 0) return STOPPED;
  let outcome = STOPPED;
  for (const file of files) {
    const named = { ...args, [action.property]: file };
    try {
      const sent = await page.engine.transfers.sendFile(operation, named, file);
      if (!sent.done) return outcome;
      outcome = { done: true, result: sent.reply };
    } catch (error) {
      reportFailure(
        page.engine,
        error,
        action.at,
        page.engine.i18n.t('engine.file.refused', { name: file.name }),
      );
    }
  }
  return outcome;
}

/**
 * Returns the address of the parent page: the screen that this one names as parent, with the parameters of this place.
 */
export function parentHref(
  engine: Engine,
  { screen, params }: Page,
  entries: readonly ScreenEntry[],
): string {
  const known = entries.some((entry) => entry.id === screen.parent);
  return screen.parent && known ? engine.addresses.hrefTo(screen.parent, params) : '/';
}
