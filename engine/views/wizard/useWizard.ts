/** Navigation through the steps: saves a step, runs its commit, continues, and confirms at the end. */
import { useMemo, useState } from 'react';
import { useEngine } from '../../data/engine.ts';
import type { CompiledForm, CompiledWizard } from '../../language/compiled.ts';
import { readyFor } from '../actions/ready.ts';
import { useRun } from '../actions/run.ts';
import { actionAvailability, useActionAvailability } from '../actions/availability.ts';
import type { FormHandle, FormHost, FormHosts } from '../form/host.ts';
import { confirmLeave } from '../form/leave.ts';
import { formsOf } from './forms.ts';
import { usePage } from '../../page/page.ts';
import type { StepAddress } from './address.ts';
import type { Steps } from './steps.ts';

export interface Wizard {
  busy: boolean;
  /** Whether Next, or Confirm at the last step, is enabled. */
  enabled: boolean;
  /** Why the last step cannot be confirmed. */
  hint?: string;
  /** Whether this account may see Confirm. */
  visible: boolean;
  hosts: FormHosts;
  next(): Promise<void>;
  /** Goes to a finished step, or back; asks for confirmation with unsaved input. */
  go(step: number): Promise<void>;
}

export function useWizard(view: CompiledWizard, steps: Steps, address: StepAddress): Wizard {
  const engine = useEngine();
  const page = usePage();
  const run = useRun();
  const { shown = 0, facts, reportFacts } = steps;
  const step = view.steps[shown]!;
  const [busy, setBusy] = useState(false);
  /** The step that was saved since it was shown. */
  const [saved, setSaved] = useState<number>();
  const finish = useActionAvailability(view.finish);
  const last = shown === view.steps.length - 1;
  const forms = useMemo(() => formsOf(step.view), [step.view]);
  const { hosts, handles } = useFormHosts(forms, address.matters, reportFacts);
  if (saved !== undefined && saved !== shown) setSaved(undefined);
  const works = forms.length > 0 || step.commit !== undefined;
  const unsaved = works && (saved !== shown || [...facts.values()].some(({ dirty }) => dirty));

  const save = async (): Promise<boolean> => {
    for (const { at } of forms) {
      const handle = handles.get(at);
      if (handle && !(await handle.submit())) return false;
    }
    if (step.commit && !(await run(step.commit)).done) return false;
    steps.pass(shown);
    setSaved(shown);
    return true;
  };
  const confirm = async () => {
    // The result of the save may disable or enable the end.
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
    hosts,
    next: () =>
      whileBusy(async () => {
        const before = engine.history.location.get();
        if ((!last || unsaved) && !(await save())) return;
        if (last) return confirm();
        await address.goOn(shown, before);
      }),
    go: (to) =>
      whileBusy(async () => {
        // On a page the router asks for confirmation itself.
        const dirty = [...handles.values()].some((handle) => handle.isDirty());
        if (page.dialog && dirty && !(await confirmLeave(engine))) return;
        await address.go(to);
      }),
  };
}

/** Returns the same objects while the step is the same, as forms subscribe to their host. */
function useFormHosts(
  forms: readonly CompiledForm[],
  matters: FormHost['matters'],
  reportFacts: Steps['reportFacts'],
): { hosts: FormHosts; handles: Map<string, FormHandle> } {
  const [handles] = useState(() => new Map<string, FormHandle>());
  const hosts = useMemo(() => {
    const hostOf = ({ at }: CompiledForm): FormHost => ({
      matters,
      attach: (handle) => {
        handles.set(at, handle);
        return () => {
          handles.delete(at);
          reportFacts(at, undefined);
        };
      },
      reportFacts: (facts) => reportFacts(at, facts),
    });
    return new Map(forms.map((form) => [form.at, hostOf(form)]));
  }, [forms, matters, reportFacts, handles]);
  return { hosts, handles };
}
