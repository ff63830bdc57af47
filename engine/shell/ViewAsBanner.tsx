/** Names the account as which the page is viewed, and returns to the user's own. */
import { useState, type ReactNode } from 'react';
import { useEngine } from '../data/engine.ts';
import { useLocale } from '../data/useLocale.ts';
import { useStore } from '../data/store.ts';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { useProduct } from './facts.ts';

export default function ViewAsBanner(): ReactNode {
  const { api, history, problems, session, toasts } = useEngine();
  const { t } = useLocale();
  const { app } = useProduct();
  const viewAs = useStore(session, (now) => now.account?.viewAs);
  const [busy, setBusy] = useState(false);
  const end = app.session.viewAsEnd;
  if (!viewAs || !end) return null;
  const leave = async () => {
    if (!(await history.letGo())) return;
    setBusy(true);
    await api
      .call(end, {})
      .catch((error: unknown) => toasts.show({ type: 'error', text: problems.of(error).message }));
    setBusy(false);
  };
  const who = [viewAs.name ?? t('engine.viewAs.gone'), viewAs.instanceName].filter(Boolean).join(', ');
  return (
    <div data-part="view-as" className="px-3 pt-3 md:px-5">
      <Banner
        tone="warning"
        actions={
          <Button size="s" busy={busy} onClick={() => void leave()}>
            {t('engine.viewAs.end')}
          </Button>
        }
      >
        {t('engine.viewAs.text', { who })}
      </Banner>
    </div>
  );
}
