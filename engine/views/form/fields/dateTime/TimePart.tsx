import type { ComponentProps, ReactNode } from 'react';
import { t } from '../../../../data/locale.ts';
import { TimeInput } from '../../../date-input/TimeInput.tsx';

interface Props extends ComponentProps<typeof TimeInput> {
  /** Of the field; its time has a label of its own. */
  label: string;
}

/** The time beside the day of a moment. */
export function TimePart({ label, ...input }: Props): ReactNode {
  return (
    <>
      <label htmlFor={input.id} className="sr-only">
        {t('engine.form.timeOf', { label })}
      </label>
      <TimeInput {...input} />
    </>
  );
}
