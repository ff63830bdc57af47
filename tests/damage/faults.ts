/** What goes wrong while a page is shown: uncaught errors, rejections that nobody takes, and what the console is told. */
import { vi } from 'vitest';

export interface Faults {
  /** Since they were last taken. */
  take(): string[];
  stop(): void;
}

/** What React and the boundaries say of an error that they hold. */
const HELD = [
  /error boundary you provided/,
  // A file and the place in it, which may itself be what was damaged.
  /^(screens|tests)\/.*\.json(\/|\[object)/,
  /^A screen could not be loaded/,
  /^Filter "/,
  /^The dialog ".*" could not be opened/,
];
/** The DOM of the tests knows not all elements that browsers know; React says so. */
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
  // Vitest ends a run by a rejection that nobody takes; here it is a finding like others.
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
