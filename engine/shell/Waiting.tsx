/** A linear progress bar over the page while something that blocks the page is loading. */
import { useLocale } from '../data/useLocale.ts';

export function Waiting({ cover = false }: { cover?: boolean }) {
  const { t } = useLocale();
  return (
    <div className={cover ? 'fixed inset-0 z-[1100] bg-canvas' : 'fixed inset-x-0 top-0 z-[1100]'}>
      <progress className="sr-only" aria-label={t('engine.wait')} />
      <div className="h-[3px] overflow-hidden bg-accent-soft">
        <div className="h-full w-1/4 animate-[progress_1.1s_ease-in-out_infinite] bg-accent-strong" />
      </div>
      {cover && <p className="mt-[40vh] text-center text-muted">{t('engine.wait')}</p>}
    </div>
  );
}
