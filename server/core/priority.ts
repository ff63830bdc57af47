/** Lowers the priority of work that should yield to requests when all processor cores are busy. */
import { getPriority, setPriority } from 'node:os';
import { writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

/** Nice value of such work: a tenth of the CPU share of a process that serves requests. */
const NICE = 10;
/** Linux lets an ordinary user change the nice value of a session ten times a second. */
const AGAIN_MS = 120;
const TRIES = 3;

/**
 * Lowers the priority of this thread. Only on Linux does it apply to the thread alone, so elsewhere it does nothing.
 */
export function lowerThreadPriority(): void {
  if (process.platform === 'linux') setPriority(Math.max(NICE, getPriority()));
}

/**
 * Lowers the priority of a process of this machine, where the system allows that; otherwise leaves it unchanged. The
 * processes of PostgreSQL have sessions of their own, among which Linux may divide the cores before it considers the
 * nice value of a process (`sched_autogroup_enabled`): so the session's nice value is raised too.
 */
export async function lowerProcessPriority(pid: number): Promise<void> {
  try {
    setPriority(pid, Math.max(NICE, getPriority(pid)));
  } catch {
    return;
  }
  if (process.platform === 'linux') await lowerSession(`/proc/${pid}/autogroup`);
}

async function lowerSession(file: string): Promise<void> {
  for (let tries = 1; tries <= TRIES; tries += 1) {
    try {
      await writeFile(file, String(NICE));
      return;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') return;
      await sleep(AGAIN_MS);
    }
  }
}
