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
const BELIEVED_MS = 1000;

export class WordCache {
  /** In the order of their dictionaries. */
  words: readonly StoredWord[] | undefined;
  #version: number | undefined;
  #askTime = -Infinity;
  #asking: Promise<void> | undefined;
  #asked = 0;
  #answered = 0;

  constructor(private readonly db: Db) {}

  /** Resolves when the values are at most a second old; concurrent callers share one query. */
  fresh(): Promise<void> {
    if (performance.now() - this.#askTime < BELIEVED_MS) return Promise.resolve();
    if (this.#asking) return this.#asking;
    const asking = this.#ask().finally(() => {
      if (this.#asking === asking) this.#asking = undefined;
    });
    this.#asking = asking;
    return asking;
  }

  /** Invalidates the cache: this server has changed a value itself. */
  drop(): void {
    this.#askTime = -Infinity;
    this.#asking = undefined;
  }

  async #ask(): Promise<void> {
    this.#asked += 1;
    const turn = this.#asked;
    const time = performance.now();
    const { version } = await this.db
      .selectFrom('classifier_changes')
      .select('version')
      .executeTakeFirstOrThrow();
    const words = version === this.#version ? this.words : await this.#read();
    // A reply that arrives after a later one is outdated.
    if (turn < this.#answered) return;
    this.#answered = turn;
    this.#askTime = time;
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
