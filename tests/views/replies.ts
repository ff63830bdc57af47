/** A server generated from API files: each operation returns a reply that its schema allows. */
import type { ApiOperation } from '../../engine/language/api.ts';
import type { CompiledScreen, CompiledSchemaFrom } from '../../engine/language/compiled.ts';
import { deref, type JsonSchema, type Schemas } from '../../engine/language/schema.ts';
import { nodesOf } from '../../engine/workshop/address.ts';

/** Levels of a recursive schema. */
const DEPTH = 5;

/** A value of the schema, filled as far as possible; lists have two items, each with a distinct id and text. */
export function sampleOf(schema: JsonSchema, schemas: Schemas): unknown {
  let count = 0;
  const make = (given: JsonSchema, depth: number, name: string, at = 0): unknown => {
    const s = deref(given, schemas);
    const one = s.anyOf?.[0] ?? s.oneOf?.[0];
    if (one) return make(one, depth, name, at);
    if (s.const !== undefined) return s.const;
    if (s.enum) return s.enum[at % s.enum.length];
    const type = Array.isArray(s.type) ? s.type[0] : s.type;
    if (type === 'array')
      return depth > DEPTH ? [] : [0, 1].map((i) => make(s.items ?? {}, depth + 1, name, i));
    if (type === 'object' || s.properties)
      return Object.fromEntries(
        Object.entries(s.properties ?? {})
          .filter(([key]) => depth <= DEPTH || s.required?.includes(key))
          .map(([key, value]) => [key, make(value, depth + 1, key, at)]),
      );
    if (type === 'integer' || type === 'number') return Math.max(s.minimum ?? 0, (count += 1));
    if (type === 'boolean') return true;
    if (type !== 'string') return null;
    if (s.format === 'uuid') return `00000000-0000-4000-8000-${String((count += 1)).padStart(12, '0')}`;
    if (s.format === 'date') return '2026-03-09';
    if (s.format === 'date-time') return '2026-03-09T08:30:00Z';
    if (s.format === 'time') return '08:30:00';
    if (s.format === 'email') return 'a@example.org';
    return `${name} ${(count += 1)}`.padEnd(s.minLength ?? 0, 'x').slice(0, s.maxLength);
  };
  return make(schema, 0, 'value');
}

/** Replies by operation. A description in the screen language cannot be generated from a schema, so it is empty. */
export function describedBy(screens: Iterable<CompiledScreen>): Record<string, unknown> {
  const replies: Record<string, unknown> = {};
  for (const node of [...screens].flatMap(nodesOf))
    for (const [property, nothing] of Object.entries({
      columnsFrom: [],
      schemaFrom: { schema: {}, layout: [] },
    })) {
      const from = node[property] as CompiledSchemaFrom | undefined;
      if (from)
        replies[from.operation] = from.path.reduceRight<unknown>((inner, key) => ({ [key]: inner }), nothing);
    }
  return replies;
}

/** The operation of a request; a literal path precedes one with parameters. */
export function operationAt(
  operations: Iterable<ApiOperation>,
  method: string,
  path: string,
): ApiOperation | undefined {
  const fits = [...operations].filter(
    (one) => one.method === method && new RegExp(`^${one.path.replace(/\{\w+\}/g, '[^/]+')}$`).test(path),
  );
  return fits.sort((a, b) => a.path.split('{').length - b.path.split('{').length)[0];
}
