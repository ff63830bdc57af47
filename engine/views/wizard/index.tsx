/**
 * The wizard: steps over a saved draft. A step's form is saved by Next, its commit runs after that, and the step
 * is left only when both have succeeded. The step is in the URL.
 */
import { useEffect, useId, useRef, type ReactNode } from 'react';
import { useLocale } from '../../data/useLocale.ts';
import type { CompiledWizard } from '../../language/compiled.ts';
import { defineView, type ViewProps } from '../../registry/define.ts';
import { SkeletonBlock } from '../../ui/states.tsx';
import { FormHostsContext } from '../form/host.ts';
import { useTextOf } from '../../page/text.ts';
import { View } from '../view.tsx';
import { useStepAddress } from './address.ts';
import { formsOf } from './forms.ts';
import { Stepper } from './Stepper.tsx';
import { StepProbe } from './StepProbe.tsx';
import { useSteps } from './steps.ts';
import { useWizard } from './useWizard.ts';
import { WizardFoot } from './WizardFoot.tsx';

function WizardView({ view }: ViewProps<CompiledWizard>): ReactNode {
  useLocale();
  const hintId = useId();
  const address = useStepAddress(view);
  const steps = useSteps(view, address.requested);
  const wizard = useWizard(view, steps, address);
  const { shown } = steps;
  const step = shown === undefined ? undefined : view.steps[shown];

  // The URL decides what is shown; otherwise a later step would open automatically as soon as it may be entered.
  const { requested, go } = address;
  useEffect(() => {
    if (shown !== undefined && shown !== requested && !steps.isLoading()) void go(shown, { replace: true });
    // `isLoading` is not a dependency: it reads the records when the effect runs. Once they are loaded `shown` changes.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [shown, requested, go]);

  return (
    <div className="flex min-w-0 flex-col gap-4">
      {view.steps.map((one, i) =>
        formsOf(one.view).map((form) => (
          <StepProbe
            key={form.at}
            form={form}
            shown={i === shown}
            onValidated={(complete) => steps.setComplete(form.at, complete)}
          />
        )),
      )}
      <Stepper
        steps={view.steps}
        shown={shown}
        first={steps.first}
        done={steps.done}
        onGo={(to) => void wizard.go(to)}
      />
      {step && shown !== undefined ? (
        <>
          <StepHeading step={step} number={shown + 1} count={view.steps.length} />
          <FormHostsContext value={wizard.hosts}>
            <View key={step.id} view={step.view} />
          </FormHostsContext>
          <WizardFoot view={view} steps={steps} shown={shown} wizard={wizard} hintId={hintId} />
        </>
      ) : (
        <SkeletonBlock lines={6} />
      )}
    </div>
  );
}

/** Gets the focus when the step has changed, so that a screen reader announces it. */
function StepHeading({
  step,
  number,
  count,
}: {
  step: CompiledWizard['steps'][number];
  number: number;
  count: number;
}): ReactNode {
  const { t } = useLocale();
  const title = useTextOf(step.title);
  const heading = useRef<HTMLHeadingElement>(null);
  const before = useRef(step.id);
  useEffect(() => {
    if (before.current !== step.id) heading.current?.focus();
    before.current = step.id;
  }, [step.id]);
  return (
    <h2 ref={heading} tabIndex={-1} className="text-lg font-semibold">
      {title}{' '}
      <span className="ml-1 text-sm font-normal text-muted">{t('engine.wizard.of', { number, count })}</span>
    </h2>
  );
}

export default defineView({ name: 'wizard', component: WizardView });
