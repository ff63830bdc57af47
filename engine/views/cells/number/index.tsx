import { useLocale } from '../../../data/useLocale.ts';
import { defineCell, type CellProps } from '../../../registry/define.ts';

function NumberCell({ value, options }: CellProps) {
  const { formatNumber, t } = useLocale();
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

export default defineCell({ name: 'number', component: NumberCell });
