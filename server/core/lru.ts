/** A map of bounded size that evicts the least recently used entry. */
export class Lru<Key, Value> {
  readonly #entries = new Map<Key, Value>();

  constructor(private readonly size: number) {}

  get(key: Key): Value | undefined {
    const value = this.#entries.get(key);
    if (value !== undefined) this.set(key, value);
    return value;
  }

  set(key: Key, value: Value): void {
    // A map iterates in the order of insertion: the first key is the least recently used one.
    this.#entries.delete(key);
    this.#entries.set(key, value);
    if (this.#entries.size <= this.size) return;
    for (const oldest of this.#entries.keys()) {
      this.#entries.delete(oldest);
      return;
    }
  }

  /** The cached value, or else that of `create`, which is then cached. */
  getOrCreate(key: Key, create: () => Value): Value {
    const cached = this.get(key);
    if (cached !== undefined) return cached;
    const value = create();
    this.set(key, value);
    return value;
  }
}
