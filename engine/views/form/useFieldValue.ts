import { useContext, useSyncExternalStore } from 'react';
import { FormContext } from './context.ts';

const never = () => () => undefined;

/**
 * The current value of a top-level field of the surrounding form; undefined outside of a
 * form. The component renders again when it changes, also within a list.
 *
 *   const parameters = useFieldValue<Parameter[]>('parameters');
 */
export function useFieldValue<T = unknown>(name: string): T | undefined {
  const store = useContext(FormContext)?.controller.store;
  const read = () => store?.get([name]) as T | undefined;
  return useSyncExternalStore(store ? store.subscriber(name) : never, read, read);
}
