import type { I18n } from '../../../data/i18n.ts';
import type { CellProps } from '../../../registry/define.ts';
import { Badge } from '../../../ui/badge.tsx';
import { shownText, toneOf } from '../shown.ts';
import { definePlainCell } from '../plain.ts';

/** A status as a badge; the API defines the tone of each value. */
function drawStatus({ value, caption, tones }: CellProps, i18n: I18n) {
  const text = shownText(i18n, value, caption);
  if (!text) return null;
  return <Badge tone={toneOf(value, tones)}>{text}</Badge>;
}

export default definePlainCell({ name: 'status', draw: drawStatus });
