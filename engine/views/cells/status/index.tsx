import { useLocale } from '../../../data/useLocale.ts';
import { defineCell, type CellProps } from '../../../registry/define.ts';
import { Badge } from '../../../ui/badge.tsx';
import { shownText, toneOf } from '../shown.ts';

/** A status as a badge; which word has which tone is the API's to say. */
function StatusCell({ value, caption, tones }: CellProps) {
  const i18n = useLocale();
  const text = shownText(i18n, value, caption);
  if (!text) return null;
  return <Badge tone={toneOf(value, tones)}>{text}</Badge>;
}

export default defineCell({ name: 'status', component: StatusCell });
