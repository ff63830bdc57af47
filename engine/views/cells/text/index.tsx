import { defineCell, type CellProps } from '../../../registry/define.ts';
import { cx } from '../../../ui/cx.ts';
import { shownText } from '../shown.ts';

/** Any value as text; several are joined. */
function TextCell({ value, values, options, caption }: CellProps) {
  const separator = typeof options.separator === 'string' ? options.separator : ', ';
  const text =
    values.length > 1
      ? values
          .map((v) => shownText(v, caption))
          .filter(Boolean)
          .join(separator)
      : shownText(value, caption);
  if (!text) return null;
  const lines = Number(options.lines ?? 1);
  const many = lines > 1;
  return (
    <span
      className={cx(
        many ? 'line-clamp-3 whitespace-normal' : 'block truncate',
        options.muted === true && 'text-muted',
      )}
      style={many ? { WebkitLineClamp: lines } : undefined}
      title={text.length > 24 ? text : undefined}
    >
      {text}
    </span>
  );
}

export default defineCell({ name: 'text', component: TextCell });
