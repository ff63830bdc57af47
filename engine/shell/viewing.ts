/**
 * Whoever begins to view as another starts where that account starts, and comes back to where they began, over a reload
 * too. In the workshop a screen stays and is shown with other rights.
 */
import type { Engine } from '../data/engine.ts';
import { WORKSHOP } from './facts.ts';

/** Kept in the browser's storage while another is viewed. */
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
