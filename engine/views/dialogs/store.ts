/** The open dialogs; the last one is on top. */
import { useEngine } from '../../data/engine.ts';
import { createStore, type Store } from '../../data/store.ts';
import type { CompiledScreen } from '../../language/compiled.ts';
import type { Conditions } from '../../page/conditions.ts';

declare module '../../data/engine.ts' {
  interface Engine {
    readonly dialogs: Dialogs;
  }
}

export interface OpenDialog {
  id: number;
  /** Its id; or the screen itself, when it was built at run time. */
  screen: string | CompiledScreen;
  input: Record<string, unknown>;
  /** The same arguments as conditions on the dialog's rows. */
  conditions?: Conditions;
  /** Closes the dialog; the value is the result of `open`. */
  close(value?: unknown): void;
}

export interface Dialogs extends Store<readonly OpenDialog[]> {
  /** Opens a screen as a dialog. Resolves with the picked value, or undefined when it is closed without one. */
  open(
    screen: OpenDialog['screen'],
    input?: Record<string, unknown>,
    conditions?: Conditions,
  ): Promise<unknown>;
}

export function createDialogs(): Dialogs {
  const store = createStore<readonly OpenDialog[]>([]);
  let lastId = 0;
  return {
    ...store,
    open: (screen, input = {}, conditions) =>
      new Promise((resolve) => {
        const id = ++lastId;
        const close = (value?: unknown) => {
          store.set((list) => list.filter((dialog) => dialog.id !== id));
          resolve(value);
        };
        store.set((list) => [...list, { id, screen, input, close, ...(conditions ? { conditions } : {}) }]);
      }),
  };
}

/**
 * Returns a function that opens a screen as a dialog; it resolves with the picked value, undefined when closed without
 * one.
 * @example const openDialog = useDialog(); const book = await openDialog('bookPick', { shelfId });
 */
export function useDialog(): (screen: string, input?: Record<string, unknown>) => Promise<unknown> {
  return useEngine().dialogs.open;
}
