/** Whether there is anything to choose rows for: a list whose actions on several rows are all withheld has no ticks. */
import { useCallback } from 'react';
import { useEngine, type Engine } from '../../data/engine.ts';
import { holdsAny, useCan } from '../../access/can.ts';
import type { CompiledAction, CompiledScreen, CompiledTable } from '../../language/compiled.ts';
import { holds, type Scope } from '../../language/evaluate.ts';
import { usePage } from '../../page/page.ts';
import { useSelected } from '../../page/scope.ts';
import { useReady } from '../actions/ready.ts';

/** A table without actions on several rows lets rows be chosen for something else. */
export function useChoosable({ bulk }: CompiledTable): boolean {
  const engine = useEngine();
  useCan();
  const { screen, dialog } = usePage();
  const otherwise = bulk.length === 0 || dialog !== undefined || isReadElsewhere(screen);
  const ready = useReady(otherwise ? undefined : bulk);
  const read = useCallback(
    (scope: Scope) => otherwise || (ready && bulk.some((action) => mayBeSeen(engine, action, scope))),
    [engine, otherwise, ready, bulk],
  );
  return useSelected(read);
}

/** What an action makes of the rows is known only once some are chosen. */
const mayBeSeen = (engine: Engine, { access, visibleWhen }: CompiledAction, scope: Scope): boolean =>
  holdsAny(access, engine.session.get()) && (reads(visibleWhen) || holds(visibleWhen, scope));

/** Whether a part reads which rows are chosen; what stands under `but` is left out. */
const reads = (part: unknown, but?: string): boolean =>
  /\bselection\b/.test(
    JSON.stringify(part, (key, value: unknown) => (key === but ? undefined : value)) ?? '',
  );

const known = new WeakMap<CompiledScreen, boolean>();

/** Whether something on the screen beside the actions on several rows reads which are chosen. */
function isReadElsewhere(screen: CompiledScreen): boolean {
  const answer = known.get(screen) ?? reads(screen, 'bulk');
  known.set(screen, answer);
  return answer;
}
