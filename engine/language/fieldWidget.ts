/** The widget that edits a value whose field names none, and the dictionary of its values. */
import { valueWord } from './cells.ts';
import type { Context } from './context.ts';
import { stripNull, typeWord, type JsonSchema, type Schemas } from './schema.ts';
import type { Site } from './site.ts';
import type { Field } from '../../schemas/generated/language.ts';

export function fieldDictionary(site: Site<Field>, schema: JsonSchema): string | undefined {
  const { ctx, schemas } = site;
  const own =
    schema['x-dictionary'] ?? (schema.items && stripNull(schema.items, schemas).schema['x-dictionary']);
  const { dictionary: named } = site.config;
  if (named !== undefined) {
    const at = site.at('dictionary');
    const known = ctx.dictionary(named, at.place);
    if (known && typeWord(schema, schemas) === 'boolean')
      at.report('type-mismatch', {
        received: `words of ${named}`,
        expected: 'a value that is a word, not a flag',
      });
    if (known && own !== undefined && !isPart(ctx, named, own))
      at.report('type-mismatch', {
        received: `words of ${named}`,
        expected: `words of ${own}, or of a dictionary that the API says is part of it`,
      });
    return known ? named : undefined;
  }
  if (own) ctx.useDictionary(own);
  return own;
}

/** Whether one dictionary equals the other or is a part of it. */
function isPart(ctx: Context, one: string, other: string, passed: readonly string[] = []): boolean {
  if (one === other) return true;
  const above = ctx.catalogue.api.dictionaries.get(one)?.partOf;
  return above !== undefined && !passed.includes(above) && isPart(ctx, above, other, [...passed, one]);
}

const WIDGET_FOR: Record<string, string> = {
  boolean: 'checkbox',
  date: 'date',
  'date-time': 'dateTime',
  time: 'time',
  reference: 'reference',
  file: 'file',
  files: 'file',
};

export function defaultWidget(schema: JsonSchema, dictionary: string | undefined, schemas: Schemas): string {
  const word = valueWord(schema, schemas);
  const item = schema.items && stripNull(schema.items, schemas).schema;
  if (item?.['x-ref']) return 'reference';
  if (word === 'files') return 'file';
  if (word === 'array') {
    if (dictionary || item?.enum) return 'multiselect';
    if (item?.format === 'date') return 'days';
    return item?.properties ? 'list' : 'tags';
  }
  if (dictionary) return 'select';
  if (schema['x-ref']) return 'reference';
  if (word === 'number') return typeWord(schema, schemas) === 'integer' ? 'integer' : 'number';
  if (word !== 'string') return WIDGET_FOR[word] ?? 'text';
  if (schema.enum) return 'select';
  if (schema.format === 'password') return 'password';
  if (schema.format === 'email') return 'mail';
  return (schema.maxLength ?? 0) > 400 ? 'textarea' : 'text';
}
