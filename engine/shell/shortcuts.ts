/** Which help of the keyboard stands open: the search of Ctrl+K, or the list of the keys. */
import { createStore, type Store } from '../data/store.ts';

declare module '../data/engine.ts' {
  interface Engine {
    readonly shortcuts: Store<OpenShortcut>;
  }
}

export type OpenShortcut = 'palette' | 'help' | undefined;

export const createShortcuts = (): Store<OpenShortcut> => createStore<OpenShortcut>(undefined);
