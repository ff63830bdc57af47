/** Asking again: not more often than need be, and not while nobody looks. */

/**
 * Runs the work once the time, in milliseconds, has passed and the page is looked at; the function that comes back gives
 * it up.
 */
export function afterPause(pause: number, work: () => void): () => void {
  let due = false;
  const stop = () => {
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', run);
  };
  const run = () => {
    if (!due || document.hidden) return;
    stop();
    work();
  };
  const timer = setTimeout(() => {
    due = true;
    run();
  }, pause);
  document.addEventListener('visibilitychange', run);
  return stop;
}

export interface Reasking {
  request(): void;
  stop(): void;
}

const INTERVAL = 1000;

/** Asks again because of live messages: at most once a second. */
export function createReasking(ask: () => void): Reasking {
  let last = -INTERVAL;
  let giveUp: (() => void) | undefined;
  return {
    request() {
      giveUp ??= afterPause(Math.max(0, last + INTERVAL - performance.now()), () => {
        giveUp = undefined;
        last = performance.now();
        ask();
      });
    },
    stop: () => giveUp?.(),
  };
}
