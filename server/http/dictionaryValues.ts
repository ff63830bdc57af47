/** Words of dictionaries in bodies: each must stand in its dictionary. One check for all operations. */
import type { ApiCatalogue, ApiOperation } from '../../engine/language/api.ts';
import { deref } from '../../engine/language/schema.ts';
import type { Db } from '../database/connection.ts';
import { invalid, type FieldProblem } from './problems.ts';

interface Place {
  field: string;
  dictionary: string;
}

/** The check of an operation's body; undefined when the body holds no words. */
export function dictionaryCheck(
  operation: ApiOperation,
  api: ApiCatalogue,
): ((db: Db, body: unknown) => Promise<void>) | undefined {
  const properties = operation.body ? (deref(operation.body, api.schemas).properties ?? {}) : {};
  const places: Place[] = Object.entries(properties).flatMap(([field, schema]) => {
    const dictionary = schema['x-dictionary'];
    return dictionary ? [{ field, dictionary }] : [];
  });
  if (places.length === 0) return undefined;
  return async (db, body) => {
    const words = places.flatMap(({ field, dictionary }) =>
      wordsOf((body as Record<string, unknown>)[field]).map((name) => ({ field, dictionary, name })),
    );
    if (words.length === 0) return;
    const known = await db
      .selectFrom('classifiers')
      .select(['dictionary', 'name'])
      .where('dictionary', 'in', [...new Set(words.map((word) => word.dictionary))])
      .where('name', 'in', [...new Set(words.map((word) => word.name))])
      .execute();
    const has = new Set(known.map((row) => `${row.dictionary} ${row.name}`));
    const errors: FieldProblem[] = words
      .filter((word) => !has.has(`${word.dictionary} ${word.name}`))
      .map(({ field }) => ({ field, code: 'unknownValue', message: 'validation.unknownValue' }));
    if (errors.length > 0) throw invalid(...errors);
  };
}

/** The codes in a value: a word, an object {name, caption} or a list of either. */
function wordsOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(wordsOf);
  if (typeof value === 'string') return [value];
  const name = (value as { name?: unknown } | null | undefined)?.name;
  return typeof name === 'string' ? [name] : [];
}
