/** What lies over the page belongs to the reader of the page, and goes when that reader goes. */
import { session } from '../access/session.ts';
import { toasts } from '../data/toasts.ts';
import { questions } from '../ui/confirmStore.ts';
import { dialogs } from '../views/dialogs/store.ts';
import { pageTitles } from './crumbs.ts';

/** Begins to watch the session; the function that comes back ends it. */
export function clearWithReader(): () => void {
  let before = session.get();
  return session.subscribe(() => {
    const now = session.get();
    const gone = before.status === 'in' && now.status === 'out';
    const another = now.turn !== before.turn && now.turn !== undefined && before.turn !== undefined;
    before = now;
    if (!gone && !another) return;
    for (const question of questions.get()) question.answer(false);
    for (const dialog of dialogs.get()) dialog.close();
    pageTitles.set({});
    if (another) toasts.set([]);
  });
}
