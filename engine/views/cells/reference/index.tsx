import { useLocale } from '../../../data/useLocale.ts';
import { defineCell, type CellProps } from '../../../registry/define.ts';
import { valueAt } from '../../../language/evaluate.ts';
import { shownText } from '../shown.ts';

/** Another record by its label, muted dash when there is none. */
function ReferenceCell({ value, options }: CellProps) {
  const i18n = useLocale();
  const label = typeof options.field === 'string' ? valueAt(value, options.field.split('.')) : value;
  const text = shownText(i18n, label ?? value);
  if (!text) return <span className="text-faint">—</span>;
  return (
    <span className="block truncate" title={text.length > 24 ? text : undefined}>
      {text}
    </span>
  );
}

export default defineCell({ name: 'reference', component: ReferenceCell });
