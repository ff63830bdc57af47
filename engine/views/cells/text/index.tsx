import type { I18n } from '../../../data/i18n.ts';
import type { CellProps } from '../../../registry/define.ts';
import { cx } from '../../../ui/cx.ts';
import { valueAt } from '../../../language/evaluate.ts';
import { shownText, TEXT_TONES, toneOf } from '../shown.ts';
import { definePlainCell } from '../plain.ts';

/** Any value as text; several are joined. A value of the row can set the colour. */
function drawText({ value, values, options, row, caption, tones }: CellProps, i18n: I18n) {
  const { separator = ', ', missing = '' } = options as { separator?: string; missing?: string };
  const texts = (values.length > 1 ? values : [value]).map((one) => shownText(i18n, one, caption));
  if (!texts.some(Boolean)) return null;
  const text = texts
    .map((one) => one || missing)
    .filter(Boolean)
    .join(separator);
  const lines = Number(options.lines ?? 1);
  const many = lines > 1;
  const toneValue = typeof options.tone === 'string' ? valueAt(row, options.tone.split('.')) : undefined;
  return (
    <span
      className={cx(
        many ? 'line-clamp-3 whitespace-normal' : 'block truncate',
        options.muted === true ? 'text-muted' : TEXT_TONES[toneOf(toneValue, tones)],
      )}
      style={many ? { WebkitLineClamp: lines } : undefined}
      title={text.length > 24 ? text : undefined}
    >
      {text}
    </span>
  );
}

export default definePlainCell({ name: 'text', draw: drawText });
