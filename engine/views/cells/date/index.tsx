import { defineCell, type CellProps } from '../../../registry/define.ts';
import { formatDate } from '../../../data/locale.ts';

function DateCell({ value }: CellProps) {
  return typeof value === 'string' ? <span className="whitespace-nowrap">{formatDate(value)}</span> : null;
}

export default defineCell({ name: 'date', component: DateCell });
