/**
 * Validates the form of a step by its saved values, whether or not the step is shown, so that a later step can be
 * opened by a link; renders nothing. While the step is not shown its saved values are views.NAME.value.
 */
import { useEffect, useState } from 'react';
import { useEngine } from '../../data/engine.ts';
import { useCan } from '../../access/can.ts';
import type { CompiledForm } from '../../language/compiled.ts';
import { loadEvaluator } from '../../language/evaluate.ts';
import { FormController } from '../form/controller.ts';
import { passes } from '../form/host.ts';
import { useFormRecord } from '../form/record.ts';
import { publishView, usePage } from '../../page/page.ts';

interface Props {
  form: CompiledForm;
  shown: boolean;
  onValidated(complete: boolean): void;
}

export function StepProbe({ form, shown, onValidated }: Props): null {
  const { i18n } = useEngine();
  const page = usePage();
  const { ready, record, problem } = useFormRecord(form);
  const allowed = useCan()(form.submit.access);
  const [evaluator, setEvaluator] = useState(false);
  useEffect(() => {
    // Rules and conditions of a form need the evaluator; without any it resolves immediately.
    loadEvaluator().then(
      () => setEvaluator(true),
      (error: unknown) => console.error('The evaluator of expressions could not be loaded', error),
    );
  }, []);
  useEffect(() => {
    if (problem) return onValidated(false);
    if (!ready || !evaluator) return;
    const schema = page.screen.schemas[form.schema] ?? {};
    const controller = new FormController({ form, schema, record, scope: page.scope.get, i18n, allowed });
    if (!shown && form.name) publishView(page, form.name, false, { value: controller.visible() });
    onValidated(record !== undefined && passes(controller));
    // `onValidated` is a new function at each render with the same effect.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [page, form, shown, ready, record, problem, allowed, evaluator]);
  return null;
}
