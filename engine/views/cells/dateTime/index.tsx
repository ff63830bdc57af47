import type { I18n } from '../../../data/i18n.ts';
import type { CellProps } from '../../../registry/define.ts';
import { definePlainCell } from '../plain.ts';

function drawDateTime({ value, options }: CellProps, { formatDateTime }: I18n) {
  if (typeof value !== 'string') return null;
  return (
    <span className="whitespace-nowrap">{formatDateTime(value, { seconds: options.seconds !== false })}</span>
  );
}

export default definePlainCell({ name: 'dateTime', draw: drawDateTime });
