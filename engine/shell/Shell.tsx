/** Everything of the product that stays mounted while pages change. */
import { useEffect, useMemo, type ReactNode } from 'react';
import { Outlet, type RouteObject } from 'react-router-dom';
import { useEngine } from '../data/engine.ts';
import { useStore } from '../data/store.ts';
import { ConfirmHost } from '../ui/confirm.tsx';
import { startTooltips } from '../ui/tooltips.ts';
import { DialogHost } from '../views/dialogs/DialogHost.tsx';
import { sweepDrafts } from '../views/form/drafts.ts';
import { ScreensContext } from '../page/screens.ts';
import { ConnectionLost } from './ConnectionLost.tsx';
import { LastResort } from './LastResort.tsx';
import { Notices } from './Notices.tsx';
import { clearWithReader } from './overlays.ts';
import { ProductContext, type Product } from './facts.ts';
import { startLinks } from './links.ts';
import { RouteView } from './RouteView.tsx';
import { SignInAgain } from './SignInAgain.tsx';
import { Shortcuts } from './Shortcuts.tsx';
import { Toasts } from './Toasts.tsx';
import { followViewing } from './viewing.ts';

/** The pages of the product, at any address; the product's own route table selects the page. */
export const PAGES: RouteObject = { path: '*', Component: Pages };

function Pages(): ReactNode {
  const generation = useStore(useEngine().session, (now) => now.generation ?? 0);
  return (
    <>
      <LastResort key={generation}>
        <RouteView />
      </LastResort>
      <DialogHost />
    </>
  );
}

export function Shell({ product }: { product: Product }): ReactNode {
  const engine = useEngine();
  const { app, entries, load } = product;
  const instanceType = useStore(engine.session, (now) => now.system?.instanceType);
  const instanceTheme = useStore(engine.session, (now) => now.system?.currentTheme);
  const status = useStore(engine.session, (now) => now.status);
  const login = useStore(engine.session, (now) => now.account?.login);
  const accountTheme = useStore(engine.session, (now) => now.account?.theme);
  const screens = useMemo(() => ({ entries, load }), [entries, load]);
  useEffect(() => startLinks(), []);
  useEffect(() => engine.focus.start(), [engine]);
  useEffect(() => engine.scroll.start(), [engine]);
  useEffect(() => startTooltips(), []);
  useEffect(() => engine.debug.showFaults(), [engine]);
  useEffect(() => sweepDrafts(engine.storage), [engine]);
  useEffect(() => clearWithReader(engine), [engine]);
  useEffect(() => followViewing(engine), [engine]);
  useEffect(() => engine.connection.start(app.session.heartbeat), [engine, app]);
  useEffect(() => {
    const accent = app.accents[instanceType ?? ''] ?? app.accents['*'];
    if (accent) engine.theme.setAccent(accent);
  }, [engine, app, instanceType]);
  useEffect(() => engine.theme.offer(instanceTheme), [engine, instanceTheme]);
  useEffect(() => {
    if (status !== 'loading') engine.theme.followAccount(status === 'in' ? login : undefined, accountTheme);
  }, [engine, status, login, accountTheme]);
  return (
    <ProductContext value={product}>
      <ScreensContext value={screens}>
        <Outlet />
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
