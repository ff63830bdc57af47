/** Errors while a page is shown: uncaught errors, unhandled rejections, and console output. */
import { vi } from 'vitest';

export interface Faults {
  /** The errors since the last call. */
  take(): string[];
  stop(): void;
}

/** Console output of React and the boundaries for an error that they catch. */
const HELD = [
  /error boundary you provided/,
  // A file and the place in it, which may itself be damaged.
  /^(screens|tests)\/.*\.json(\/|\[object)/,
  /^A screen could not be loaded/,
  /^Filter "/,
  /^The dialog ".*" could not be opened/,
];
/** The DOM of the tests does not know all elements of browsers; React reports that. */
const OF_JSDOM = /unrecognized in this browser|Not implemented: /;

const words = (part: unknown) => (part instanceof Error ? (part.stack ?? part.message) : String(part));

export function watchFaults(): Faults {
  let found: string[] = [];
  const note = (fault: string) => void found.push(fault);
  const console_ = vi.spyOn(console, 'error').mockImplementation((...told: unknown[]) => {
    const text = told.map(words).join(' ');
    if (![...HELD, OF_JSDOM].some((one) => one.test(text))) note(`console: ${text.slice(0, 600)}`);
  });
  const onError = (event: ErrorEvent) => {
    event.preventDefault();
    note(`uncaught: ${words(event.error)}`);
  };
  window.addEventListener('error', onError);
  // Vitest ends a run on an unhandled rejection; here it is an error like others.
  const others = process.listeners('unhandledRejection');
  process.removeAllListeners('unhandledRejection');
  const onRejection = (reason: unknown) => note(`rejection: ${words(reason)}`);
  process.on('unhandledRejection', onRejection);
  return {
    take: () => {
      const taken = found;
      found = [];
      return taken;
    },
    stop: () => {
      console_.mockRestore();
      window.removeEventListener('error', onError);
      process.off('unhandledRejection', onRejection);
      for (const one of others) process.on('unhandledRejection', one);
    },
  };
}
