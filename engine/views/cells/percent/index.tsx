import { useLocale } from '../../../data/useLocale.ts';
import { defineCell, type CellProps } from '../../../registry/define.ts';

function PercentCell({ value, options }: CellProps) {
  const { formatNumber } = useLocale();
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

export default defineCell({ name: 'percent', component: PercentCell });
