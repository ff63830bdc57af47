/** Everything of the product that stays while pages change. */
import { useEffect, useMemo, type ReactNode } from 'react';
import { session } from '../access/session.ts';
import { startHeartbeat } from '../data/connection.ts';
import { useStore } from '../data/store.ts';
import { ConfirmHost } from '../ui/confirm.tsx';
import { DialogHost } from '../views/dialogs/DialogHost.tsx';
import { ScreensContext } from '../views/screens.ts';
import { ConnectionLost } from './ConnectionLost.tsx';
import { ProductContext, type Product } from './facts.ts';
import { startLinks } from './links.ts';
import { RouteView } from './RouteView.tsx';
import { setAccent } from './theme.ts';
import { Toasts } from './Toasts.tsx';

export function Shell({ product }: { product: Product }): ReactNode {
  const { app, entries, load } = product;
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
        <RouteView />
        <DialogHost />
        <ConfirmHost />
        <Toasts />
        <ConnectionLost />
      </ScreensContext>
    </ProductContext>
  );
}
