import { defineCell, type CellProps } from '../../../registry/define.ts';
import type { Tone } from '../../../language/compiled.ts';
import { Badge } from '../../../ui/badge.tsx';
import { shownText, wordOf } from '../shown.ts';

/** A status as a badge; which word has which tone is the config's to say. */
function StatusCell({ value, options, caption }: CellProps) {
  const text = shownText(value, caption);
  if (!text) return null;
  const tones = (options.tones ?? {}) as Record<string, Tone>;
  return <Badge tone={tones[wordOf(value)] ?? 'default'}>{text}</Badge>;
}

export default defineCell({ name: 'status', component: StatusCell });
