/** Everything of the product that stays while pages change. */
import { Suspense, useEffect, useMemo, type ReactNode } from 'react';
import { session } from '../access/session.ts';
import { startHeartbeat } from '../data/connection.ts';
import { showFaults } from '../data/debug.ts';
import { useStore } from '../data/store.ts';
import { ConfirmHost } from '../ui/confirm.tsx';
import { followFocus } from '../ui/focus.ts';
import { startTooltips } from '../ui/tooltips.ts';
import { DialogHost } from '../views/dialogs/DialogHost.tsx';
import { sweepDrafts } from '../views/form/drafts.ts';
import { ScreensContext } from '../page/screens.ts';
import { ConnectionLost } from './ConnectionLost.tsx';
import { LastResort } from './LastResort.tsx';
import { Notices } from './Notices.tsx';
import { clearWithReader } from './overlays.ts';
import { ProductContext, WORKSHOP, type Product } from './facts.ts';
import { startLinks } from './links.ts';
import { location } from '../routing/history.ts';
import { RouteView } from './RouteView.tsx';
import { rememberScroll } from './scroll.ts';
import { SignInAgain } from './SignInAgain.tsx';
import { Shortcuts } from './Shortcuts.tsx';
import { followAccount, offerTheme, setAccent } from './theme.ts';
import { Toasts } from './Toasts.tsx';
import { Waiting } from './Waiting.tsx';

/** `workshop` takes the place of the pages at its own address, with dialogs of its own. */
export function Shell({ product, workshop }: { product: Product; workshop?: ReactNode }): ReactNode {
  const { app, entries, load } = product;
  const turn = useStore(session, (now) => now.turn ?? 0);
  const instanceType = useStore(session, (now) => now.system?.instanceType);
  const instanceTheme = useStore(session, (now) => now.system?.currentTheme);
  const status = useStore(session, (now) => now.status);
  const login = useStore(session, (now) => now.account?.login);
  const accountTheme = useStore(session, (now) => now.account?.theme);
  const aside = useStore(location, ({ pathname }) => `${pathname}/`.startsWith(`${WORKSHOP}/`)) && workshop;
  const screens = useMemo(() => ({ entries, load }), [entries, load]);
  useEffect(() => startLinks(), []);
  useEffect(() => followFocus(), []);
  useEffect(() => rememberScroll(), []);
  useEffect(() => startTooltips(), []);
  useEffect(() => showFaults(), []);
  useEffect(() => sweepDrafts(), []);
  useEffect(() => clearWithReader(), []);
  useEffect(() => startHeartbeat(app.session.heartbeat), [app]);
  useEffect(() => {
    const accent = app.accents[instanceType ?? ''] ?? app.accents['*'];
    if (accent) setAccent(accent);
  }, [app, instanceType]);
  useEffect(() => offerTheme(instanceTheme), [instanceTheme]);
  useEffect(() => {
    if (status !== 'loading') followAccount(status === 'in' ? login : undefined, accountTheme);
  }, [status, login, accountTheme]);
  return (
    <ProductContext value={product}>
      <ScreensContext value={screens}>
        {aside ? (
          <Suspense fallback={<Waiting cover />}>{aside}</Suspense>
        ) : (
          <>
            <LastResort key={turn}>
              <RouteView />
            </LastResort>
            <DialogHost />
          </>
        )}
        <ConfirmHost />
        <SignInAgain />
        <Shortcuts />
        <Toasts />
        <Notices />
        <ConnectionLost />
      </ScreensContext>
    </ProductContext>
  );
}
