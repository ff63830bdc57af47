/** Whether an action is shown and can be pressed. */
import { useCallback } from 'react';
import { can, useCan } from '../../access/can.ts';
import { holds, type Scope } from '../../language/evaluate.ts';
import type { CompiledAction } from '../../language/compiled.ts';
import { useSelected } from '../../page/scope.ts';
import { textIn } from '../../page/text.ts';
import { useReady } from './ready.ts';

export interface ActionState {
  visible: boolean;
  enabled: boolean;
  /** Why it cannot be pressed. */
  hint?: string;
}

/** Reads the state once: for menus, which are built when they open. */
export function actionState(action: CompiledAction, scope: Scope): ActionState {
  if (!can(action.access) || !holds(action.visibleWhen, scope)) return { visible: false, enabled: false };
  if (holds(action.enabledWhen, scope)) return { visible: true, enabled: true };
  const hint = action.disabledHint && textIn(action.disabledHint, scope);
  return { visible: true, enabled: false, ...(hint ? { hint } : {}) };
}

const UNKNOWN: ActionState = { visible: false, enabled: false };

/** The state, followed; nothing is shown until its conditions can be worked out. */
export function useActionState(action: CompiledAction | undefined, local?: Scope): ActionState {
  useCan();
  const ready = useReady(action);
  const read = useCallback(
    (scope: Scope) => (action && ready ? actionState(action, scope) : UNKNOWN),
    [action, ready],
  );
  return useSelected(read, local);
}
