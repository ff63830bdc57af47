/** Converts records as they are read to the shape in which they are saved. */
import type { ApiCatalogue } from '../../engine/language/api.ts';
import { deref } from '../../engine/language/schema.ts';
import { saveSchemaOf } from '../../server/records/bind.ts';

/** Returns the properties of the record that a save accepts; where it takes an id, the id of the object. */
export function savedOf(
  api: ApiCatalogue,
  resource: string,
  record: Record<string, unknown>,
): Record<string, unknown> {
  const { properties = {} } = api.schemas[saveSchemaOf(api.resources.get(resource)!)]!;
  return Object.fromEntries(
    Object.entries(properties).flatMap(([name, schema]) => {
      const value = record[name];
      if (value === undefined) return [];
      const takesId = [deref(schema, api.schemas).type].flat().includes('string');
      return [[name, takesId && value instanceof Object && 'id' in value ? value.id : value]];
    }),
  );
}
