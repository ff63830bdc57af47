/**
 * Debug mode (calls, section 8.1): off until `debug` in the storage is `true`. Repeated requests are reported in the
 * console, and errors and warnings of the console are also shown to the user.
 */
import type { Stored } from './storage.ts';
import type { Toasts } from './toasts.ts';

declare module './engine.ts' {
  interface Engine {
    readonly debug: Debug;
  }
}

export interface Debug {
  active(): boolean;
  /** Called for each request; `describe` returns its address and body. */
  noteRequest(describe: () => string): void;
  /** In debug mode shows errors and warnings of the console as toasts; the returned function stops it. */
  showFaults(): () => void;
}

/** Milliseconds within which the same request counts as repeated. */
export const REPEATED_WITHIN = 500;

export function createDebug(storage: Stored, toasts: Toasts): Debug {
  const sent = new Map<string, number>();
  const active = () => storage.read('debug') === 'true';
  return {
    active,
    noteRequest(describe) {
      if (!active()) return;
      const request = describe();
      const now = Date.now();
      const before = sent.get(request);
      if (before !== undefined && now - before < REPEATED_WITHIN)
        console.warn('Too frequent requests', request);
      sent.set(request, now);
    },
    showFaults: () => (active() ? showFaults(toasts) : () => undefined),
  };
}

function showFaults(toasts: Toasts): () => void {
  const { error, warn } = console;
  const show = (type: 'error' | 'warning', parts: readonly unknown[]) =>
    toasts.show({
      type,
      text: parts.map((part) => (part instanceof Error ? part.message : String(part))).join(' '),
    });
  console.error = (...parts: unknown[]) => {
    error(...parts);
    show('error', parts);
  };
  console.warn = (...parts: unknown[]) => {
    warn(...parts);
    show('warning', parts);
  };
  const onError = (event: ErrorEvent) => void show('error', [event.error ?? event.message]);
  const onRejection = (event: PromiseRejectionEvent) => void show('error', [event.reason]);
  window.addEventListener('error', onError);
  window.addEventListener('unhandledrejection', onRejection);
  return () => {
    Object.assign(console, { error, warn });
    window.removeEventListener('error', onError);
    window.removeEventListener('unhandledrejection', onRejection);
  };
}
