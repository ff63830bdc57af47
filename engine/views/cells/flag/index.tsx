import type { I18n } from '../../../data/i18n.ts';
import type { CellProps } from '../../../registry/define.ts';
import { Icon } from '../../../ui/icon.tsx';
import { definePlainCell } from '../plain.ts';

/** An icon when there is a value, nothing otherwise. */
function drawFlag({ value, options }: CellProps, { t }: I18n) {
  if (value === undefined || value === null || value === false || value === '' || value === 0) return null;
  const label = typeof options.label === 'string' ? t(options.label) : t('engine.yes');
  return (
    <span className="inline-flex align-middle text-accent-strong" title={label}>
      <Icon name={typeof options.icon === 'string' ? options.icon : 'link'} size={16} />
      <span className="sr-only">{label}</span>
    </span>
  );
}

export default definePlainCell({ name: 'flag', draw: drawFlag });
