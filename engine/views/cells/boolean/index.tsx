import type { I18n } from '../../../data/i18n.ts';
import type { CellProps } from '../../../registry/define.ts';
import { definePlainCell } from '../plain.ts';

function drawBoolean({ value, options }: CellProps, { t }: I18n) {
  if (typeof value !== 'boolean') return null;
  const key = value ? (options.true ?? 'engine.yes') : (options.false ?? 'engine.no');
  return <span className={value ? undefined : 'text-muted'}>{t(String(key))}</span>;
}

export default definePlainCell({ name: 'boolean', draw: drawBoolean });
