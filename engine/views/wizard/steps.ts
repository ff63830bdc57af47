/** Which steps are finished, which may be entered, and whether the shown one can be left. */
import { useMemo, useState } from 'react';
import { useStore } from '../../data/store.ts';
import { holds } from '../../language/evaluate.ts';
import type { CompiledWizard } from '../../language/compiled.ts';
import type { FormFacts } from '../form/host.ts';
import { formsOf } from './forms.ts';
import { usePage, type Page } from '../../page/page.ts';
import { useScope } from '../../page/scope.ts';

export interface Steps {
  /** The shown step; undefined while it is unknown whether the requested one may be entered. */
  shown: number | undefined;
  /** The first unfinished step; no step after it may be entered. */
  first: number;
  /** Finished steps that are marked as done: those before the shown one, and those with a form or a `validWhen`. */
  done: readonly boolean[];
  /** `validWhen` of the shown step is true, and its form is valid. */
  valid: boolean;
  /** The open forms of the shown step, by their paths. */
  facts: ReadonlyMap<string, FormFacts>;
  /**
   * Whether a record of the page is loading now. If its arguments are known only since this render, the request starts in
   * an effect after it, so `shown` does not take it into account yet.
   */
  isLoading(): boolean;
  reportFacts(form: string, facts: FormFacts | undefined): void;
  /** The step was saved and left by Next. */
  pass(step: number): void;
  /** Sets whether a saved form is valid. */
  setComplete(form: string, complete: boolean): void;
}

type Marks = Readonly<Record<string, boolean>>;

const anyLoading = (records: ReturnType<Page['records']['get']>): boolean =>
  Object.values(records).some((one) => !one.ready && !one.error);

export function useSteps({ steps }: CompiledWizard, requested: number): Steps {
  const page = usePage();
  const scope = useScope();
  const waits = useStore(page.records, anyLoading);
  const [passed, setPassed] = useState<Marks>({});
  const [completeForms, setCompleteForms] = useState<Marks>({});
  const [facts, setFacts] = useState<ReadonlyMap<string, FormFacts>>(new Map());
  const actions = useMemo(
    () => ({
      reportFacts: (form: string, formFacts: FormFacts | undefined) =>
        setFacts((now) => {
          const next = new Map(now);
          if (formFacts) next.set(form, formFacts);
          else next.delete(form);
          return next;
        }),
      pass: (step: number) => setPassed((now) => ({ ...now, [steps[step]!.id]: true })),
      setComplete: (form: string, complete: boolean) =>
        setCompleteForms((now) => ({ ...now, [form]: complete })),
    }),
    [steps],
  );

  const finished = steps.map(
    ({ id, view, validWhen }) =>
      holds(validWhen, scope) &&
      (passed[id] === true || formsOf(view).every(({ at }) => completeForms[at] === true)),
  );
  const found = finished.indexOf(false);
  const first = found < 0 ? steps.length - 1 : found;
  const unknown = steps
    .slice(0, requested)
    .some(({ id, view }) => !passed[id] && formsOf(view).some(({ at }) => completeForms[at] === undefined));
  const shown = requested <= first ? requested : unknown || waits ? undefined : first;
  const step = shown === undefined ? undefined : steps[shown];
  const valid =
    step !== undefined &&
    holds(step.validWhen, scope) &&
    formsOf(step.view).every(({ at }) => facts.get(at)?.valid === true);
  const done = steps.map(
    ({ view, validWhen }, i) =>
      finished[i] === true && (i < (shown ?? 0) || formsOf(view).length > 0 || validWhen !== undefined),
  );
  return { shown, first, done, valid, facts, isLoading: () => anyLoading(page.records.get()), ...actions };
}
