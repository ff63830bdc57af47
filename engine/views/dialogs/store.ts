/** The dialogs that stand open, the last on top. */
import { createStore } from '../../data/store.ts';
import type { CompiledScreen } from '../../language/compiled.ts';
import type { Conditions } from '../../page/conditions.ts';

export interface OpenDialog {
  id: number;
  /** Its id; or the screen itself, made for the moment. */
  screen: string | CompiledScreen;
  input: Record<string, unknown>;
  /** The same arguments as conditions on the dialog's rows. */
  conditions?: Conditions;
  /** Closes the dialog; the value is what was picked. */
  close(value?: unknown): void;
}

export const dialogs = createStore<readonly OpenDialog[]>([]);
let last = 0;

/** Opens a screen as a dialog. Resolves with what it picks, or undefined when it is closed without. */
export function openDialog(
  screen: OpenDialog['screen'],
  input: Record<string, unknown> = {},
  conditions?: Conditions,
): Promise<unknown> {
  return new Promise((resolve) => {
    const id = ++last;
    const close = (value?: unknown) => {
      dialogs.set((list) => list.filter((dialog) => dialog.id !== id));
      resolve(value);
    };
    dialogs.set((list) => [...list, { id, screen, input, close, ...(conditions ? { conditions } : {}) }]);
  });
}
