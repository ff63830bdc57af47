/** Every list in a request must have a limit; an API file without one is refused at startup. */
import type { ApiCatalogue } from '../../engine/language/api.ts';
import type { JsonSchema } from '../../engine/language/schema.ts';

/** Throws an error that names every list without `maxItems`. */
export function requireListLimits(api: ApiCatalogue): void {
  const errors = [...api.operations.values()].flatMap((operation) =>
    [
      ...operation.parameters.map(({ name, schema }) => ({ place: name, schema })),
      ...(operation.body ? [{ place: 'body', schema: operation.body }] : []),
    ].flatMap(({ place, schema }) =>
      endless(schema, api, place, new Set()).map((path) => `${path} of ${operation.id} in ${operation.file}`),
    ),
  );
  if (errors.length > 0) throw new Error(`Lists in requests without maxItems: ${errors.join('; ')}`);
}

/** Returns the places of a schema with unlimited lists. */
function endless(schema: JsonSchema, api: ApiCatalogue, path: string, seen: Set<unknown>): string[] {
  if (seen.has(schema)) return [];
  seen.add(schema);
  const within = (child: JsonSchema | undefined, name: string) =>
    child && typeof child === 'object' ? endless(child, api, `${path}${name}`, seen) : [];
  const named = schema.$ref ? api.schemas[schema.$ref.replace(/^.*\//, '')] : undefined;
  const isList = [schema.type].flat().includes('array') || schema.items !== undefined;
  const { anyOf, allOf, oneOf } = schema as Record<'anyOf' | 'allOf' | 'oneOf', JsonSchema[] | undefined>;
  return [
    ...(isList && schema.maxItems === undefined ? [path] : []),
    ...within(named, ''),
    ...within(schema.items, '[]'),
    ...Object.entries(schema.properties ?? {}).flatMap(([name, child]) => within(child, `.${name}`)),
    ...within(schema.additionalProperties as JsonSchema | undefined, '.*'),
    ...[anyOf, allOf, oneOf].flatMap((group) => (group ?? []).flatMap((child) => within(child, ''))),
  ];
}
