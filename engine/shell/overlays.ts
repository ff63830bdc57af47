/** What lies over the page belongs to the reader of the page, and goes when that reader goes. */
import type { Engine } from '../data/engine.ts';

/** Begins to watch the session; the function that comes back ends it. */
export function clearWithReader(engine: Engine): () => void {
  let before = engine.session.get();
  return engine.session.subscribe(() => {
    const now = engine.session.get();
    const gone = before.status === 'in' && now.status === 'out';
    const another =
      now.generation !== before.generation && now.generation !== undefined && before.generation !== undefined;
    before = now;
    if (!gone && !another) return;
    for (const question of engine.questions.get()) question.answer(false);
    for (const dialog of engine.dialogs.get()) dialog.close();
    engine.pageTitles.set(new Map());
    if (another) engine.toasts.set([]);
  });
}
