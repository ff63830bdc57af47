/**
 * Ensures one server per data folder: a lock file that is void once its owner has ended or the machine has restarted.
 */
import { linkSync, readFileSync, renameSync, unlinkSync, writeFileSync } from 'node:fs';

interface Owner {
  pid: number;
  /** Start time of the process; distinguishes the owner from a later process with the same id. */
  started: string;
}

/**
 * Returns what Linux reports of a process after its name: state, parent, … Empty where the system does not report it.
 */
function facts(pid: number): string[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    return [];
  }
}

/** Returns the start time of a process in the kernel's ticks. */
function startOf(pid: number): string {
  return facts(pid)[19] ?? '';
}

/** Returns whether a process with this id runs; one that ended but was not waited for (a zombie) does not. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  return facts(pid)[0] !== 'Z';
}

function readOwner(file: string): Owner | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Owner;
  } catch {
    return undefined;
  }
}

function holds(owner: Owner | undefined): owner is Owner {
  return owner !== undefined && isAlive(owner.pid) && startOf(owner.pid) === owner.started;
}

/** Takes the lock or throws an error that names the holder. Returns the function that releases it. */
export function takeLock(file: string, folder: string): () => void {
  const mine = `${file}.${process.pid}.${Date.now()}`;
  writeFileSync(mine, JSON.stringify({ pid: process.pid, started: startOf(process.pid) } satisfies Owner));
  try {
    for (let attempt = 0; attempt < 5; attempt += 1) {
      try {
        // A link is created atomically, so no process ever reads a half-written lock.
        linkSync(mine, file);
        return () => {
          if (readOwner(file)?.pid === process.pid) unlinkSync(file);
        };
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      }
      const owner = readOwner(file);
      if (holds(owner)) {
        throw new Error(
          `The data folder ${folder} is in use by another server (process ${owner.pid}). ` +
            'Stop that server first, or give this one a folder of its own with DATA_DIR.',
        );
      }
      setAside(file, mine);
    }
    throw new Error(`The lock ${file} cannot be taken.`);
  } finally {
    unlinkSync(mine);
  }
}

/** Moves the lock of a dead owner away; puts it back when a live process took the lock between reading and moving. */
function setAside(file: string, mine: string): void {
  const aside = `${mine}.stale`;
  try {
    renameSync(file, aside);
  } catch {
    return;
  }
  try {
    if (holds(readOwner(aside))) linkSync(aside, file);
  } finally {
    unlinkSync(aside);
  }
}
