/** Restarts the built-in database when it dies; requests meanwhile get 503. */
import { setTimeout as sleep } from 'node:timers/promises';
import { launch, shutDown, type Cluster, type Running } from './cluster.ts';
import { isAlive } from './lock.ts';

const CHECK_MS = 250;
/** Processes of a killed database hold its memory for a moment, so the first start may fail. */
const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 30_000;

export interface Supervisor {
  /** Current process id of the database. */
  pid(): number;
  /** Stops the watch and the database. */
  stop(): Promise<void>;
}

/** Watches a running cluster, including an adopted one; restarts it on the same port, so the pool finds it. */
export function supervise(cluster: Cluster, first: Running, log: (line: string) => void): Supervisor {
  const ending = new AbortController();
  const { signal } = ending;
  let running = first;
  const pause = (ms: number) => sleep(ms, undefined, { signal, ref: false }).catch(() => undefined);
  const startAgain = async (): Promise<void> => {
    for (let wait = FIRST_WAIT_MS; !signal.aborted; wait = Math.min(wait * 2, LONGEST_WAIT_MS)) {
      try {
        running = await launch(cluster, running.port, signal);
        log(`The built-in database runs again, process ${running.pid}`);
        return;
      } catch (error) {
        log((error as Error).message);
        await pause(wait);
      }
    }
  };
  const watch = async (): Promise<void> => {
    while (!signal.aborted) {
      await pause(CHECK_MS);
      if (signal.aborted || isAlive(running.pid)) continue;
      log(`The built-in database, process ${running.pid}, has died; it is started again`);
      await startAgain();
    }
  };
  const watching = watch();
  return {
    pid: () => running.pid,
    stop: async () => {
      ending.abort();
      await watching;
      await shutDown(running.pid);
    },
  };
}
