/** Everything of the product that stays while pages change. */
import { useEffect, useMemo, type ReactNode } from 'react';
import { Router, type Navigator } from 'react-router-dom';
import { session } from '../access/session.ts';
import { startHeartbeat } from '../data/connection.ts';
import { useStore } from '../data/store.ts';
import { location, navigateTo } from '../routing/history.ts';
import { ConfirmHost } from '../ui/confirm.tsx';
import { DialogHost } from '../views/dialogs/DialogHost.tsx';
import { ScreensContext } from '../views/screens.ts';
import { ConnectionLost } from './ConnectionLost.tsx';
import { ProductContext, type Product } from './facts.ts';
import { startLinks } from './links.ts';
import { RouteView } from './RouteView.tsx';
import { setAccent } from './theme.ts';
import { Toasts } from './Toasts.tsx';

const hrefOf = (to: unknown): string => {
  const {
    pathname = window.location.pathname,
    search = '',
    hash = '',
  } = typeof to === 'string' ? { pathname: to } : (to as Partial<Location>);
  return pathname + search + hash;
};

/** The router of react-router-dom over our own address bar, which asks before unsaved work is left. */
const navigator: Navigator = {
  createHref: hrefOf,
  go: (delta) => window.history.go(delta),
  push: (to, state) => void navigateTo(hrefOf(to), { state }),
  replace: (to, state) => void navigateTo(hrefOf(to), { state, replace: true }),
};

export function Shell({ product }: { product: Product }): ReactNode {
  const { app, entries, load } = product;
  const here = useStore(location);
  const instanceType = useStore(session, (now) => now.system?.instanceType);
  const screens = useMemo(() => ({ entries, load }), [entries, load]);
  useEffect(() => startLinks(), []);
  useEffect(() => startHeartbeat(app.session.heartbeat), [app]);
  useEffect(() => {
    const accent = app.accents[instanceType ?? ''] ?? app.accents['*'];
    if (accent) setAccent(accent);
  }, [app, instanceType]);
  return (
    <ProductContext value={product}>
      <ScreensContext value={screens}>
        <Router location={here} navigator={navigator}>
          <RouteView />
          <DialogHost />
        </Router>
        <ConfirmHost />
        <Toasts />
        <ConnectionLost />
      </ScreensContext>
    </ProductContext>
  );
}
