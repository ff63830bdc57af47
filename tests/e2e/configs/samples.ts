/** Replies generated from the schemas of the API files: the same for the same files, independent of any database. */
import type { ApiCatalogue, ApiOperation } from '../../../engine/language/api.ts';
import { deref, stripNull, typeWord, type JsonSchema } from '../../../engine/language/schema.ts';

const DAY = '2026-05-15';
const DEEPEST = 6;

/** Text values by format; other texts are the name of their property. */
const FORMATS: Record<string, string> = {
  date: DAY,
  'date-time': `${DAY}T09:30:00Z`,
  time: '09:30',
  uuid: '00000000-0000-4000-8000-000000000001',
  email: 'office@example.com',
};

/** A value of the schema. A list has one item, or every enum value where its items are an enum. */
export function sample(
  given: JsonSchema,
  { schemas }: ApiCatalogue,
  path: readonly string[] = ['value'],
): unknown {
  const { schema } = stripNull(given, schemas);
  const depth = path.length;
  const name = path.at(-1)!;
  const inner = (one: JsonSchema, ...as: string[]) =>
    sample(one, { schemas } as ApiCatalogue, [...path, ...as]);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum.find((one) => one !== null);
  const [first] = schema.anyOf ?? schema.oneOf ?? [];
  if (first) return inner(first);
  if (schema.allOf)
    return Object.assign({}, ...schema.allOf.map((one) => inner(deref(one, schemas)) as object)) as object;
  switch (typeWord(schema, schemas)) {
    case 'array':
      return depth < DEEPEST && schema.items
        ? (namedWords(schema.items, schemas) ?? [inner(schema.items)])
        : [];
    case 'object':
      if (depth >= DEEPEST) return {};
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([key, one]) => [key, inner(one, key)]),
      );
    case 'integer':
      return name === 'size' ? 1 : (schema.minimum ?? 3);
    case 'number':
      return schema.minimum ?? 12.5;
    case 'boolean':
      return true;
    case 'string':
      return schema['x-dictionary'] ? 'name' : (FORMATS[schema.format ?? ''] ?? wordsOf(path));
    default:
      return null;
  }
}

/** A text names its property and the parent of that, so that no two columns show the same. */
const wordsOf = (path: readonly string[]) =>
  path
    .slice(-2)
    .filter((one) => one !== 'value')
    .join(' ');

function namedWords(items: JsonSchema, schemas: ApiCatalogue['schemas']): readonly unknown[] | undefined {
  return stripNull(items, schemas).schema.enum?.filter((one) => one !== null);
}

export function replyOf({ reply }: ApiOperation, api: ApiCatalogue): unknown {
  return reply && sample(reply, api);
}
