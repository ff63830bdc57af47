import { useContext, useSyncExternalStore } from 'react';
import { FormContext } from './context.ts';

const never = () => () => undefined;

/**
 * The value of a field at the top of the form that the component stands in, as it is entered now; undefined outside of a
 * form. The component renders again when it changes, also within a list.
 *
 *   const parameters = useFieldValue<Parameter[]>('parameters');
 */
export function useFieldValue<T = unknown>(name: string): T | undefined {
  const store = useContext(FormContext)?.controller.store;
  const read = () => store?.get([name]) as T | undefined;
  return useSyncExternalStore(store ? store.subscriber(name) : never, read, read);
}
