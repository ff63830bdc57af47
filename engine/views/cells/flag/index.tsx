import { useLocale } from '../../../data/useLocale.ts';
import { defineCell, type CellProps } from '../../../registry/define.ts';
import { Icon } from '../../../ui/icon.tsx';

/** A mark when there is a value, nothing when there is none. */
function FlagCell({ value, options }: CellProps) {
  const { t } = useLocale();
  if (value === undefined || value === null || value === false || value === '' || value === 0) return null;
  const label = typeof options.label === 'string' ? t(options.label) : t('engine.yes');
  return (
    <span className="inline-flex align-middle text-accent-strong" title={label}>
      <Icon name={typeof options.icon === 'string' ? options.icon : 'link'} size={16} />
      <span className="sr-only">{label}</span>
    </span>
  );
}

export default defineCell({ name: 'flag', component: FlagCell });
