/** Which operations take files, which give a file and which a page, as the API files say. */
import type { ApiOperation } from '../../engine/language/api.ts';
import { deref, type JsonSchema, type Schemas } from '../../engine/language/schema.ts';

type MediaSchema = JsonSchema & { contentMediaType?: string };

function isFile(schema: JsonSchema | undefined): boolean {
  return (schema as MediaSchema | undefined)?.contentMediaType !== undefined;
}

/** The parts of a multipart body that are files; none for a JSON body. */
export function filePartsOf(operation: ApiOperation, schemas: Schemas): string[] {
  const properties = operation.body ? (deref(operation.body, schemas).properties ?? {}) : {};
  return Object.entries(properties).flatMap(([name, schema]) =>
    isFile(schema) || isFile(schema.items) ? [name] : [],
  );
}

/** Whether the reply is the bytes of a file. */
export function givesFile(operation: ApiOperation): boolean {
  return operation.replyType !== undefined && operation.replyType !== 'application/json';
}

/** The schema of the fields beside the files. */
export function fieldsOf(operation: ApiOperation, schemas: Schemas): JsonSchema | undefined {
  if (!operation.body) return undefined;
  const files = filePartsOf(operation, schemas);
  if (files.length === 0) return operation.body;
  const { properties = {}, required = [], ...rest } = deref(operation.body, schemas);
  return {
    ...rest,
    properties: Object.fromEntries(Object.entries(properties).filter(([name]) => !files.includes(name))),
    required: required.filter((name) => !files.includes(name)),
  };
}

/** A GET whose reply is a page of rows, for somebody who is signed in. */
export function givesPage(
  { method, reply, scope }: ApiOperation,
  schemas: Record<string, JsonSchema>,
): boolean {
  const { properties } = reply ? deref(reply, schemas) : {};
  return (
    method === 'GET' && scope !== 'public' && properties?.list !== undefined && properties.size !== undefined
  );
}
