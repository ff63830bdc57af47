/** In-memory cache of dictionary values, one per database. A change by another server is seen within a second. */
import type { Db } from '../database/connection.ts';

export interface StoredWord {
  dictionary: string;
  name: string;
  ru: string;
  en: string;
  /** Null: a value of the product. */
  instanceId: string | null;
  retired: boolean;
}

/** Time after which the version in the database is checked again. */
const FRESH_MS = 1000;

export class WordCache {
  /** In the order of their dictionaries. */
  words: readonly StoredWord[] | undefined;
  #version: number | undefined;
  #checkedAt = -Infinity;
  #pending: Promise<void> | undefined;
  #started = 0;
  /** Number of the newest accepted check; replies to earlier ones are discarded. */
  #accepted = 0;

  constructor(private readonly db: Db) {}

  /** Resolves when the values are at most a second old; concurrent callers share one query. */
  fresh(): Promise<void> {
    if (performance.now() - this.#checkedAt < FRESH_MS) return Promise.resolve();
    if (this.#pending) return this.#pending;
    const pending = this.#check().finally(() => {
      if (this.#pending === pending) this.#pending = undefined;
    });
    this.#pending = pending;
    return pending;
  }

  /** Invalidates the cache: this server has changed a value itself. Replies to pending queries are discarded. */
  drop(): void {
    this.#checkedAt = -Infinity;
    this.#pending = undefined;
    this.#accepted = this.#started + 1;
  }

  async #check(): Promise<void> {
    this.#started += 1;
    const number = this.#started;
    const time = performance.now();
    const { version } = await this.db
      .selectFrom('classifier_changes')
      .select('version')
      .executeTakeFirstOrThrow();
    const words = version === this.#version ? this.words : await this.#read();
    if (number < this.#accepted) return this.fresh();
    this.#accepted = number;
    this.#checkedAt = time;
    this.#version = version;
    this.words = words;
  }

  #read(): Promise<StoredWord[]> {
    return this.db
      .selectFrom('classifiers')
      .select([
        'dictionary',
        'name',
        'caption_ru as ru',
        'caption_en as en',
        'instance_id as instanceId',
        'retired',
      ])
      .orderBy('dictionary')
      .orderBy('position')
      .orderBy('name')
      .execute();
  }
}
