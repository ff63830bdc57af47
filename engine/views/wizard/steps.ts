/** Which steps are finished, which may be entered, and whether the shown one can be left. */
import { useMemo, useState } from 'react';
import { useStore } from '../../data/store.ts';
import { holds } from '../../language/evaluate.ts';
import type { CompiledWizard } from '../../language/compiled.ts';
import type { FormFacts } from '../form/host.ts';
import { usePage } from '../../page/page.ts';
import { useScope } from '../../page/scope.ts';

export interface Steps {
  /** The step that is shown; undefined while it is not known whether the one asked for may be entered. */
  shown: number | undefined;
  /** The first that is not finished; none beyond it may be entered. */
  first: number;
  /** Marked as done: finished, and either behind the shown one or proved by what is saved. */
  done: readonly boolean[];
  /** What is said of the shown step holds, and its form could be sent. */
  valid: boolean;
  /** The form of the shown step. */
  facts: FormFacts | undefined;
  tell(facts: FormFacts | undefined): void;
  /** The step was saved and left by Next. */
  pass(step: number): void;
  /** The step's form, as saved, could be sent as it is. */
  judge(step: number, complete: boolean): void;
}

type Marks = Readonly<Record<string, boolean>>;

export function useSteps({ steps }: CompiledWizard, asked: number): Steps {
  const page = usePage();
  const scope = useScope();
  const waits = useStore(page.records, (all) => Object.values(all).some((one) => !one.ready && !one.error));
  const [passed, setPassed] = useState<Marks>({});
  const [judged, setJudged] = useState<Marks>({});
  const [facts, setFacts] = useState<FormFacts>();
  const actions = useMemo(
    () => ({
      tell: setFacts,
      pass: (step: number) => setPassed((now) => ({ ...now, [steps[step]!.id]: true })),
      judge: (step: number, complete: boolean) =>
        setJudged((now) => ({ ...now, [steps[step]!.id]: complete })),
    }),
    [steps],
  );

  const finished = steps.map(
    ({ id, view, validWhen }) =>
      holds(validWhen, scope) && (view.type !== 'form' || passed[id] === true || judged[id] === true),
  );
  const found = finished.indexOf(false);
  const first = found < 0 ? steps.length - 1 : found;
  const unknown = steps
    .slice(0, asked)
    .some(({ id, view }) => view.type === 'form' && !passed[id] && judged[id] === undefined);
  const shown = asked <= first ? asked : unknown || waits ? undefined : first;
  const step = shown === undefined ? undefined : steps[shown];
  const valid =
    step !== undefined &&
    holds(step.validWhen, scope) &&
    (step.view.type !== 'form' || facts?.valid === true);
  const done = steps.map(
    ({ view, validWhen }, i) =>
      finished[i] === true && (i < (shown ?? 0) || view.type === 'form' || validWhen !== undefined),
  );
  return { shown, first, done, valid, facts, ...actions };
}
