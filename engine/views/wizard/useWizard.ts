/** Going through the steps: saving one, running its commit, going on, confirming at the end. */
import { useCallback, useMemo, useRef, useState, type RefObject } from 'react';
import { useEngine } from '../../data/engine.ts';
import type { CompiledForm, CompiledWizard } from '../../language/compiled.ts';
import { readyFor } from '../actions/ready.ts';
import { useRun } from '../actions/run.ts';
import { actionAvailability, useActionAvailability } from '../actions/availability.ts';
import type { FormHost, FormHandle } from '../form/host.ts';
import { askToLeave } from '../form/leave.ts';
import { usePage } from '../../page/page.ts';
import type { StepAddress } from './address.ts';
import type { Steps } from './steps.ts';

export interface Wizard {
  busy: boolean;
  /** Next, or Confirm at the last step, can be pressed. */
  enabled: boolean;
  /** Why the last step cannot be confirmed. */
  hint?: string;
  /** Whether there is a Confirm for this account. */
  visible: boolean;
  host: FormHost | undefined;
  next(): Promise<void>;
  /** To a step that was finished before, or back; unsaved input is asked about. */
  go(step: number): Promise<void>;
}

export function useWizard(view: CompiledWizard, steps: Steps, address: StepAddress): Wizard {
  const engine = useEngine();
  const page = usePage();
  const run = useRun();
  const { shown = 0, facts, tell } = steps;
  const step = view.steps[shown]!;
  const [busy, setBusy] = useState(false);
  /** The step that was saved since it is shown. */
  const [saved, setSaved] = useState<number>();
  const finish = useActionAvailability(view.finish);
  const last = shown === view.steps.length - 1;
  const form = step.view.type === 'form' ? step.view : undefined;
  const { host, handle } = useFormHost(form, address.matters, tell);
  if (saved !== undefined && saved !== shown) setSaved(undefined);
  const works = form !== undefined || step.commit !== undefined;
  const unsaved = works && (saved !== shown || facts?.dirty === true);

  const save = async (): Promise<boolean> => {
    if (handle.current && !(await handle.current.submit())) return false;
    if (step.commit && !(await run(step.commit)).done) return false;
    steps.pass(shown);
    setSaved(shown);
    return true;
  };
  const confirm = async () => {
    // What the save has brought may forbid the end, or allow it.
    await readyFor(engine.evaluator, view.finish);
    if (actionAvailability(engine, view.finish, page.scope.get()).enabled) await run(view.finish);
  };
  const whileBusy = async (work: () => Promise<void>) => {
    if (busy) return;
    setBusy(true);
    try {
      await work();
    } finally {
      setBusy(false);
    }
  };
  return {
    busy,
    enabled: steps.valid && (!last || (steps.first >= shown && (unsaved || finish.enabled))),
    ...(last && !unsaved && finish.hint ? { hint: finish.hint } : {}),
    visible: finish.visible,
    host,
    next: () =>
      whileBusy(async () => {
        const before = engine.history.location.get();
        if ((!last || unsaved) && !(await save())) return;
        if (last) return confirm();
        await address.goOn(shown, before);
      }),
    go: (to) =>
      whileBusy(async () => {
        // A page's address asks by itself.
        if (page.dialog && handle.current?.isDirty() && !(await askToLeave(engine))) return;
        await address.go(to);
      }),
  };
}

/** The same object as long as the step is: a form follows it. */
function useFormHost(
  form: CompiledForm | undefined,
  matters: FormHost['matters'],
  tell: Steps['tell'],
): { host: FormHost | undefined; handle: RefObject<FormHandle | undefined> } {
  const handle = useRef<FormHandle>(undefined);
  const attach = useCallback(
    (now: FormHandle) => {
      handle.current = now;
      return () => {
        handle.current = undefined;
        tell(undefined);
      };
    },
    [tell],
  );
  const host = useMemo(() => form && { form, matters, attach, tell }, [form, matters, attach, tell]);
  return { host, handle };
}
