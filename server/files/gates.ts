/**
 * Access to files: an account may read and write a file if it may read and write the record that the file belongs to.
 * The operations are found in the API files, so a new kind of record needs no code here.
 */
import type { ApiCatalogue, ApiOperation } from '../../engine/language/api.ts';
import { deref, type JsonSchema } from '../../engine/language/schema.ts';
import type { OtherOperations } from '../core/call.ts';
import { notFound } from '../core/problems.ts';

/** The schema of file properties in records. */
const FILE_REF = '/FileRef';
const MAX_DEPTH = 5;

/** The field of a kind of record that contains a file. */
interface FilePlace {
  entity: string;
  field: string;
}

export class FileGates {
  constructor(private readonly api: ApiCatalogue) {}

  /** Whether this kind of record exists. */
  knows(entity: string): boolean {
    return this.api.entities.has(entity);
  }

  /** Returns the operations that save this field of the entity; none when there is no such field. */
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

  /**
   * Throws the errors of the record's read operation (403, 404), and 404 when the reply does not show the file's field.
   */
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
    // Some records, such as one's own profile, are read without an id: make sure that the reply is the right record.
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

/** Returns the parameter for the id: the only required one, or the one named as the entity's key. */
function keyOf({ parameters }: ApiOperation, key: string): string {
  const required = parameters.filter((parameter) => parameter.required);
  return (required.length === 1 ? required[0]?.name : undefined) ?? key;
}
