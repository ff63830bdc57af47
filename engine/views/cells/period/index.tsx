import type { I18n } from '../../../data/i18n.ts';
import type { CellProps } from '../../../registry/define.ts';
import { definePlainCell } from '../plain.ts';

/** A range of dates or of instants; either end may be open. */
function drawPeriod({ values, options }: CellProps, i18n: I18n) {
  const { t } = i18n;
  const [from, to] = values.map((value) =>
    typeof value === 'string' ? formatted(i18n, value, options.time === true) : '',
  );
  if (!from && !to) return null;
  const text = !from
    ? t('engine.period.until', { to })
    : !to
      ? t('engine.period.since', { from })
      : `${from}\u00a0– ${endOf(from, to)}`;
  return <span className="whitespace-nowrap">{text}</span>;
}

const formatted = (i18n: I18n, value: string, time: boolean) =>
  time ? i18n.formatDateTime(value, { seconds: false }) : i18n.formatDate(value);

/** Leaves out the date of the end when it is that of the start. */
function endOf(from: string, to: string): string {
  const [day, time] = to.split(' ');
  return time && from.startsWith(`${day} `) ? time : to;
}

export default definePlainCell({ name: 'period', draw: drawPeriod });
