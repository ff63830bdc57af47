/**
 * The sign-in over the page: the session ended while there was unsaved input. The product's own sign-in screen is shown
 * in a dialog, the page below stays unchanged, and the refused call continues after the sign-in.
 */
import { useEffect, useState, type ReactNode } from 'react';
import { useEngine } from '../data/engine.ts';
import { useLocale } from '../data/useLocale.ts';
import { useStore } from '../data/store.ts';
import type { CompiledScreen } from '../language/compiled.ts';
import { Button } from '../ui/button.tsx';
import { DialogFrame } from '../ui/dialog.tsx';
import { PageProvider } from '../page/PageProvider.tsx';
import { View } from '../views/view.tsx';
import { useProduct } from './facts.ts';

export function SignInAgain(): ReactNode {
  const { session } = useEngine();
  const interrupted = useStore(session, (now) => now.interrupted === true);
  const { login } = useProduct().app;
  return interrupted && login !== undefined ? <SignInDialog login={login} /> : null;
}

const NO_PARAMS = {};
/** It closes only when the session is restored or the user abandons it. */
const DIALOG = { close: () => undefined };

function SignInDialog({ login }: { login: string }): ReactNode {
  const { session } = useEngine();
  const { t } = useLocale();
  const { load } = useProduct();
  const [screen, setScreen] = useState<CompiledScreen>();
  useEffect(() => {
    let gone = false;
    load(login).then(
      (loaded) => !gone && setScreen(loaded),
      (error: unknown) => {
        console.error('The sign-in screen could not be loaded', error);
        void session.abandon();
      },
    );
    return () => {
      gone = true;
    };
  }, [session, load, login]);
  if (!screen) return null;
  return (
    <DialogFrame
      title={t('engine.signIn.again')}
      size="small"
      closeable={false}
      onClose={DIALOG.close}
      footer={
        <Button tone="ghost" onClick={() => void session.abandon()}>
          {t('engine.signIn.abandon')}
        </Button>
      }
    >
      <p className="mb-4 text-muted">{t('engine.signIn.againText')}</p>
      <PageProvider screen={screen} params={NO_PARAMS} dialog={DIALOG}>
        <div data-screen={screen.id} data-part="sign-in-again">
          <View view={screen.view} />
        </div>
      </PageProvider>
    </DialogFrame>
  );
}
