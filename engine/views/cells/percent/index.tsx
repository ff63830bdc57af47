import type { I18n } from '../../../data/i18n.ts';
import type { CellProps } from '../../../registry/define.ts';
import { definePlainCell } from '../plain.ts';

function drawPercent({ value, options }: CellProps, { formatNumber }: I18n) {
  if (typeof value !== 'number') return null;
  const percent = options.fraction === true ? value * 100 : value;
  const digits = options.digits as number | undefined;
  return (
    <span className="whitespace-nowrap">
      {formatNumber(percent, {
        ...(digits === undefined ? {} : { minimumFractionDigits: digits }),
        maximumFractionDigits: digits ?? 1,
      })}
      {'\u00a0%'}
    </span>
  );
}

export default definePlainCell({ name: 'percent', draw: drawPercent });
