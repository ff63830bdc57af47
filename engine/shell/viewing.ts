/**
 * Viewing as another account starts at that account's start page, and ends where it was started, even after a reload.
 * In the workshop the screen stays open and is shown with the other permissions.
 */
import type { Engine } from '../data/engine.ts';
import { WORKSHOP } from './facts.ts';

/** Storage key of the address where viewing was started. */
const FROM = 'viewedFrom';

export function followViewing({ session, history, storage }: Engine): () => void {
  let before = session.get();
  return session.subscribe(() => {
    const now = session.get();
    const [was, is] = [before, now].map(({ account }) => !!account?.viewAs);
    const same = before.status !== 'in' || now.status !== 'in' || was === is;
    before = now;
    if (same) return;
    const { pathname, search } = history.location.get();
    const from = storage.read(FROM);
    storage.write(FROM, is ? pathname + search : undefined);
    if (`${pathname}/`.startsWith(`${WORKSHOP}/`)) return;
    void history.goTo(is ? '/' : (from ?? '/'), { unasked: true });
  });
}
