/** Captions of dictionary values in the locale of a request, cached in memory. */
import { databaseKey, type Db } from '../database/connection.ts';
import type { Locale } from '../core/texts.ts';
import { WordCache, type StoredWord } from './wordCache.ts';

export interface ClassifierValue {
  name: string;
  caption: string;
}

export class Captions {
  readonly #words = new Map<string, Map<string, StoredWord>>();
  readonly #sorted = new Map<string, string[]>();

  constructor(
    words: readonly StoredWord[],
    readonly locale: Locale,
  ) {
    for (const word of words) {
      const list = this.#words.get(word.dictionary) ?? new Map<string, StoredWord>();
      this.#words.set(word.dictionary, list.set(word.name, word));
    }
  }

  /** Returns a value with its caption, also a retired one; an unknown value has its code as caption. */
  value<Name extends string>(dictionary: string, name: Name): { name: Name; caption: string } {
    const word = this.#words.get(dictionary)?.get(name);
    return { name, caption: word ? this.#caption(word).caption : name };
  }

  /** `value` for a nullable column. */
  optional(dictionary: string, name: string | null): ClassifierValue | null {
    return name === null ? null : this.value(dictionary, name);
  }

  /** Returns all values of a dictionary in their own order, including retired ones and those of every instance. */
  all(dictionary: string): readonly ClassifierValue[] {
    return [...(this.#words.get(dictionary)?.values() ?? [])].map((word) => this.#caption(word));
  }

  /** Returns the values an instance may choose: the product's and its own, without retired ones. */
  offered(dictionary: string, instanceId: string): readonly ClassifierValue[] {
    return [...(this.#words.get(dictionary)?.values() ?? [])]
      .filter((word) => !word.retired && (word.instanceId ?? instanceId) === instanceId)
      .map((word) => this.#caption(word));
  }

  /** Returns whether a record of the instance may contain the value; a retired one may remain. */
  knows(dictionary: string, name: string, instanceId: string | undefined): boolean {
    const word = this.#words.get(dictionary)?.get(name);
    return word !== undefined && (instanceId === undefined || (word.instanceId ?? instanceId) === instanceId);
  }

  /** Returns the codes of a dictionary in the order of their captions. */
  sorted(dictionary: string): readonly string[] {
    const known = this.#sorted.get(dictionary);
    if (known) return known;
    const sorted = this.all(dictionary)
      .toSorted((a, b) => a.caption.localeCompare(b.caption, this.locale))
      .map((word) => word.name);
    this.#sorted.set(dictionary, sorted);
    return sorted;
  }

  #caption(word: StoredWord): ClassifierValue {
    return { name: word.name, caption: word[this.locale] };
  }
}

/** By `databaseKey`. */
const caches = new WeakMap<object, WordCache>();
const byWords = new WeakMap<readonly StoredWord[], Record<Locale, Captions>>();

/** Creates the cache of a database; must be called before its captions are loaded. */
export function keepWords(db: Db): void {
  caches.set(databaseKey(db), new WordCache(db));
}

/** Resolves when the cached values are at most a second old; to be called before a transaction. */
export function freshWords(db: Db): Promise<void> {
  return cacheOf(db).fresh();
}

/** Invalidates the cached values of a database after a change. */
export function dropWords(db: Db): void {
  cacheOf(db).drop();
}

/**
 * Returns the captions of all dictionaries. Outside a transaction they are at most a second old; inside one they are
 * only read on first use, because a transaction that waits for another connection may wait for itself.
 */
export async function loadCaptions(db: Db, locale: Locale): Promise<Captions> {
  const cache = cacheOf(db);
  if (!db.isTransaction || !cache.words) await cache.fresh();
  const words = cache.words ?? [];
  const captions = byWords.get(words) ?? { ru: new Captions(words, 'ru'), en: new Captions(words, 'en') };
  byWords.set(words, captions);
  return captions[locale];
}

function cacheOf(db: Db): WordCache {
  const cache = caches.get(databaseKey(db));
  if (!cache) throw new Error('The words of this database are not kept: call keepWords first');
  return cache;
}
