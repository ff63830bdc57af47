import { useLocale } from '../../../data/useLocale.ts';
import { defineCell, type CellProps } from '../../../registry/define.ts';

function DateCell({ value }: CellProps) {
  const { formatDate } = useLocale();
  return typeof value === 'string' ? <span className="whitespace-nowrap">{formatDate(value)}</span> : null;
}

export default defineCell({ name: 'date', component: DateCell });
