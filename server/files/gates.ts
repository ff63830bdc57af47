/**
 * Who may read and write a file: whoever may read and write the record that it belongs to. The operations
 * are found in the API files, so a new kind of record needs nothing here.
 */
import type { ApiCatalogue, ApiOperation } from '../../engine/language/api.ts';
import { deref, type JsonSchema } from '../../engine/language/schema.ts';
import type { OtherOperations } from '../core/call.ts';
import { notFound } from '../core/problems.ts';

/** The schema by which records hold their files. */
const FILE_REF = '/FileRef';
const MAX_DEPTH = 5;

/** The field of a kind of record that holds a file. */
interface FilePlace {
  entity: string;
  field: string;
}

export class FileGates {
  constructor(private readonly api: ApiCatalogue) {}

  /** Whether there is such a kind of record. */
  knows(entity: string): boolean {
    return this.api.entities.has(entity);
  }

  /** Operations that save this field of the entity; none when there is no such field. */
  saves(entity: string, field: string): string[] {
    const declared = this.api.entities.get(entity);
    const record = declared && this.api.operations.get(declared.get)?.reply?.$ref;
    if (!record) return [];
    return [...this.api.operations.values()]
      .filter(
        ({ method, reply, body }) => method !== 'GET' && reply?.$ref === record && this.#holds(body, field),
      )
      .map(({ id }) => id);
  }

  /** Throws what the record's own read throws: 403, 404; and 404 when the record shows this reader no such file. */
  async requireRead(
    operations: OtherOperations,
    { entity, field }: FilePlace,
    entityId: string,
  ): Promise<void> {
    const declared = this.api.entities.get(entity);
    const read = declared && this.api.operations.get(declared.get);
    if (!declared || !read) throw notFound();
    const record = (await operations.read(read.id, { [keyOf(read, declared.key)]: entityId })) as
      | Record<string, unknown>
      | undefined;
    // One's own profile, say, is read without an id: what came must be the record that was meant.
    if (String(record?.[declared.key]) !== entityId || record?.[field] === null) throw notFound();
  }

  #holds(body: JsonSchema | undefined, field: string): boolean {
    const property = body && deref(body, this.api.schemas).properties?.[field];
    return property !== undefined && this.#isFile(property, 0);
  }

  #isFile(schema: JsonSchema, depth: number): boolean {
    if (schema.$ref?.endsWith(FILE_REF)) return true;
    if (depth >= MAX_DEPTH) return false;
    const { items, properties, anyOf, oneOf, allOf } = deref(schema, this.api.schemas);
    const parts = [...(items ? [items] : []), ...Object.values(properties ?? {})];
    return [...parts, ...(anyOf ?? []), ...(oneOf ?? []), ...(allOf ?? [])].some((part) =>
      this.#isFile(part, depth + 1),
    );
  }
}

/** The parameter that takes the id: the only required one, or that of the entity's own key. */
function keyOf({ parameters }: ApiOperation, key: string): string {
  const required = parameters.filter((parameter) => parameter.required);
  return (required.length === 1 ? required[0]?.name : undefined) ?? key;
}
