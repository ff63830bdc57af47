/** Whether an action is shown and can be pressed. */
import { useCallback } from 'react';
import { useEngine, type Engine } from '../../data/engine.ts';
import { holdsAny, useCan } from '../../access/can.ts';
import { holds, type Scope } from '../../language/evaluate.ts';
import type { CompiledAction } from '../../language/compiled.ts';
import { useSelected } from '../../page/scope.ts';
import { textIn } from '../../page/text.ts';
import { useReady } from './ready.ts';

export interface ActionAvailability {
  visible: boolean;
  enabled: boolean;
  /** Why it cannot be pressed. */
  hint?: string;
}

/** Reads the availability once: for menus, which are built when they open. */
export function actionAvailability(engine: Engine, action: CompiledAction, scope: Scope): ActionAvailability {
  if (!holdsAny(action.access, engine.session.get()) || !holds(action.visibleWhen, scope))
    return { visible: false, enabled: false };
  if (holds(action.enabledWhen, scope)) return { visible: true, enabled: true };
  const hint = action.disabledHint && textIn(engine.i18n, action.disabledHint, scope);
  return { visible: true, enabled: false, ...(hint ? { hint } : {}) };
}

const UNKNOWN: ActionAvailability = { visible: false, enabled: false };

/** Subscribes to visibility and enabled state; hidden until the evaluator is loaded. */
export function useActionAvailability(action: CompiledAction | undefined, local?: Scope): ActionAvailability {
  const engine = useEngine();
  useCan();
  const ready = useReady(action);
  const read = useCallback(
    (scope: Scope) => (action && ready ? actionAvailability(engine, action, scope) : UNKNOWN),
    [engine, action, ready],
  );
  return useSelected(read, local);
}
