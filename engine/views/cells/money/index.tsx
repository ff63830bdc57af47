import type { I18n } from '../../../data/i18n.ts';
import type { CellProps } from '../../../registry/define.ts';
import { definePlainCell } from '../plain.ts';

function drawMoney({ value, options }: CellProps, { formatNumber }: I18n) {
  if (typeof value !== 'number') return null;
  const digits = (options.digits as number | undefined) ?? 2;
  const sum = formatNumber(value, { minimumFractionDigits: digits, maximumFractionDigits: digits });
  return (
    <span className="whitespace-nowrap">
      {sum}
      <span className="text-muted">{`\u00a0${(options.currency as string | undefined) ?? '₽'}`}</span>
    </span>
  );
}

export default definePlainCell({ name: 'money', draw: drawMoney });
