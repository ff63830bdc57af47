/** Save and the form's other buttons, in sight at the foot however long the form is. */
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

/** A form whose Save does what an action with this tone does. */
export type TonedForm = CompiledForm & { tone?: CompiledAction['tone'] };

/** A form that is hosted has no Save of its own. */
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

/** A form that goes back once it is saved can be left without a save as well. */
const leadsBack = ({ submit, buttons }: CompiledForm): boolean =>
  submit.then.some(({ type }) => type === 'back' || type === 'close' || type === 'pick') &&
  !buttons.some(({ type }) => type === 'back' || type === 'close');
