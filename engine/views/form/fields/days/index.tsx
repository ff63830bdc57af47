import { Suspense } from 'react';
import { useLocale } from '../../../../data/useLocale.ts';
import { defineField, type FieldProps } from '../../../../registry/define.ts';
import { lazyComponent } from '../../../../ui/lazy.tsx';
import { dayOption } from '../control.ts';

const { Component: DaysCalendar } = lazyComponent(
  async () => (await import('../../../date-input/Calendar.tsx')).DaysCalendar,
);

/** A set of days, selected one by one in a calendar that is always visible. */
function DaysField(props: FieldProps) {
  const i18n = useLocale();
  const { value, onChange, onBlur, disabled, readOnly } = props;
  const days = Array.isArray(value) ? (value as string[]) : [];
  const min = dayOption(i18n, props, 'min');
  const max = dayOption(i18n, props, 'max');
  return (
    <div className="w-fit max-w-full rounded-md border border-field bg-surface">
      <Suspense fallback={<div className="h-[330px] w-[290px]" />}>
        <DaysCalendar
          value={days}
          limits={{ ...(min ? { min } : {}), ...(max ? { max } : {}) }}
          disabled={Boolean(disabled || readOnly)}
          onChange={(chosen) => {
            onChange(chosen);
            onBlur();
          }}
        />
      </Suspense>
      <p aria-live="polite" className="border-t border-line px-3 py-2 text-sm text-muted">
        {i18n.t('engine.choices.chosen', { number: days.length })}
        {days.length > 0 && `: ${days.map((day) => i18n.formatDate(day)).join(', ')}`}
      </p>
    </div>
  );
}

export default defineField({ name: 'days', component: DaysField });
