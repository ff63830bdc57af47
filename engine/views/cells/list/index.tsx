import type { I18n } from '../../../data/i18n.ts';
import type { CellProps } from '../../../registry/define.ts';
import { valueAt } from '../../../language/evaluate.ts';
import { shownText } from '../shown.ts';
import { definePlainCell } from '../plain.ts';

/** Several values on one line; those beyond the limit are counted and listed in the tooltip. */
function drawList({ value, options, caption }: CellProps, i18n: I18n) {
  if (!Array.isArray(value)) return null;
  const path = typeof options.field === 'string' ? options.field.split('.') : [];
  const texts = value
    .map((item: unknown) => shownText(i18n, path.length ? valueAt(item, path) : item, caption))
    .filter(Boolean);
  if (texts.length === 0) return null;
  const max = typeof options.max === 'number' ? options.max : texts.length;
  const more = texts.length - max;
  return (
    <span className="flex min-w-0 items-center gap-1.5" title={texts.join(', ') || undefined}>
      <span className="truncate">{texts.slice(0, max).join(', ')}</span>
      {more > 0 && <span className="shrink-0 text-xs text-muted">+{more}</span>}
    </span>
  );
}

export default definePlainCell({ name: 'list', draw: drawList });
