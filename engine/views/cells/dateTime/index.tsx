import { useLocale } from '../../../data/useLocale.ts';
import { defineCell, type CellProps } from '../../../registry/define.ts';

function DateTimeCell({ value, options }: CellProps) {
  const { formatDateTime } = useLocale();
  if (typeof value !== 'string') return null;
  return (
    <span className="whitespace-nowrap">{formatDateTime(value, { seconds: options.seconds !== false })}</span>
  );
}

export default defineCell({ name: 'dateTime', component: DateTimeCell });
