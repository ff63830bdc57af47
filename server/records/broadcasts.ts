/**
 * Broadcasts in the API files (calls §7.12): which operations declare one in `x-live`, the source of its index, and the
 * shape of its dto.
 */
import type { ApiCatalogue, ApiOperation } from '../../engine/language/api.ts';
import type { OpenApiLive } from '../../engine/language/openapi.ts';
import { deref, type JsonSchema, type Schemas } from '../../engine/language/schema.ts';

/** An entry of `x-live` with its operation. Without `index` the index is the instance. */
export interface BroadcastEntry extends OpenApiLive {
  operation: ApiOperation;
}

/** Index for accounts that see all instances. */
export const EVERY_INSTANCE = '*';

export type Broadcasts = ReadonlyMap<string, readonly BroadcastEntry[]>;

/** A row of the table behind a record, as the database returns it. */
export interface RecordRow {
  id: string;
  instance_id: string;
}

/** Collects the entries of all operations by broadcast; throws when one cannot be served. */
export function readBroadcasts(api: ApiCatalogue): Broadcasts {
  const broadcasts = new Map<string, BroadcastEntry[]>();
  for (const operation of api.operations.values()) {
    for (const entry of operation.live) {
      const entries = broadcasts.get(entry.broadcast) ?? [];
      entries.push({ ...entry, operation });
      broadcasts.set(entry.broadcast, entries);
    }
  }
  const errors = [...broadcasts.values()].flat().flatMap((entry) => faultsOf(entry, api.schemas));
  for (const [broadcast, entries] of broadcasts) {
    if (new Set(entries.map(({ dto }) => dto)).size > 1) errors.push(`${broadcast} has more than one dto`);
  }
  if (errors.length > 0) throw new Error(`x-live of the API files: ${errors.join('; ')}`);
  return broadcasts;
}

function faultsOf({ broadcast, index, dto, operation }: BroadcastEntry, schemas: Schemas): string[] {
  const at = `${broadcast} of ${operation.id}`;
  const errors: string[] = [];
  if (operation.method !== 'GET') errors.push(`${at}: only a read can admit subscribers`);
  if (index !== undefined && !operation.parameters.some(({ name }) => name === index)) {
    errors.push(`${at}: there is no parameter ${index}`);
  }
  const unknown = operation.parameters.filter(({ name, required }) => required && name !== index);
  if (unknown.length > 0) errors.push(`${at}: nothing gives ${unknown.map(({ name }) => name).join(', ')}`);
  if (dto !== undefined) errors.push(...dtoFaults(at, dto, operation, schemas));
  return errors;
}

/** Returns errors of a dto. Subscribers may read the reply: the dto must contain nothing beyond it, and no captions. */
function dtoFaults(at: string, dto: string, operation: ApiOperation, schemas: Schemas): string[] {
  const schema = schemas[dto];
  if (!schema) return [`${at}: there is no schema ${dto}`];
  const errors: string[] = [];
  const known = operation.reply ? rowOf(operation.reply, schemas) : {};
  const { properties = {}, additionalProperties } = deref(schema, schemas);
  if (additionalProperties !== false) errors.push(`${at}: ${dto} must refuse other properties`);
  for (const [name, property] of Object.entries(properties)) {
    if (!known.properties?.[name]) errors.push(`${at}: ${name} of ${dto} is not in the reply`);
    const { properties: parts = {} } = deref(property, schemas);
    if (parts['name'] && parts['caption']) errors.push(`${at}: ${name} of ${dto} has a caption`);
  }
  return errors;
}

/** Returns the record of a reply: of a page or list, that of its items. */
function rowOf(reply: JsonSchema, schemas: Schemas): JsonSchema {
  const schema = deref(reply, schemas);
  const list =
    schema.items ?? (schema.properties?.['list'] && deref(schema.properties['list'], schemas).items);
  return list ? deref(list, schemas) : schema;
}

/**
 * Returns the indexes under which a change of a row is published. The value of a parameter is that of the column with
 * its name (`contractId`: `contract_id`); a path parameter without such a column is the record's own id.
 */
export function indexesOf(entries: readonly BroadcastEntry[], row: RecordRow): string[] {
  const columns = row as unknown as Record<string, unknown>;
  const values = entries.flatMap(({ index, operation }): unknown[] => {
    if (index === undefined) return [row.instance_id, EVERY_INSTANCE];
    const column = index.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    if (column in columns) return [columns[column]];
    return operation.parameters.some(({ name, in: place }) => name === index && place === 'path')
      ? [row.id]
      : [];
  });
  return [...new Set(values.filter((value) => value != null).map(String))];
}
