import { defineCell, type CellProps } from '../../../registry/define.ts';
import { valueAt } from '../../../language/evaluate.ts';
import { cx } from '../../../ui/cx.ts';
import { shownText, TEXT_TONES, wordOf } from '../shown.ts';
import type { Tone } from '../../../language/compiled.ts';

/** Another record by its label, muted dash when there is none; a word of the row may colour it. */
function ReferenceCell({ value, options, row }: CellProps) {
  const label = typeof options.field === 'string' ? valueAt(value, options.field.split('.')) : value;
  const text = shownText(label ?? value);
  if (!text) return <span className="text-faint">—</span>;
  const word = typeof options.tone === 'string' ? wordOf(valueAt(row, options.tone.split('.'))) : '';
  const tone = ((options.tones ?? {}) as Record<string, Tone>)[word];
  return (
    <span
      className={cx('block truncate', tone && TEXT_TONES[tone])}
      title={text.length > 24 ? text : undefined}
    >
      {text}
    </span>
  );
}

export default defineCell({ name: 'reference', component: ReferenceCell });
