import type { I18n } from '../../../data/i18n.ts';
import type { CellProps } from '../../../registry/define.ts';
import { definePlainCell } from '../plain.ts';

function drawDate({ value }: CellProps, { formatDate }: I18n) {
  return typeof value === 'string' ? <span className="whitespace-nowrap">{formatDate(value)}</span> : null;
}

export default definePlainCell({ name: 'date', draw: drawDate });
