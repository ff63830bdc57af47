/** Dictionary values as shipped with the product: one JSON file per area, each list in its own order. */
import { readdirSync, readFileSync } from 'node:fs';
import { readPermissions } from './permissions.ts';

export interface Word {
  /** Stored in records and compared in code. */
  name: string;
  ru: string;
  en: string;
}

const FOLDER = new URL('./', import.meta.url);

/** Returns every dictionary of plain values; throws when two files declare the same one. */
export function readWords(): ReadonlyMap<string, readonly Word[]> {
  const words = new Map<string, readonly Word[]>([['permissions', readPermissions()]]);
  for (const file of readdirSync(FOLDER).toSorted()) {
    if (!file.endsWith('.json')) continue;
    const area = JSON.parse(readFileSync(new URL(file, FOLDER), 'utf8')) as Record<string, Word[]>;
    for (const [dictionary, list] of Object.entries(area)) {
      if (words.has(dictionary)) throw new Error(`${file} defines the dictionary ${dictionary} again`);
      words.set(dictionary, list);
    }
  }
  return words;
}
