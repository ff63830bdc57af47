/** The way into the workshop, for those who may view as others; loaded with the first visit. */
import { useEffect, type ReactNode } from 'react';
import { holdsOwn } from '../access/can.ts';
import { session } from '../access/session.ts';
import { useStore } from '../data/store.ts';
import { location } from '../routing/history.ts';
import { goTo, hrefTo } from '../routing/place.ts';
import { useProduct } from '../shell/facts.ts';
import { Waiting } from '../shell/Waiting.tsx';
import { Workshop, type WorkshopProps } from './Workshop.tsx';

export default function WorkshopDoor({ texts }: WorkshopProps): ReactNode {
  const { app } = useProduct();
  const now = useStore(session);
  const may = holdsOwn(app.session.viewAs?.permissions ?? [], now);
  const elsewhere =
    now.status === 'out' && app.login
      ? hrefTo(app.login, {}, { path: location.get().pathname })
      : now.status === 'in' && !may
        ? hrefTo(app.error, { error: '403' })
        : undefined;
  useEffect(() => {
    if (elsewhere) void goTo(elsewhere, { replace: true, unasked: true });
  }, [elsewhere]);
  if (!may) return <Waiting cover />;
  return <Workshop texts={texts} />;
}
