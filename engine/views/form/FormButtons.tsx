/** Save and the form's other buttons, in sight at the foot however long the form is. */
import type { ReactNode } from 'react';
import type { CompiledForm, CompiledValue } from '../../language/compiled.ts';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { ActionBar } from '../actions/ActionBar.tsx';
import { usePage } from '../page.ts';
import { useForm, useStatus } from './context.ts';
import { useFormScope } from './useFormScope.ts';

/** A form that is hosted has no Save of its own. */
export function FormButtons({ view, hosted }: { view: CompiledForm; hosted: boolean }): ReactNode {
  const { controller } = useForm();
  const { dialog } = usePage();
  const submitting = useStatus((status) => status.submitting);
  const readOnly = useStatus((status) => status.readOnly);
  const local = useFormScope(view.buttons.flatMap(valuesOf));
  const saves = !readOnly && !hosted;
  if (!saves && !view.buttons.length) return null;
  return (
    <div
      data-part="form-foot"
      className={cx(
        'sticky bottom-0 z-10 -mx-1 flex flex-wrap items-center gap-2 border-t border-line px-1 py-3',
        dialog ? 'justify-end bg-surface' : 'bg-canvas',
      )}
    >
      {saves && (
        <Button type="submit" tone="primary" busy={submitting} className={cx(dialog && 'order-last')}>
          {controller.text(view.submit.label)}
        </Button>
      )}
      <ActionBar actions={view.buttons} local={local} />
    </div>
  );
}

/** Every value of an action that may look at the form. */
function valuesOf(action: CompiledForm['buttons'][number]): CompiledValue[] {
  const args = 'with' in action ? Object.values(action.with) : [];
  return [action.visibleWhen, action.enabledWhen, ...args].filter((value) => value !== undefined);
}
