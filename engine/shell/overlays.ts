/** Overlays belong to the account that opened them, and close when it signs out or another signs in. */
import type { Engine } from '../data/engine.ts';

/** Starts watching the session; the returned function stops it. */
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
