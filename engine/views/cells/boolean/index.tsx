import { defineCell, type CellProps } from '../../../registry/define.ts';
import { t, useLocale } from '../../../data/locale.ts';

function BooleanCell({ value, options }: CellProps) {
  useLocale();
  if (typeof value !== 'boolean') return null;
  const key = value ? (options.true ?? 'engine.yes') : (options.false ?? 'engine.no');
  return <span className={value ? undefined : 'text-muted'}>{t(String(key))}</span>;
}

export default defineCell({ name: 'boolean', component: BooleanCell });
