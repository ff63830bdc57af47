/** A cache of the most recently used values, by key. */
export class LatestUsed<T> {
  readonly #values = new Map<string, T>();

  constructor(readonly most: number) {}

  peek(key: string): T | undefined {
    const value = this.#values.get(key);
    if (value === undefined) return undefined;
    // A map preserves the order in which keys were set.
    this.#values.delete(key);
    this.#values.set(key, value);
    return value;
  }

  get(key: string, make: () => T): T {
    const known = this.peek(key);
    if (known !== undefined) return known;
    const made = make();
    this.#values.set(key, made);
    const oldest = this.#values.keys().next();
    if (this.#values.size > this.most && !oldest.done) this.#values.delete(oldest.value);
    return made;
  }
}
