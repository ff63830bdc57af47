/** A fair queue for long-running work, so that no account blocks the others. */
import { Problem } from './problems.ts';

export interface TurnLimits {
  /** Most turns at the same time, of all accounts and of one. */
  atOnce: number;
  atOnceOfAccount: number;
  /** Most requests that wait for a turn, of all accounts and of one; further requests get 429. */
  waiting: number;
  waitingOfAccount: number;
}

/** Seconds after which a refused request may be sent again. */
const RETRY_AFTER = 10;

interface Waiting {
  accountId: string;
  begin: () => void;
}

export class Turns {
  readonly #running = new Map<string, number>();
  #waiting: Waiting[] = [];

  constructor(private readonly limits: TurnLimits) {}

  /**
   * Resolves when it is the account's turn; calling the result ends the turn. Throws 429 when too many already wait. An
   * aborted request leaves the queue and throws the reason of `signal`.
   */
  async take(accountId: string, signal?: AbortSignal): Promise<() => void> {
    signal?.throwIfAborted();
    if (!this.#isFree(accountId)) await this.#wait(accountId, signal);
    else this.#count(accountId, 1);
    let over = false;
    return () => {
      if (over) return;
      over = true;
      this.#count(accountId, -1);
      this.#next();
    };
  }

  #isFree(accountId: string): boolean {
    const all = [...this.#running.values()].reduce((sum, one) => sum + one, 0);
    return all < this.limits.atOnce && (this.#running.get(accountId) ?? 0) < this.limits.atOnceOfAccount;
  }

  #wait(accountId: string, signal: AbortSignal | undefined): Promise<void> {
    const own = this.#waiting.filter((one) => one.accountId === accountId).length;
    if (own >= this.limits.waitingOfAccount || this.#waiting.length >= this.limits.waiting)
      throw new Problem(429, 'tooManyFiles', { retryAfter: RETRY_AFTER, values: { seconds: RETRY_AFTER } });
    return new Promise((resolve, reject) => {
      const leave = () => {
        this.#waiting = this.#waiting.filter((one) => one !== waiting);
        reject(signal?.reason as Error);
      };
      const begin = () => {
        signal?.removeEventListener('abort', leave);
        resolve();
      };
      const waiting: Waiting = { accountId, begin };
      this.#waiting.push(waiting);
      signal?.addEventListener('abort', leave, { once: true });
    });
  }

  /** Starts the longest waiting request whose account may have a turn. */
  #next(): void {
    const next = this.#waiting.find(({ accountId }) => this.#isFree(accountId));
    if (!next) return;
    this.#waiting = this.#waiting.filter((one) => one !== next);
    this.#count(next.accountId, 1);
    next.begin();
  }

  #count(accountId: string, change: 1 | -1): void {
    const count = (this.#running.get(accountId) ?? 0) + change;
    if (count > 0) this.#running.set(accountId, count);
    else this.#running.delete(accountId);
  }
}
