import { useLocale } from '../../../data/useLocale.ts';
import { defineCell, type CellProps } from '../../../registry/define.ts';

function BooleanCell({ value, options }: CellProps) {
  const { t } = useLocale();
  if (typeof value !== 'boolean') return null;
  const key = value ? (options.true ?? 'engine.yes') : (options.false ?? 'engine.no');
  return <span className={value ? undefined : 'text-muted'}>{t(String(key))}</span>;
}

export default defineCell({ name: 'boolean', component: BooleanCell });
