import { defineCell, type CellProps } from '../../../registry/define.ts';
import { formatDateTime } from '../../../data/locale.ts';

function DateTimeCell({ value, options }: CellProps) {
  if (typeof value !== 'string') return null;
  return (
    <span className="whitespace-nowrap">{formatDateTime(value, { seconds: options.seconds !== false })}</span>
  );
}

export default defineCell({ name: 'dateTime', component: DateTimeCell });
