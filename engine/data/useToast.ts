/** Toasts, for components. */
import { useEngine } from './engine.ts';
import type { Toasts } from './toasts.ts';

/**
 * Returns a function that shows a toast and returns its id.
 * @example const toast = useToast(); toast({ type: 'success', text: t('book.saved') });
 */
export function useToast(): Toasts['show'] {
  return useEngine().toasts.show;
}
