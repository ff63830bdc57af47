/**
 * npm hands a signal to the shell between it and us, and some shells die of it without a word to us. So what npm
 * started ends when that shell is gone.
 */
export function endWithNpm(stop) {
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    stop();
  }, 500);
  timer.unref();
}
