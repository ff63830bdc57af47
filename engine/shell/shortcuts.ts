/** Which keyboard overlay is open: the palette of Ctrl+K, or the list of keys. */
import { createStore, type Store } from '../data/store.ts';

declare module '../data/engine.ts' {
  interface Engine {
    readonly shortcuts: Store<OpenShortcut>;
  }
}

export type OpenShortcut = 'palette' | 'help' | undefined;

export const createShortcuts = (): Store<OpenShortcut> => createStore<OpenShortcut>(undefined);
