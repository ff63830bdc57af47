/**
 * Actions as a row of buttons; an action that is not allowed or not visible takes no space. When there are many, the
 * primary ones and the first of the others are buttons, the rest are in a menu.
 */
import { useCallback, type ReactNode } from 'react';
import { useEngine } from '../../data/engine.ts';
import { useCan } from '../../access/can.ts';
import type { CompiledAction } from '../../language/compiled.ts';
import type { Scope } from '../../language/evaluate.ts';
import { useSelected } from '../../page/scope.ts';
import { cx } from '../../ui/cx.ts';
import { useNarrow } from '../../ui/narrow.ts';
import { ActionButton } from './ActionButton.tsx';
import { MoreActions } from './MoreActions.tsx';
import { useReady } from './ready.ts';
import { actionAvailability } from './availability.ts';
import { TransitionButtons } from './TransitionButtons.tsx';

interface Props {
  actions: readonly CompiledAction[];
  local?: Scope;
  size?: 'm' | 's';
  className?: string;
  /** The data that the actions read is loading: none can be pressed, and each keeps its place and the focus. */
  waits?: boolean;
}

/** Most buttons in a wide and in a narrow window; when there are more actions, the last place is the menu. */
const WIDE = 4;
const NARROW = 2;

export function ActionBar({ actions, local, size = 'm', className, waits = false }: Props): ReactNode {
  const shown = useShown(actions, local);
  const most = useNarrow() ? NARROW : WIDE;
  if (!actions.length) return null;
  // The number of buttons of a transition is known only when the server replies.
  const folds = shown.length > most && !shown.some((action) => action.type === 'transition');
  const buttons = folds ? foremost(shown, most - 1) : shown;
  const more = { size, waits, ...(local ? { local } : {}) };
  return (
    <div className={cx('flex flex-wrap items-center gap-2 empty:hidden', className)}>
      {buttons.map((action) =>
        action.type === 'transition' ? (
          <TransitionButtons key={action.at} action={action} {...more} />
        ) : (
          <ActionButton key={action.at} action={action} {...more} />
        ),
      )}
      {folds && <MoreActions actions={shown.filter((action) => !buttons.includes(action))} {...more} />}
    </div>
  );
}

/** Returns `count` actions that stay buttons, in their order: the primary ones, then the first of the others. */
function foremost(actions: readonly CompiledAction[], count: number): CompiledAction[] {
  const primary = actions.filter(({ tone }) => tone === 'primary');
  const others = actions.filter(({ tone }) => tone !== 'primary');
  const kept = new Set([...primary, ...others].slice(0, count));
  return actions.filter((action) => kept.has(action));
}

/** Returns the actions that are allowed and visible; none until their conditions can be evaluated. */
function useShown(actions: readonly CompiledAction[], local: Scope | undefined): CompiledAction[] {
  const engine = useEngine();
  useCan();
  const ready = useReady(actions);
  const read = useCallback(
    (scope: Scope) => actions.map((action) => ready && actionAvailability(engine, action, scope).visible),
    [engine, actions, ready],
  );
  const visible = useSelected(read, local);
  return actions.filter((_, i) => visible[i]);
}
