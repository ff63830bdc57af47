/** Replies made from the schemas of the API files: the same for the same files, whatever a database holds. */
import type { ApiCatalogue, ApiOperation } from '../../../engine/language/api.ts';
import { deref, stripNull, typeWord, type JsonSchema } from '../../../engine/language/schema.ts';

const DAY = '2026-05-15';
const DEEPEST = 6;

/** Values of text by format; others say the name of their property. */
const FORMATS: Record<string, string> = {
  date: DAY,
  'date-time': `${DAY}T09:30:00Z`,
  time: '09:30',
  uuid: '00000000-0000-4000-8000-000000000001',
  email: 'office@example.com',
};

/** A value of the schema. Lists have one item; a word of a dictionary is `name`, of which `wordsOf` knows. */
export function sample(given: JsonSchema, { schemas }: ApiCatalogue, name = 'value', depth = 0): unknown {
  const { schema } = stripNull(given, schemas);
  const inner = (one: JsonSchema, as: string) => sample(one, { schemas } as ApiCatalogue, as, depth + 1);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum.find((one) => one !== null);
  const [first] = schema.anyOf ?? schema.oneOf ?? [];
  if (first) return inner(first, name);
  if (schema.allOf)
    return Object.assign(
      {},
      ...schema.allOf.map((one) => inner(deref(one, schemas), name) as object),
    ) as object;
  switch (typeWord(schema, schemas)) {
    case 'array':
      return depth < DEEPEST && schema.items ? [inner(schema.items, name)] : [];
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
      return schema['x-dictionary'] ? 'name' : (FORMATS[schema.format ?? ''] ?? name);
    default:
      return null;
  }
}

export function replyOf({ reply }: ApiOperation, api: ApiCatalogue): unknown {
  return reply && sample(reply, api);
}
