/** Cancel, Back, Next; at the last step Confirm. A hint beside them says why Next or Confirm is disabled. */
import type { ReactNode } from 'react';
import type { I18n } from '../../data/i18n.ts';
import { useLocale } from '../../data/useLocale.ts';
import type { CompiledWizard } from '../../language/compiled.ts';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { ActionButton } from '../actions/ActionButton.tsx';
import { usePage } from '../../page/page.ts';
import { useTextOf } from '../../page/text.ts';
import { formsOf } from './forms.ts';
import type { Steps } from './steps.ts';
import type { Wizard } from './useWizard.ts';

interface Props {
  view: CompiledWizard;
  steps: Steps;
  shown: number;
  wizard: Wizard;
  hintId: string;
}

export function WizardFoot({ view, steps, shown, wizard, hintId }: Props): ReactNode {
  const i18n = useLocale();
  const { t } = i18n;
  const { dialog } = usePage();
  const confirm = useTextOf(view.finish.label) || t('engine.wizard.confirm');
  const last = shown === view.steps.length - 1;
  const hint = wizard.enabled ? '' : (wizard.hint ?? reason(i18n, view, steps, shown));
  return (
    <div
      data-part="wizard-foot"
      className={cx(
        'sticky bottom-0 z-10 -mx-1 flex flex-wrap items-center gap-2 border-t border-line px-1 py-3',
        dialog ? 'bg-surface' : 'bg-canvas',
      )}
    >
      {view.cancel && (
        <span className="mr-auto sm:mr-0">
          <ActionButton action={view.cancel} />
        </span>
      )}
      <p
        id={hintId}
        aria-live="polite"
        className="order-first min-w-0 basis-full text-sm text-muted sm:order-none sm:flex-1 sm:basis-0 sm:text-right"
      >
        {hint}
      </p>
      {shown > 0 && (
        <Button icon="arrow-left" disabled={wizard.busy} onClick={() => void wizard.go(shown - 1)}>
          {t('engine.wizard.back')}
        </Button>
      )}
      {(!last || wizard.visible) && (
        <Button
          tone="primary"
          busy={wizard.busy}
          disabled={!wizard.enabled}
          aria-describedby={hint ? hintId : undefined}
          onClick={() => void wizard.next()}
        >
          {last ? confirm : t('engine.wizard.next')}
        </Button>
      )}
    </div>
  );
}

function reason(i18n: I18n, view: CompiledWizard, { facts, valid }: Steps, shown: number): string {
  if (valid) return '';
  const step = view.steps[shown];
  const forms = step ? formsOf(step.view) : [];
  if (forms.some(({ at }) => !facts.has(at))) return '';
  const open = forms.some(({ at }) => !facts.get(at)!.valid);
  return i18n.t(open ? 'engine.wizard.fill' : 'engine.wizard.unfinished');
}
