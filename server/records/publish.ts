/** Writes messages of the live channel, in the transaction of the change that they report. */
import type { Ajv2020, ValidateFunction } from 'ajv/dist/2020.js';
import type { ApiCatalogue } from '../../engine/language/api.ts';
import { sql } from 'kysely';
import { catalogueAjv } from '../core/catalogueAjv.ts';
import { databaseKey, type Db } from '../database/connection.ts';
import { anyOf } from '../database/paging.ts';
import {
  indexesOf,
  readBroadcasts,
  type BroadcastEntry,
  type Broadcasts,
  type RecordRow,
} from './broadcasts.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export interface Publication {
  broadcast: string;
  index: string;
  /** Validated against the schema in `x-live`; a list of them with `batch`. Absent: the record is only identified. */
  dto?: object;
  batch?: boolean;
  /** Identifies the record, when there is no dto. */
  id?: string;
  version?: number;
  /** The record has been deleted. */
  removed?: boolean;
}

interface Declared {
  broadcasts: Broadcasts;
  /** Returns the schema validator of the dto of a broadcast; undefined when it has none. */
  schemaOf: (broadcast: string) => ValidateFunction | undefined;
}

/** By `databaseKey`. */
const declared = new WeakMap<object, Declared>();

/** Databases of one catalogue share its broadcasts. */
const read = new WeakMap<ApiCatalogue, Declared>();

/**
 * Declares the broadcasts under which changes of a database are published: those of its catalogue. Throws when one of
 * them cannot be served.
 */
export function declareBroadcasts(db: Db, api: ApiCatalogue): Broadcasts {
  const known = read.get(api) ?? readDeclared(api);
  read.set(api, known);
  declared.set(databaseKey(db), known);
  return known.broadcasts;
}

function readDeclared(api: ApiCatalogue): Declared {
  const broadcasts = readBroadcasts(api);
  let ajv: Ajv2020 | undefined;
  const checks = new Map<string, ValidateFunction>();
  const schemaOf = (broadcast: string) => {
    const dto = broadcasts.get(broadcast)?.[0]?.dto;
    if (dto === undefined) return undefined;
    ajv ??= catalogueAjv(api, { allErrors: true });
    const check = checks.get(dto) ?? ajv.compile({ $ref: `api#/components/schemas/${dto}` });
    checks.set(dto, check);
    return check;
  };
  return { broadcasts, schemaOf };
}

function declaredOf(db: Db): Declared {
  const found = declared.get(databaseKey(db));
  if (!found)
    throw new Error('The broadcasts of this database are not declared: call declareBroadcasts first');
  return found;
}

/** Writes messages; subscribers get them once the transaction commits. */
export async function publish(trx: Db, ...messages: Publication[]): Promise<void> {
  if (messages.length === 0) return;
  const rows = messages.map(({ broadcast, index, dto, batch = false, id, version, removed }) => {
    if (dto) checkDto(trx, broadcast, batch ? (dto as unknown[]) : [dto]);
    else if (!id) throw new Error(`A message of ${broadcast} names no record`);
    return {
      broadcast,
      index,
      dto: JSON.stringify(dto ?? { id, version, removed }),
      reference: !dto,
      batch,
    };
  });
  await trx.insertInto('live_messages').values(rows).execute();
}

function checkDto(db: Db, broadcast: string, items: readonly unknown[]): void {
  const check = declaredOf(db).schemaOf(broadcast);
  if (!check) throw new Error(`x-live names no dto for ${broadcast}`);
  for (const item of items) {
    if (check(item)) continue;
    const errors = check.errors?.map((error) => `${error.instancePath} ${error.message}`).join('; ');
    throw new Error(`A dto of ${broadcast} is outside its schema: ${errors}`);
  }
}

/**
 * Publishes a row under every index that an operation declares; a broadcast that no operation declares is not written.
 */
export async function publishRow(
  trx: Db,
  broadcast: string,
  row: RecordRow,
  what: Omit<Publication, 'broadcast' | 'index'>,
  /** The row before the change: one that moved from one index to another is published under both. */
  before: RecordRow = row,
): Promise<void> {
  const entries = declaredOf(trx).broadcasts.get(broadcast) ?? [];
  const indexes = new Set([...indexesOf(entries, row), ...indexesOf(entries, before)]);
  for (const index of await partnersOf(trx, entries, row, before)) indexes.add(index);
  await publish(trx, ...[...indexes].map((index) => ({ ...what, broadcast, index })));
}

/**
 * Returns the instances, other than the owner's, to which a page of both parties shows the row: those that its
 * customers, or the parties of its contract, are linked to.
 */
async function partnersOf(
  trx: Db,
  entries: readonly BroadcastEntry[],
  ...rows: RecordRow[]
): Promise<string[]> {
  const shared = entries.some(({ index, operation }) => index === undefined && operation.scope === 'party');
  if (!shared) return [];
  const named = rows.flatMap((row) =>
    Object.entries(row).flatMap(([name, value]) => (name.endsWith('_id') && UUID.test(value) ? [value] : [])),
  );
  const ids = anyOf([...new Set(named)], 'uuid');
  // The account that makes the change may not see the other party's row.
  const { rows: links } = await sql<{ id: string }>`
    select distinct c.linked_instance_id as id from customers c
    where c.linked_instance_id is not null and (c.id = ${ids} or c.id in (
      select party from contracts k cross join unnest(array[k.customer_id, k.supplier_id]) party where k.id = ${ids}))`.execute(
    trx.withoutPlugins(),
  );
  return links.map(({ id }) => id);
}

/** Publishes a change as in the audit log: the entity is the broadcast, the message identifies the record. */
export async function publishChange(
  trx: Db,
  { entity, before, after }: { entity: string; before?: RecordRow; after?: RecordRow },
): Promise<void> {
  const row = after ?? before;
  if (!row) return;
  const { version } = row as { version?: number };
  const named = { id: row.id, ...(version !== undefined && { version }), ...(!after && { removed: true }) };
  await publishRow(trx, entity, row, named, before);
}
