/**
 * Debug mode (calls, section 8.1): off until `localStorage.debug` is `true`. Requests that repeat are told in the
 * console, and what the console is told as errors and warnings is shown to the reader too.
 */
import { readStored } from './storage.ts';
import { toast } from './toasts.ts';

/** The same request again within so many milliseconds is one too many. */
export const REPEATED_WITHIN = 500;

const asked = new Map<string, number>();

export const debugging = (): boolean => readStored('debug') === 'true';

/** Called for each request, with what says its address and body. */
export function noteRequest(say: () => string): void {
  if (!debugging()) return;
  const question = say();
  const now = Date.now();
  const before = asked.get(question);
  if (before !== undefined && now - before < REPEATED_WITHIN) console.warn('Too frequent requests', question);
  asked.set(question, now);
}

/** In debug mode shows what goes wrong as messages, besides where it goes anyway; the function that comes back ends it. */
export function showFaults(): () => void {
  if (!debugging()) return () => undefined;
  const { error, warn } = console;
  const show = (type: 'error' | 'warning', parts: readonly unknown[]) =>
    toast({
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
