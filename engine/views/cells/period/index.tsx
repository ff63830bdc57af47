import { defineCell, type CellProps } from '../../../registry/define.ts';
import { formatDate, t, useLocale } from '../../../data/locale.ts';

/** From a day to a day; either may be open. */
function PeriodCell({ values }: CellProps) {
  useLocale();
  const [from, to] = values.map((value) => (typeof value === 'string' ? formatDate(value) : ''));
  if (!from && !to) return null;
  const text = !from
    ? t('engine.period.until', { to })
    : !to
      ? t('engine.period.since', { from })
      : `${from}\u00a0– ${to}`;
  return <span className="whitespace-nowrap">{text}</span>;
}

export default defineCell({ name: 'period', component: PeriodCell });
