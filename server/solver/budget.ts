/** Limits of a search, in time or in steps, and the share of them used so far. */
export interface Limits {
  /** With a number of steps the result depends only on problem, seed and number. */
  iterations?: number;
  milliseconds?: number;
  /** Milliseconds from any zero; the wall clock by default. */
  now?: () => number;
  /** True ends the search with the best solution so far. */
  cancelled?: () => boolean;
}

/** Between two readings of the clock: approximate milliseconds, and the most steps. */
const PAUSE = 2;
const MOST_STEPS = 512;

export class Budget {
  /** Steps so far. */
  count = 0;
  cancelled = false;
  #next = 1;
  #stride = 1;
  #seen: number;
  #timeUsed = 0;
  readonly #iterations: number;
  readonly #milliseconds: number;
  readonly #now: () => number;
  readonly #began: number;
  readonly #isCancelled: () => boolean;

  constructor({ iterations = Infinity, milliseconds = Infinity, now, cancelled }: Limits) {
    this.#iterations = iterations;
    this.#milliseconds = milliseconds;
    this.#now = now ?? (() => performance.now());
    this.#began = this.#seen = this.#now();
    this.#isCancelled = cancelled ?? (() => false);
  }

  /** Milliseconds since the start. */
  get elapsed(): number {
    return this.#now() - this.#began;
  }

  /** Used share, 0 to 1. */
  get fraction(): number {
    if (this.cancelled) return 1;
    return Math.min(1, Math.max(this.count / this.#iterations, this.#timeUsed));
  }

  /**
   * Counts a step; true if the share `until` is used up, or the whole budget, as rounding may raise a sum of shares
   * above 1.
   */
  step(until: number): boolean {
    if (++this.count >= this.#next) this.look();
    const { fraction } = this;
    return fraction >= until || fraction >= 1;
  }

  /** Reads the clock; later steps read it again in about `PAUSE` milliseconds. */
  look(): void {
    this.cancelled ||= this.#isCancelled();
    const now = this.#now();
    const passed = now - this.#seen;
    this.#seen = now;
    this.#timeUsed = (now - this.#began) / this.#milliseconds;
    if (passed < PAUSE / 2) this.#stride = Math.min(MOST_STEPS, this.#stride * 2);
    else if (passed > PAUSE * 2) this.#stride = Math.max(1, this.#stride >> 1);
    this.#next = this.count + this.#stride;
  }
}
