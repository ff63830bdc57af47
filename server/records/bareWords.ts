/** Dictionary values that a reply contains as bare codes, and their captions for users. */
import type { ApiCatalogue, ApiOperation } from '../../engine/language/api.ts';
import { deref, stripNull, type JsonSchema, type Schemas } from '../../engine/language/schema.ts';
import type { Captions } from './captions.ts';

/** The dictionary of each property with bare codes. */
export type BareWords = ReadonlyMap<string, string>;

export function bareWordsOf(schema: JsonSchema, schemas: Schemas): BareWords {
  const properties = Object.entries(deref(schema, schemas).properties ?? {});
  return new Map(
    properties.flatMap(([name, property]) => {
      const dictionary = stripNull(property, schemas).schema['x-dictionary'] ?? property['x-dictionary'];
      return typeof dictionary === 'string' ? [[name, dictionary]] : [];
    }),
  );
}

/** Returns the bare-code properties of the rows of a page. */
export function bareWordsOfRows(
  { reply }: Pick<ApiOperation, 'reply'>,
  { schemas }: ApiCatalogue,
): BareWords {
  const list = deref(reply ?? {}, schemas).properties?.['list'];
  return bareWordsOf(deref(list ?? {}, schemas).items ?? {}, schemas);
}

/** Returns a value of the property, as `{name, caption}` where it is a bare code. */
export function captioned(words: BareWords, property: string, value: unknown, captions: Captions): unknown {
  const dictionary = words.get(property);
  if (dictionary === undefined) return value;
  if (Array.isArray(value)) return value.map((one) => captioned(words, property, one, captions));
  return typeof value === 'string' ? captions.value(dictionary, value) : value;
}

export function captionedRow(words: BareWords, row: unknown, captions: Captions): Record<string, unknown> {
  if (words.size === 0) return row as Record<string, unknown>;
  const entries = Object.entries(row as Record<string, unknown>);
  return Object.fromEntries(entries.map(([name, value]) => [name, captioned(words, name, value, captions)]));
}
