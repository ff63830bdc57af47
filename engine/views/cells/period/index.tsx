import { defineCell, type CellProps } from '../../../registry/define.ts';
import { formatDate, formatDateTime, t, useLocale } from '../../../data/locale.ts';

/** From a day to a day, or from an instant to an instant; either may be open. */
function PeriodCell({ values, options }: CellProps) {
  useLocale();
  const [from, to] = values.map((value) =>
    typeof value === 'string' ? said(value, options.time === true) : '',
  );
  if (!from && !to) return null;
  const text = !from
    ? t('engine.period.until', { to })
    : !to
      ? t('engine.period.since', { from })
      : `${from}\u00a0– ${endOf(from, to)}`;
  return <span className="whitespace-nowrap">{text}</span>;
}

const said = (value: string, time: boolean) =>
  time ? formatDateTime(value, { seconds: false }) : formatDate(value);

/** The day of an instant is not said twice. */
function endOf(from: string, to: string): string {
  const [day, time] = to.split(' ');
  return time && from.startsWith(`${day} `) ? time : to;
}

export default defineCell({ name: 'period', component: PeriodCell });
