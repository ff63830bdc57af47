/** Bar shown while a node is moved without a pointer: its name, and buttons to finish or cancel. */
import { useEffect, type ReactNode } from 'react';
import { useLocale } from '../../data/useLocale.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import type { Moving } from './move.ts';

export function MoveBar({ moving }: { moving: Moving }): ReactNode {
  const { t } = useLocale();
  const { lifted, cancel } = moving;
  const lifting = lifted !== undefined;
  useEffect(() => {
    if (!lifting) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      // Esc cancels the move; a dialog around the tree stays open.
      event.stopPropagation();
      event.preventDefault();
      cancel();
    };
    document.addEventListener('keydown', onKey, true);
    return () => document.removeEventListener('keydown', onKey, true);
  }, [lifting, cancel]);
  if (!lifted) return null;
  return (
    <div className="p-2">
      <Banner>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <span className="mr-auto">{t('engine.tree.moving', { name: lifted.label })}</span>
          {moving.fits(lifted, null) && (
            <Button size="s" onClick={() => moving.drop(lifted, null)}>
              {t('engine.tree.moveToTop')}
            </Button>
          )}
          <Button size="s" tone="ghost" onClick={cancel}>
            {t('engine.tree.moveCancel')}
          </Button>
        </div>
      </Banner>
    </div>
  );
}
