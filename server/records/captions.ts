/** Captions of dictionary words in the locale of a request. */
import type { Db } from '../database/connection.ts';
import type { Locale } from '../http/texts.ts';

export interface ClassifierValue {
  name: string;
  caption: string;
}

export class Captions {
  constructor(
    private readonly words: ReadonlyMap<string, readonly ClassifierValue[]>,
    private readonly locale: Locale,
  ) {}

  /** A word with its caption; a word that left its dictionary shows its code. */
  value(dictionary: string, name: string): ClassifierValue {
    const word = this.words.get(dictionary)?.find((each) => each.name === name);
    return word ?? { name, caption: name };
  }

  /** The same, for a column that may be empty. */
  optional(dictionary: string, name: string | null): ClassifierValue | null {
    return name === null ? null : this.value(dictionary, name);
  }

  /** All words of a dictionary in their own order. */
  all(dictionary: string): readonly ClassifierValue[] {
    return this.words.get(dictionary) ?? [];
  }

  /** The codes of a dictionary in the order of their captions. */
  sorted(dictionary: string): string[] {
    return this.all(dictionary)
      .toSorted((a, b) => a.caption.localeCompare(b.caption, this.locale))
      .map((word) => word.name);
  }
}

/** Loads dictionaries with one query. */
export async function loadCaptions(db: Db, locale: Locale, ...dictionaries: string[]): Promise<Captions> {
  const rows = await db
    .selectFrom('classifiers')
    .select(['dictionary', 'name', locale === 'en' ? 'caption_en as caption' : 'caption_ru as caption'])
    .where('dictionary', 'in', dictionaries)
    .orderBy('dictionary')
    .orderBy('position')
    .orderBy('name')
    .execute();
  const words = new Map<string, ClassifierValue[]>();
  for (const { dictionary, name, caption } of rows) {
    const list = words.get(dictionary) ?? [];
    list.push({ name, caption });
    words.set(dictionary, list);
  }
  return new Captions(words, locale);
}
