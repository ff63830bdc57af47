/** Shown when the source may not be called: its banner says what is missing, and the list is empty. */
import type { ReactNode } from 'react';
import { useLocale } from '../data/useLocale.ts';
import type { CompiledSource } from '../language/compiled.ts';
import { Banner } from '../ui/banner.tsx';
import { useTextOf } from '../page/text.ts';

export function Withheld({ source: { otherwise } }: { source: CompiledSource }): ReactNode {
  const { t } = useLocale();
  const text = useTextOf(otherwise?.banner);
  return (
    <div className="p-3">
      <Banner tone={otherwise?.tone ?? 'info'}>{text || t('engine.table.withheld')}</Banner>
    </div>
  );
}
