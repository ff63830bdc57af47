/** A small pool of threads, started on demand and ended when idle. */
import { Thread } from './thread.ts';
import { Turns, type TurnLimits } from './turns.ts';

const IDLE_MS = 60_000;
/** Longest time that a request may use a thread; then the thread is ended. */
const LONGEST_MS = 10 * 60_000;

/** Lends threads to accounts in turn; the limits bound how many are in use at the same time. */
export class ThreadPool {
  readonly #turns: Turns;
  readonly #idle = new Map<Thread, NodeJS.Timeout>();

  constructor(limits: TurnLimits) {
    this.#turns = new Turns(limits);
  }

  /** Runs `work` with a thread that no one else uses meanwhile. Throws 429 when too many requests already wait. */
  async use<T>(accountId: string, work: (thread: Thread) => Promise<T>, signal?: AbortSignal): Promise<T> {
    const { thread, release } = await this.take(accountId, signal);
    try {
      return await work(thread);
    } finally {
      release();
    }
  }

  /** `use` for work that does not end in one function: `release` returns the thread to the pool. */
  async take(accountId: string, signal?: AbortSignal): Promise<{ thread: Thread; release: () => void }> {
    const endTurn = await this.#turns.take(accountId, signal);
    const thread = this.#takeIdle() ?? new Thread();
    const limit = setTimeout(() => {
      thread.end();
      release();
    }, LONGEST_MS).unref();
    const release = () => {
      clearTimeout(limit);
      if (!thread.ended && !this.#idle.has(thread)) this.#keep(thread);
      endTurn();
    };
    return { thread, release };
  }

  #takeIdle(): Thread | undefined {
    for (const [thread, timer] of this.#idle) {
      clearTimeout(timer);
      this.#idle.delete(thread);
      if (!thread.ended) return thread;
    }
    return undefined;
  }

  #keep(thread: Thread): void {
    const timer = setTimeout(() => {
      this.#idle.delete(thread);
      thread.end();
    }, IDLE_MS).unref();
    this.#idle.set(thread, timer);
  }
}

/** For files that are made while a user waits. */
export const makers = new ThreadPool({ atOnce: 2, atOnceOfAccount: 1, waiting: 40, waitingOfAccount: 4 });
/** For jobs: they wait in their own queue, which has its own limits. */
export const jobMakers = new ThreadPool({
  atOnce: 1,
  atOnceOfAccount: 1,
  waiting: Infinity,
  waitingOfAccount: Infinity,
});
