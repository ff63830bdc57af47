/** Limits how often replies are requested again, and pauses while the page is hidden. */

/** Runs the work once the time, in milliseconds, has passed and the page is visible; the returned function cancels. */
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

export interface ThrottledReload {
  request(): void;
  stop(): void;
}

const INTERVAL = 1000;

/** Requests again because of live messages, at most once a second. */
export function createThrottledReload(reload: () => void): ThrottledReload {
  let last = -INTERVAL;
  let cancel: (() => void) | undefined;
  return {
    request() {
      cancel ??= afterPause(Math.max(0, last + INTERVAL - performance.now()), () => {
        cancel = undefined;
        last = performance.now();
        reload();
      });
    },
    stop: () => cancel?.(),
  };
}
