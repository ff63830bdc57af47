/** Toasts: short messages that disappear automatically. */
import { createStore, type Store } from './store.ts';

declare module './engine.ts' {
  interface Engine {
    readonly toasts: Toasts;
  }
}

export type ToastType = 'info' | 'success' | 'error' | 'warning' | 'plain';

export interface Toast {
  type: ToastType;
  text: string;
  button?: { label: string; onSelect: () => void };
  /** Stays until it is dismissed. */
  unremovable?: boolean;
  /** Progress from 0 to 1; null while it is not known. */
  progress?: number | null;
}

export interface ShownToast extends Toast {
  id: number;
  date: Date;
}

/** Milliseconds for which a toast is shown. */
export const TOAST_LIFE = 6000;

export interface Toasts extends Store<readonly ShownToast[]> {
  /** Shows a toast and returns its id. One that is already shown with the same text only stays longer. */
  show(message: Toast): number;
  update(id: number, change: Partial<Toast>): void;
  dismiss(id: number): void;
  /** Keeps a toast while the pointer or the focus is on it. */
  hold(id: number): void;
  /** Restarts the timer of a toast. */
  resume(id: number): void;
  /** Removes success toasts of an earlier attempt before the same action is tried again. */
  dismissSuccess(): void;
}

export function createToasts(): Toasts {
  const store = createStore<readonly ShownToast[]>([]);
  const timers = new Map<number, ReturnType<typeof setTimeout>>();
  let lastId = 0;
  const hold = (id: number) => {
    clearTimeout(timers.get(id));
    timers.delete(id);
  };
  const dismiss = (id: number) => {
    hold(id);
    store.set((list) => list.filter((shown) => shown.id !== id));
  };
  const resume = (id: number) => {
    hold(id);
    const shown = store.get().find((one) => one.id === id);
    if (shown && !shown.unremovable)
      timers.set(
        id,
        setTimeout(() => dismiss(id), TOAST_LIFE),
      );
  };
  return {
    ...store,
    hold,
    dismiss,
    resume,
    show(message) {
      const same = store.get().find(({ type, text }) => type === message.type && text === message.text);
      const id = same?.id ?? ++lastId;
      if (!same) store.set((list) => [...list, { ...message, id, date: new Date() }]);
      if (!message.unremovable) resume(id);
      return id;
    },
    update(id, change) {
      store.set((list) => list.map((shown) => (shown.id === id ? { ...shown, ...change } : shown)));
    },
    dismissSuccess() {
      for (const { id, type } of store.get()) if (type === 'success') dismiss(id);
    },
  };
}
