import { useLocale } from '../../../data/useLocale.ts';
import { defineCell, type CellProps } from '../../../registry/define.ts';

function MoneyCell({ value, options }: CellProps) {
  const { formatNumber } = useLocale();
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

export default defineCell({ name: 'money', component: MoneyCell });
