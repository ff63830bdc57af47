import type { ComponentProps, ReactNode } from 'react';
import { useLocale } from '../../../../data/useLocale.ts';
import { TimeInput } from '../../../date-input/TimeInput.tsx';

interface Props extends ComponentProps<typeof TimeInput> {
  /** Label of the field; the time has a separate label. */
  label: string;
}

/** The time beside the day of a moment. */
export function TimePart({ label, ...input }: Props): ReactNode {
  const { t } = useLocale();
  return (
    <>
      <label htmlFor={input.id} className="sr-only">
        {t('engine.form.timeOf', { label })}
      </label>
      <TimeInput {...input} />
    </>
  );
}
