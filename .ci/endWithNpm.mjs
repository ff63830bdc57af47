import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/**
 * npm sends a signal to the shell between npm and this process, and some shells die of it without passing it on; a
 * killed npm sends no signal. So this process stops when that shell has ended or npm is no longer its parent.
 */
export function endWithNpm(stop) {
  if (!process.env.npm_lifecycle_event) return;
  const shell = process.ppid;
  const npm = parentOf(shell);
  const timer = setInterval(() => {
    if (process.ppid === shell && parentOf(shell) === npm) return;
    clearInterval(timer);
    stop();
  }, 500);
  timer.unref();
}

/** The parent of a process; undefined where the system does not report it. */
function parentOf(pid) {
  try {
    if (process.platform === 'linux') {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
    }
    if (process.platform === 'win32') return undefined;
    return Number(execFileSync('ps', ['-o', 'ppid=', '-p', String(pid)], { encoding: 'utf8' }));
  } catch {
    return undefined;
  }
}
