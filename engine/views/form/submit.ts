/**
 * Sending a form: judge, ask, send, and take what comes back as what the form stands on now. A refused
 * request puts the server's words on the fields; a stale one is merged with what others saved meanwhile.
 */
import type { Engine } from '../../data/engine.ts';
import type { ApiProblem } from '../../data/problem.ts';
import type { VersionedOperation } from '../../data/transport.ts';
import { loadEvaluator } from '../../language/evaluate.ts';
import { confirmAction, runActions, type RunContext } from '../actions/run.ts';
import { showSuccess } from '../actions/success.ts';
import type { FormController } from './controller.ts';
import { startValues } from './initial.ts';
import { mergeVersions, type Merge } from './merge.ts';
import { pathOf } from './paths.ts';
import { isObject } from './schemas.ts';
import type { Tree } from './store.ts';

export interface SubmitContext {
  controller: FormController;
  operation: VersionedOperation;
  run: RunContext;
  /** Another view sends the form: what follows is its own. */
  hosted: boolean;
  /** Told once the server has taken it. */
  saved(): void;
  /** Shows what keeps the form from being sent. */
  refuse(): void;
  /** Shows two versions side by side; resolves to the values to go on with, undefined to go on editing. */
  resolve(merge: Merge): Promise<Tree | undefined>;
}

/** True once it is saved and what was to follow is done. */
export async function submitForm(engine: Engine, context: SubmitContext): Promise<boolean> {
  const { controller, run } = context;
  const { store, form } = controller;
  if (store.status.submitting || store.status.readOnly) return false;
  engine.toasts.dismissSuccess();
  if (controller.coming.size && !(await arrived(controller))) return false;
  if (controller.hasRules) await loadEvaluator();
  controller.tidy();
  for (const { key } of controller.plan.spots) store.touch(key);
  const { errors, unplaced } = controller.judge(controller.payload());
  store.setErrors(errors, unplaced);
  if (errors.size || unplaced.length) {
    context.refuse();
    return false;
  }
  if (!context.hosted && controller.isUnchanged()) return keepAsIs(engine, context);
  const { confirm, label } = form.submit;
  const scope = { ...run.page.scope.get(), ...controller.scope() };
  if (confirm && !(await confirmAction(engine, confirm, scope, 'default', controller.text(label))))
    return false;
  store.setStatus({ submitting: true });
  let saved: { reply: unknown } | undefined;
  try {
    saved = await send(engine, context);
  } finally {
    store.setStatus({ submitting: false });
  }
  return saved !== undefined && (await goOn(engine, context, saved.reply));
}

/** What is on its way into a field is waited for; what did not arrive says so at its field, and nothing is sent. */
async function arrived({ store, coming }: FormController): Promise<boolean> {
  store.setStatus({ submitting: true });
  const all = await Promise.all(coming).finally(() => store.setStatus({ submitting: false }));
  return all.every(Boolean);
}

/** A record as it was opened is not written again: no version, no time of change. What was to follow follows. */
function keepAsIs(engine: Engine, { controller, run }: SubmitContext): Promise<boolean> {
  engine.toasts.show({ type: 'info', text: engine.i18n.t('engine.form.unchanged') });
  const local = { form: controller.visible(), result: controller.record };
  return runActions(engine, run, controller.form.submit.then, local);
}

/** Sends until it is taken or the reader turns back; each turn stands on the version just told. */
async function send(engine: Engine, context: SubmitContext): Promise<{ reply: unknown } | undefined> {
  const { controller, operation } = context;
  for (;;) {
    const sent = controller.store.values;
    try {
      const reply = await engine.api.call(operation, controller.payload());
      takeReply(controller, reply, sent);
      context.saved();
      return { reply };
    } catch (error) {
      const problem = engine.problems.of(error);
      const { current } = problem.details ?? {};
      const stale = problem.status === 412 && current !== null && typeof current === 'object';
      // What was asked before an action is no part of the record: there is nothing to merge.
      if (!stale || operation.version !== undefined) return refused(engine, context, problem);
      if (!(await mergeWith(context, current as Tree))) return undefined;
    }
  }
}

/**
 * The reply is the current record. A property that it lacks keeps the value that was sent, and so does a group of fields
 * that it returns as something else than an object: parameters of a request come back as a text.
 */
function takeReply(controller: FormController, reply: unknown, sent: Tree): void {
  const returned = Object.entries(isObject(reply) ? reply : {}).filter(
    ([name, value]) => !isObject(sent[name]) || isObject(value) || value === null,
  );
  controller.rebase({ ...controller.record, ...sent, ...Object.fromEntries(returned) }, sent);
}

async function mergeWith(context: SubmitContext, current: Tree): Promise<boolean> {
  const { controller } = context;
  const { store, plan, form, schema } = controller;
  const theirs = startValues({ form, schema, scope: () => controller.scope() }, current);
  const values = await context.resolve(mergeVersions(plan.spots, store.initial, store.values, theirs));
  if (!values) return false;
  controller.record = current;
  store.setInitial(theirs);
  store.replace(values, false);
  return true;
}

function refused(engine: Engine, context: SubmitContext, problem: ApiProblem): undefined {
  const { controller } = context;
  const complaints = (problem.details?.errors ?? []).map(({ field, message }) => ({
    path: pathOf(field),
    message,
  }));
  controller.refuse(complaints, engine.problems.failureText(problem));
  // That nobody answers is said at the form alone, until somebody does.
  if (problem.code === 'network') forgetOnceBack(engine, controller, engine.problems.failureText(problem));
  else if (problem.status >= 500)
    engine.toasts.show({ type: 'error', text: engine.problems.failureText(problem) });
  context.refuse();
}

function forgetOnceBack(engine: Engine, { store }: FormController, said: string): void {
  const stop = engine.connection.subscribe(() => {
    if (engine.connection.get().lost) return;
    stop();
    const others = store.unplaced.filter((one) => one !== said);
    if (others.length < store.unplaced.length) store.setErrors(new Map(store.errors), others);
  });
}

async function goOn(engine: Engine, { controller, run }: SubmitContext, reply: unknown): Promise<boolean> {
  const { submit } = controller.form;
  const local = { form: controller.visible(), result: reply };
  showSuccess(engine, submit, { ...run.page.scope.get(), ...local });
  return runActions(engine, run, submit.then, local);
}
