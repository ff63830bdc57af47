/** Whether the page is being put on paper. */
import { flushSync } from 'react-dom';
import { createStore, useStore } from '../../data/store.ts';

const printing = createStore(false);

if (typeof window !== 'undefined') {
  // The browser takes its picture as soon as the event has been heard.
  window.addEventListener('beforeprint', () => flushSync(() => printing.set(true)));
  window.addEventListener('afterprint', () => printing.set(false));
}

export const usePrinting = (): boolean => useStore(printing);
