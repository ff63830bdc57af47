/**
 * Submits a form: validates, asks for confirmation, sends, and makes the reply the new base of the form. Errors of a refused
 * request are shown at the fields; a stale one is merged with the version saved by others.
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
  /** Another view submits the form; then an unchanged record is sent, too. */
  hosted: boolean;
  /** Called once the server has saved the form. */
  saved(): void;
  /** Shows the errors that block the submit. */
  refuse(): void;
  /** Shows two versions side by side; resolves to the values to save, or undefined to continue editing. */
  resolve(merge: Merge): Promise<Tree | undefined>;
}

/** Submits the form; true once it is saved and its follow-up actions are done. */
export async function submitForm(engine: Engine, context: SubmitContext): Promise<boolean> {
  const { controller, run } = context;
  const { store, form } = controller;
  if (store.status.submitting || store.status.readOnly) return false;
  engine.toasts.dismissSuccess();
  if (controller.coming.size && !(await arrived(controller))) return false;
  if (controller.hasRules) await loadEvaluator();
  controller.tidy();
  for (const { key } of controller.plan.spots) store.touch(key);
  const { errors, unplaced } = controller.validate(controller.payload());
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

/** Waits for pending values of fields; if one failed, its field shows the error and nothing is sent. */
async function arrived({ store, coming }: FormController): Promise<boolean> {
  store.setStatus({ submitting: true });
  const all = await Promise.all(coming).finally(() => store.setStatus({ submitting: false }));
  return all.every(Boolean);
}

/** An unchanged record is not saved again, so version and time of change stay the same. Follow-up actions run. */
function keepAsIs(engine: Engine, { controller, run }: SubmitContext): Promise<boolean> {
  engine.toasts.show({ type: 'info', text: engine.i18n.t('engine.form.unchanged') });
  const local = { form: controller.visible(), result: controller.record };
  return runActions(engine, run, controller.form.submit.then, local);
}

/** Sends until it is saved or the user cancels; each attempt is based on the version of the last reply. */
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
      // The fields of a confirmation are not part of the record, so there is nothing to merge.
      if (!stale || operation.version !== undefined) return refused(engine, context, problem);
      if (!(await mergeWith(context, current as Tree))) return undefined;
    }
  }
}

/**
 * The reply is the current record. A property that it lacks keeps the sent value, and so does an object that the reply
 * returns as another type: parameters of a report request are returned as a text.
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
  // A network failure is shown at the form only, until the connection is back.
  if (problem.code === 'network')
    removeOnceConnected(engine, controller, engine.problems.failureText(problem));
  else if (problem.status >= 500)
    engine.toasts.show({ type: 'error', text: engine.problems.failureText(problem) });
  context.refuse();
}

function removeOnceConnected(engine: Engine, { store }: FormController, message: string): void {
  const stop = engine.connection.subscribe(() => {
    if (engine.connection.get().lost) return;
    stop();
    const others = store.unplaced.filter((one) => one !== message);
    if (others.length < store.unplaced.length) store.setErrors(new Map(store.errors), others);
  });
}

async function goOn(engine: Engine, { controller, run }: SubmitContext, reply: unknown): Promise<boolean> {
  const { submit } = controller.form;
  const local = { form: controller.visible(), result: reply };
  showSuccess(engine, submit, { ...run.page.scope.get(), ...local });
  return runActions(engine, run, submit.then, local);
}
