/** Says whose rights the page is shown with, and leads back to the reader's own. */
import { useState, type ReactNode } from 'react';
import { session } from '../access/session.ts';
import { t, useLocale } from '../data/locale.ts';
import { callOperation } from '../data/operations.ts';
import { asProblem } from '../data/problem.ts';
import { useStore } from '../data/store.ts';
import { toast } from '../data/toasts.ts';
import { letGo } from '../routing/history.ts';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { useProduct } from './facts.ts';

export default function ViewAsBanner(): ReactNode {
  useLocale();
  const { app } = useProduct();
  const viewAs = useStore(session, (now) => now.account?.viewAs);
  const [busy, setBusy] = useState(false);
  const end = app.session.viewAsEnd;
  if (!viewAs || !end) return null;
  const leave = async () => {
    if (!(await letGo())) return;
    setBusy(true);
    await callOperation(end, {}).catch((error: unknown) =>
      toast({ type: 'error', text: asProblem(error).message }),
    );
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
