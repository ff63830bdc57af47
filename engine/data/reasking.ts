/** Asks again because of live messages: at most once a second, and not while nobody looks. */

export interface Reasking {
  request(): void;
  stop(): void;
}

const INTERVAL = 1000;

export function createReasking(ask: () => void): Reasking {
  let wanted = false;
  let last = -INTERVAL;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const run = () => {
    timer = undefined;
    if (!wanted || document.hidden) return;
    wanted = false;
    last = performance.now();
    ask();
  };
  const plan = () => {
    if (!wanted || timer !== undefined || document.hidden) return;
    timer = setTimeout(run, Math.max(0, last + INTERVAL - performance.now()));
  };
  document.addEventListener('visibilitychange', plan);
  return {
    request() {
      wanted = true;
      plan();
    },
    stop() {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', plan);
    },
  };
}
