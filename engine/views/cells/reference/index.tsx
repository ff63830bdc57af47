import type { I18n } from '../../../data/i18n.ts';
import type { CellProps } from '../../../registry/define.ts';
import { valueAt } from '../../../language/evaluate.ts';
import { shownText } from '../shown.ts';
import { definePlainCell } from '../plain.ts';

/** Another record by its label; a muted dash when there is none. */
function drawReference({ value, options }: CellProps, i18n: I18n) {
  const label = typeof options.field === 'string' ? valueAt(value, options.field.split('.')) : value;
  const text = shownText(i18n, label ?? value);
  if (!text) return <span className="text-faint">—</span>;
  return (
    <span className="block truncate" title={text.length > 24 ? text : undefined}>
      {text}
    </span>
  );
}

export default definePlainCell({ name: 'reference', draw: drawReference });
