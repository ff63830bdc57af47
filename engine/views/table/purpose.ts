/** Whether rows can be selected at all: a list whose bulk actions are all withheld has no checkboxes. */
import { useCallback } from 'react';
import { useEngine, type Engine } from '../../data/engine.ts';
import { holdsAny, useCan } from '../../access/can.ts';
import type { CompiledAction, CompiledScreen, CompiledTable } from '../../language/compiled.ts';
import { holds, type Scope } from '../../language/evaluate.ts';
import { usePage } from '../../page/page.ts';
import { useSelected } from '../../page/scope.ts';
import { useReady } from '../actions/ready.ts';

/** Returns whether rows can be selected. A table without bulk actions allows it, for other purposes. */
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

/** A condition that reads the selection can be evaluated only when rows are selected. */
const mayBeSeen = (engine: Engine, { access, visibleWhen }: CompiledAction, scope: Scope): boolean =>
  holdsAny(access, engine.session.get()) && (reads(visibleWhen) || holds(visibleWhen, scope));

/** Whether a part reads the selection; the property `but` is skipped. */
const reads = (part: unknown, but?: string): boolean =>
  /\bselection\b/.test(
    JSON.stringify(part, (key, value: unknown) => (key === but ? undefined : value)) ?? '',
  );

const known = new WeakMap<CompiledScreen, boolean>();

/** Whether anything on the screen beside the bulk actions reads the selection. */
function isReadElsewhere(screen: CompiledScreen): boolean {
  const answer = known.get(screen) ?? reads(screen, 'bulk');
  known.set(screen, answer);
  return answer;
}
