/** The current request schema of a form: the received schema is merged into that of the API file. */
import type { CompiledScreen } from '../../language/compiled.ts';
import type { JsonSchema } from '../../language/schema.ts';

/** Merges both schemas; where both have the same keyword for a value, the received one applies. */
export function laidOver(own: JsonSchema, sent: JsonSchema): JsonSchema {
  const { properties = {}, required = [], items, 'x-rules': rules = [], ...rest } = sent;
  const merged: JsonSchema = { ...own, ...rest };
  const members = { ...own.properties };
  for (const [name, member] of Object.entries(properties))
    members[name] = members[name] ? laidOver(members[name], member) : member;
  if (Object.keys(members).length) merged.properties = members;
  if (own.required || required.length) merged.required = [...new Set([...(own.required ?? []), ...required])];
  if (items) merged.items = own.items ? laidOver(own.items, items) : items;
  if (rules.length) merged['x-rules'] = [...(own['x-rules'] ?? []), ...rules];
  return merged;
}

/** Removes names that the screen does not use; their values are plain texts then. */
export function known(
  schema: JsonSchema,
  { dictionaries, entities, operations }: CompiledScreen,
  addFault: (fault: string) => void,
): JsonSchema {
  const visit = (part: JsonSchema, at: string): JsonSchema => {
    const { 'x-dictionary': dictionary, 'x-ref': entity, 'x-file': file, ...rest } = part;
    const copy: JsonSchema = { ...rest };
    const keep = (there: boolean, name: string, put: () => void) =>
      there ? put() : addFault(`${at || 'schema'}: the screen holds no ${name}`);
    if (dictionary)
      keep(
        dictionary in dictionaries,
        `dictionary "${dictionary}"`,
        () => (copy['x-dictionary'] = dictionary),
      );
    if (entity) keep(entity in entities, `entity "${entity}"`, () => (copy['x-ref'] = entity));
    if (file)
      keep(file.content in operations && file.upload in operations, 'operations of its file', () => {
        copy['x-file'] = file;
      });
    if (rest.items) copy.items = visit(rest.items, `${at}[]`);
    if (rest.properties)
      copy.properties = Object.fromEntries(
        Object.entries(rest.properties).map(([name, member]) => [name, visit(member, `${at}.${name}`)]),
      );
    return copy;
  };
  return visit(schema, '');
}
