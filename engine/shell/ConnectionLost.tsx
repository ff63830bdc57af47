/** Covers the page while the server does not answer; disappears with the next successful heartbeat. */
import { useEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { useEngine } from '../data/engine.ts';
import { useLocale } from '../data/useLocale.ts';
import { useStore } from '../data/store.ts';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';

export function ConnectionLost() {
  const { connection } = useEngine();
  return useStore(connection, ({ lost }) => lost) ? createPortal(<Overlay />, document.body) : null;
}

function Overlay() {
  const { connection } = useEngine();
  const { formatTime, t } = useLocale();
  const { lastSuccess, failures } = useStore(connection);
  const card = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const before = document.activeElement as HTMLElement | null;
    card.current?.querySelector('button')?.focus();
    return () => before?.focus?.();
  }, []);
  const time = lastSuccess ? formatTime(lastSuccess) : '—';
  return (
    <div
      ref={card}
      data-part="connection-lost"
      role="alertdialog"
      aria-modal="true"
      aria-labelledby="connection-lost-title"
      aria-describedby="connection-lost-text"
      className="fixed inset-0 z-[9999] flex items-center justify-center bg-shade p-4"
    >
      <div className="w-full max-w-sm rounded-lg bg-surface p-6 text-center shadow-pop">
        <span className="mx-auto mb-3 flex size-12 items-center justify-center rounded-full bg-warning-soft text-warning">
          <Icon name="alert" size={24} />
        </span>
        <h2 id="connection-lost-title" className="text-lg font-semibold">
          {t('engine.connection.title')}
        </h2>
        <p id="connection-lost-text" className="mt-1 text-muted">
          {t('engine.connection.text')}
        </p>
        <dl className="my-4 grid grid-cols-[1fr_auto] gap-x-4 gap-y-1 rounded-md bg-raised p-3 text-left text-sm">
          <dt className="text-muted">{t('engine.connection.lastSuccess')}</dt>
          <dd className="text-right font-medium">{time}</dd>
          <dt className="text-muted">{t('engine.connection.failures')}</dt>
          <dd className="text-right font-medium">{failures}</dd>
        </dl>
        <Button tone="primary" icon="refresh" onClick={() => window.location.reload()}>
          {t('engine.connection.refresh')}
        </Button>
      </div>
    </div>
  );
}
