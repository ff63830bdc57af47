/** The transitions of one row for its menu: from the page's batch, else loaded when the menu opens. */
import { useEffect, useState } from 'react';
import { useEngine } from '../../data/engine.ts';
import type { CompiledAction } from '../../language/compiled.ts';
import { within } from '../../page/conditions.ts';
import { usePage } from '../../page/page.ts';
import { useBatch, type Batch } from './batch.ts';
import { readyFor } from './ready.ts';
import { reportFailure } from './failure.ts';
import { loadTransitions, type Transition } from './transitions.ts';

type Row = Record<string, unknown>;

/** Transitions that the server allows, by the place of their action in the file. */
export type Fetched = Record<string, Transition[]>;

/** Returns undefined until all are loaded and everything in the actions can be evaluated. */
export function useTransitions(
  actions: readonly CompiledAction[],
  row: Row,
  opened: boolean,
): Fetched | undefined {
  const engine = useEngine();
  const page = usePage();
  const batch = useBatch();
  const [fetched, setFetched] = useState<Fetched>();
  useEffect(() => {
    if (!opened) return;
    let gone = false;
    const fetchAll = async () => {
      await readyFor(engine.evaluator, ...actions);
      const here = within(page, page.scope.get(), { row });
      const pairs = actions.map(async (action): Promise<[string, Transition[]]> => [
        action.at,
        action.type === 'transition' && batch(action, row) === undefined
          ? await loadTransitions(page, action, here)
          : [],
      ]);
      const all = Object.fromEntries(await Promise.all(pairs));
      if (!gone) setFetched(all);
    };
    fetchAll().catch((error: unknown) => {
      reportFailure(engine, error, actions[0]?.at ?? '');
      if (!gone) setFetched({});
    });
    return () => {
      gone = true;
    };
  }, [engine, opened, actions, row, page, batch]);
  if (!opened || !fetched) return undefined;
  return withBatch(fetched, actions, row, batch);
}

function withBatch(
  fetched: Fetched,
  actions: readonly CompiledAction[],
  row: Row,
  batch: Batch,
): Fetched | undefined {
  const all = { ...fetched };
  for (const action of actions) {
    const answer = action.type === 'transition' ? batch(action, row) : undefined;
    if (answer === 'waiting') return undefined;
    if (answer) all[action.at] = answer;
  }
  return all;
}
