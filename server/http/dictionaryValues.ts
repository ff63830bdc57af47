/** Dictionary values in bodies: each must be in its dictionary. One check for all operations. */
import type { ApiCatalogue, ApiOperation } from '../../engine/language/api.ts';
import { deref } from '../../engine/language/schema.ts';
import type { Account } from '../access/accounts.ts';
import { Scope } from '../access/scope.ts';
import type { Db } from '../database/connection.ts';
import { readTables } from '../database/knownTables.ts';
import { knownValues } from '../dictionaries/read.ts';
import { rowsBehind } from '../dictionaries/rows.ts';
import { loadCaptions } from '../records/captions.ts';
import { invalid, type FieldProblem } from '../core/problems.ts';

interface Place {
  field: string;
  dictionary: string;
  /** Property that identifies an item. */
  value: string;
}

/** Returns the check of an operation's body; undefined when the body has no dictionary values. */
export function dictionaryCheck(
  operation: ApiOperation,
  api: ApiCatalogue,
): ((db: Db, body: unknown, account: Account | undefined) => Promise<void>) | undefined {
  const properties = operation.body ? (deref(operation.body, api.schemas).properties ?? {}) : {};
  const places: Place[] = Object.entries(properties).flatMap(([field, schema]) => {
    const dictionary = schema['x-dictionary'] ?? schema.items?.['x-dictionary'];
    return dictionary
      ? [{ field, dictionary, value: api.dictionaries.get(dictionary)?.value ?? 'name' }]
      : [];
  });
  if (places.length === 0) return undefined;
  return async (db, body, account) => {
    // Fields of a multipart body are read later, when its handler calls `upload`.
    if (body === undefined) return;
    const errors: FieldProblem[] = [];
    for (const place of places) {
      const words = wordsOf((body as Record<string, unknown>)[place.field], place.value);
      if (words.length > 0 && !(await allKnown(db, place, words, account))) {
        errors.push({ field: place.field, code: 'unknownValue', message: 'validation.unknownValue' });
      }
    }
    if (errors.length > 0) throw invalid(...errors);
  };
}

async function allKnown(
  db: Db,
  { dictionary, value }: Place,
  words: readonly string[],
  account: Account | undefined,
): Promise<boolean> {
  const scope = account && new Scope(db, account, await readTables(db));
  const rows = rowsBehind(dictionary);
  if (rows) {
    const known = scope && (await knownValues(scope, rows, value, words));
    return words.every((word) => known?.has(word));
  }
  const captions = await loadCaptions(db, 'ru');
  return words.every((word) => captions.knows(dictionary, word, scope?.instanceId));
}

/** Returns the values in a field: a value, an object with it, or a list of either. */
function wordsOf(given: unknown, value: string): string[] {
  if (Array.isArray(given)) return given.flatMap((one) => wordsOf(one, value));
  if (typeof given === 'string') return [given];
  const name = (given as Record<string, unknown> | null | undefined)?.[value];
  return typeof name === 'string' ? [name] : [];
}
