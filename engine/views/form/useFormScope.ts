/** The scope of the form for conditions outside its fields: buttons, nested views. */
import { useCallback, useMemo, useRef, useSyncExternalStore } from 'react';
import type { CompiledAction, CompiledText, CompiledValue } from '../../language/compiled.ts';
import type { Scope } from '../../language/evaluate.ts';
import { useForm } from './context.ts';
import type { FormController } from './controller.ts';
import { itemAround } from './places.ts';
import { formReads } from './reads.ts';

/**
 * `{ form }` for these conditions, and the `item` that contains the field at `at`. It changes, and the component
 * re-renders, only when a value changes that one of them may read.
 */
export function useFormScope(
  conditions: readonly (CompiledValue | CompiledText | undefined)[],
  at = '',
): Scope {
  const { controller } = useForm();
  const reads = [...new Set(conditions.flatMap((condition) => [...formReads(condition)]))].sort().join(' ');
  const names = useMemo(() => new Set(reads.split(' ').filter(Boolean)), [reads]);
  const last = useRef<Scope | undefined>(undefined);
  const subscribe = useCallback(
    (listener: () => void) =>
      controller.store.subscribeAny((top) => {
        if (!names.size || !(top === undefined || names.has('*') || names.has(top))) return;
        last.current = undefined;
        listener();
      }),
    [controller, names],
  );
  const read = () => (last.current ??= seen(controller, at));
  return useSyncExternalStore(subscribe, read, read);
}

function seen(controller: FormController, at: string): Scope {
  const form = controller.visible();
  const item = itemAround(form, at);
  return item === undefined ? { form } : { form, item };
}

/** All values of an action and its follow-up actions that may read the form. */
export function valuesOf(action: CompiledAction): CompiledValue[] {
  const args = { ...('with' in action && action.with), ...('values' in action && action.values) };
  const own = [action.visibleWhen, action.enabledWhen, ...Object.values(args)];
  return [...own.filter((value) => value !== undefined), ...action.then.flatMap(valuesOf)];
}
