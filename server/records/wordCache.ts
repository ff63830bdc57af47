/** Words of the dictionaries in memory, one cache a database. Another server's change is seen within a second. */
import type { Db } from '../database/connection.ts';

export interface StoredWord {
  dictionary: string;
  name: string;
  ru: string;
  en: string;
  /** Null: the product's. */
  instanceId: string | null;
  retired: boolean;
}

/** How long the words are believed before the database is asked whether they changed. */
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

  /** Resolves when the words are those of at most a second ago; all who wait share one question. */
  fresh(): Promise<void> {
    if (performance.now() - this.#askTime < BELIEVED_MS) return Promise.resolve();
    if (this.#asking) return this.#asking;
    const asking = this.#ask().finally(() => {
      if (this.#asking === asking) this.#asking = undefined;
    });
    this.#asking = asking;
    return asking;
  }

  /** Asks again at the next need: this server changed a word itself. */
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
    // An answer that comes after a later one knows less.
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
