/** Which operations receive files, return a file or return a page, as declared in the API files. */
import type { ApiOperation } from '../../engine/language/api.ts';
import { deref, type JsonSchema, type Schemas } from '../../engine/language/schema.ts';

type MediaSchema = JsonSchema & { contentMediaType?: string };

function isFile(schema: JsonSchema | undefined): boolean {
  return (schema as MediaSchema | undefined)?.contentMediaType !== undefined;
}

/** Returns the parts of a multipart body that are files; none for a JSON body. */
export function filePartsOf(operation: ApiOperation, schemas: Schemas): string[] {
  const properties = operation.body ? (deref(operation.body, schemas).properties ?? {}) : {};
  return Object.entries(properties).flatMap(([name, schema]) =>
    isFile(schema) || isFile(schema.items) ? [name] : [],
  );
}

/** Returns whether the reply is the content of a file. */
export function givesFile(operation: ApiOperation): boolean {
  return operation.replyType !== undefined && operation.replyType !== 'application/json';
}

/** Returns the schema of the fields other than the files. */
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

/** Returns whether the operation is a GET that replies with a page of rows to a signed-in account. */
export function givesPage(
  { method, reply, scope }: ApiOperation,
  schemas: Record<string, JsonSchema>,
): boolean {
  const { properties } = reply ? deref(reply, schemas) : {};
  return (
    method === 'GET' && scope !== 'public' && properties?.list !== undefined && properties.size !== undefined
  );
}
