import type { I18n } from '../../../data/i18n.ts';
import type { CellProps } from '../../../registry/define.ts';
import { definePlainCell } from '../plain.ts';

function drawNumber({ value, options }: CellProps, { formatNumber, t }: I18n) {
  if (typeof value !== 'number') return null;
  const digits = options.digits as number | undefined;
  const most = (options.maxDigits as number | undefined) ?? digits;
  const text = formatNumber(value, {
    ...(digits === undefined ? {} : { minimumFractionDigits: digits }),
    ...(most === undefined ? {} : { maximumFractionDigits: most }),
  });
  return (
    <span className="whitespace-nowrap">
      {text}
      {typeof options.unit === 'string' && <span className="text-muted">{`\u00a0${t(options.unit)}`}</span>}
    </span>
  );
}

export default definePlainCell({ name: 'number', draw: drawNumber });
