/** Short messages that come and go. */
import { createStore } from './store.ts';

export type ToastType = 'info' | 'success' | 'error' | 'warning' | 'plain';

export interface Toast {
  type: ToastType;
  text: string;
  button?: { label: string; onSelect: () => void };
  /** Stays until it is dismissed. */
  unremovable?: boolean;
  /** How far something is, from 0 to 1; null while that is not known. */
  progress?: number | null;
}

export interface ShownToast extends Toast {
  id: number;
  date: Date;
}

export const TOAST_LIFE = 6000;

export const toasts = createStore<readonly ShownToast[]>([]);
const timers = new Map<number, ReturnType<typeof setTimeout>>();
let lastId = 0;

/** Shows a message. The same words again only begin the life of the shown one anew. */
export function toast(message: Toast): number {
  const same = toasts.get().find((shown) => shown.type === message.type && shown.text === message.text);
  const id = same?.id ?? ++lastId;
  if (!same) toasts.set((list) => [...list, { ...message, id, date: new Date() }]);
  if (!message.unremovable) resumeToast(id);
  return id;
}

/** Changes a shown message. */
export function updateToast(id: number, change: Partial<Toast>): void {
  toasts.set((list) => list.map((shown) => (shown.id === id ? { ...shown, ...change } : shown)));
}

export function dismissToast(id: number): void {
  holdToast(id);
  toasts.set((list) => list.filter((shown) => shown.id !== id));
}

/** While a pointer or the focus rests on a message it does not vanish. */
export function holdToast(id: number): void {
  clearTimeout(timers.get(id));
  timers.delete(id);
}

/** Begins the message's life anew. */
export function resumeToast(id: number): void {
  holdToast(id);
  const shown = toasts.get().find((one) => one.id === id);
  if (shown && !shown.unremovable)
    timers.set(
      id,
      setTimeout(() => dismissToast(id), TOAST_LIFE),
    );
}

/** What was said of an earlier success is no longer true once the same is tried again. */
export function dismissSuccess(): void {
  for (const { id, type } of toasts.get()) if (type === 'success') dismissToast(id);
}
