/** Save and the form's other buttons, always visible at the bottom of the form. */
import type { ReactNode } from 'react';
import { useEngine } from '../../data/engine.ts';
import { useLocale } from '../../data/useLocale.ts';
import type { CompiledAction, CompiledForm } from '../../language/compiled.ts';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { ActionBar } from '../actions/ActionBar.tsx';
import { parentHref } from '../actions/run.ts';
import { usePage } from '../../page/page.ts';
import { useScreens } from '../../page/screens.ts';
import { useForm, useStatus } from './context.ts';
import { useFormScope, valuesOf } from './useFormScope.ts';

/** A form whose Save button has the tone of an action. */
export type TonedForm = CompiledForm & { tone?: CompiledAction['tone'] };

/** A hosted form has no own Save button. */
export function FormButtons({ view, hosted }: { view: TonedForm; hosted: boolean }): ReactNode {
  const engine = useEngine();
  const { t } = useLocale();
  const { controller } = useForm();
  const page = usePage();
  const { dialog } = page;
  const { entries } = useScreens();
  const submitting = useStatus((status) => status.submitting);
  const readOnly = useStatus((status) => status.readOnly);
  const local = useFormScope(view.buttons.flatMap(valuesOf));
  const saves = !readOnly && !hosted;
  if (!saves && !view.buttons.length) return null;
  return (
    <div
      data-part="form-foot"
      className={cx(
        'sticky bottom-0 z-10 flex flex-wrap items-center gap-2 border-t border-line py-3',
        dialog ? '-mx-5 justify-end bg-raised px-5' : '-mx-1 bg-canvas px-1',
      )}
    >
      {saves && (
        <Button
          type="submit"
          tone={view.tone === 'danger' ? 'danger' : 'primary'}
          busy={submitting}
          className={cx(dialog && 'order-last')}
        >
          {controller.text(view.submit.label)}
        </Button>
      )}
      {saves && leadsBack(view) && (
        <Button
          onClick={() => (dialog ? dialog.close() : engine.history.goBack(parentHref(engine, page, entries)))}
        >
          {t('engine.cancel')}
        </Button>
      )}
      <ActionBar actions={view.buttons} local={local} />
    </div>
  );
}

/** Whether the form goes back after a save and has no button yet that leaves it without saving: it then gets one. */
const leadsBack = ({ submit, buttons }: CompiledForm): boolean =>
  submit.then.some(({ type }) => type === 'back' || type === 'close' || type === 'pick') &&
  !buttons.some(({ type }) => type === 'back' || type === 'close');
