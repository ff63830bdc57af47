/** Entry to the workshop, for those who may view as others; loaded with the first visit. */
import { useEffect, type ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { useEngine } from '../data/engine.ts';
import { holdsOwn } from '../access/can.ts';
import { useStore } from '../data/store.ts';
import { useProduct } from '../shell/facts.ts';
import { Waiting } from '../shell/Waiting.tsx';
import { Workshop, type WorkshopProps } from './Workshop.tsx';

export default function WorkshopDoor({ texts }: WorkshopProps): ReactNode {
  const { addresses, history, session } = useEngine();
  const { app } = useProduct();
  const { pathname } = useLocation();
  const now = useStore(session);
  const may = holdsOwn(app.session.viewAs?.permissions ?? [], now);
  const elsewhere =
    now.status === 'out' && app.login
      ? addresses.hrefTo(app.login, {}, { path: pathname })
      : now.status === 'in' && !may
        ? addresses.hrefTo(app.error, { error: '403' })
        : undefined;
  useEffect(() => {
    if (elsewhere) void history.goTo(elsewhere, { replace: true, unasked: true });
  }, [history, elsewhere]);
  if (!may) return <Waiting cover />;
  return <Workshop texts={texts} />;
}
