/** A request that is sent again with its `Idempotency-Key` does not repeat the change: it gets the first reply. */
import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { ApiOperation } from '../../engine/language/api.ts';
import { deref, stripNull, type JsonSchema, type Schemas } from '../../engine/language/schema.ts';
import type { Once } from '../access/idempotencyKeys.ts';
import { givesFile } from '../core/operationKinds.ts';
import { invalid } from '../core/problems.ts';
import type { CheckedInput } from '../core/validation.ts';

const HEADER = 'Idempotency-Key';
const KEY = /^[\x21-\x7e]{1,100}$/;

/** Returns the key of a POST request; undefined when it has none. */
export function onceOf(
  request: FastifyRequest,
  operation: ApiOperation,
  accountId: string,
  input: CheckedInput,
  schemas: Schemas,
): Once | undefined {
  const key = request.headers['idempotency-key'];
  // Files are streams: an upload cannot be compared yet, and a file is not stored as a reply.
  const streams = request.isMultipart() || givesFile(operation);
  if (key === undefined || request.method !== 'POST' || streams) return undefined;
  if (typeof key !== 'string' || !KEY.test(key)) {
    throw invalid({ field: HEADER, code: 'pattern', message: 'validation.pattern' });
  }
  return { accountId, key, hash: hashOf(operation, input, schemas) };
}

/** Returns a hash of the request. Passwords are left out: the hash could otherwise be used to guess them. */
function hashOf(operation: ApiOperation, input: CheckedInput, schemas: Schemas): Buffer {
  const secret = secretsOf(operation.body, schemas);
  const content = JSON.stringify(
    [operation.id, input.params, input.query, input.body],
    (name, value: unknown) => (secret.has(name) ? undefined : value),
  );
  return createHash('sha256').update(content).digest();
}

/** Returns the names of the properties of a body, at any depth, that are passwords. */
function secretsOf(body: JsonSchema | undefined, schemas: Schemas): Set<string> {
  const secret = new Set<string>();
  const seen = new Set<JsonSchema>();
  const search = (given: JsonSchema | undefined) => {
    if (!given || seen.has(given)) return;
    seen.add(given);
    const { properties = {}, items, anyOf = [], oneOf = [], allOf = [] } = deref(given, schemas);
    for (const [name, property] of Object.entries(properties)) {
      if (stripNull(property, schemas).schema.format === 'password') secret.add(name);
      search(property);
    }
    for (const part of [items, ...anyOf, ...oneOf, ...allOf]) search(part);
  };
  search(body);
  return secret;
}
