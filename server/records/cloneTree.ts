/** Copies a record of a tree with everything below it. */
import { sql, type SqlBool } from 'kysely';
import type { Account } from '../access/accounts.ts';
import type { ScopedDb } from '../access/scope.ts';
import { notFound, Problem } from '../core/problems.ts';
import type { RecordName } from './record.ts';
import { dynamic, type Columns } from './rows.ts';
import { audit } from './saving.ts';
import type { TreeRow } from './tree.ts';

export interface Cloning {
  /** Name of the record, for the audit log and the live channel. */
  entity: RecordName;
  table: string;
  /** The row to copy. */
  id: string;
  /** Columns of the copy's root: its `parent_id`, its name. */
  top: Columns;
  /** Columns in which every copy differs from its original, such as the author. */
  each?: Columns;
}

/** Most records that one request copies. */
const MOST = 1_000;

/**
 * Returns the copy's id by the id of each original, so that related rows can be copied too. Throws 404 for a missing
 * row, 409 `treeTooLarge` for more than 1,000.
 */
export async function cloneTree(
  trx: ScopedDb,
  account: Account,
  { entity, table, id, top, each = {} }: Cloning,
): Promise<ReadonlyMap<string, string>> {
  const rows = (await dynamic(trx)
    .selectFrom(table)
    .selectAll()
    .where(sql<SqlBool>`path @> array[${id}]::uuid[]`)
    .orderBy(sql`cardinality(path)`)
    .orderBy('id')
    .limit(MOST + 1)
    .execute()) as TreeRow[];
  if (rows.length === 0) throw notFound();
  if (rows.length > MOST) throw new Problem(409, 'treeTooLarge', { values: { most: MOST } });
  const copies = new Map<string, string>();
  for (const { id: original, version: _version, change_time: _time, path: _path, ...columns } of rows) {
    const place = original === id ? top : { parent_id: copies.get(columns.parent_id!) };
    const copy = (await dynamic(trx)
      .insertInto(table)
      .values({ ...columns, ...each, ...place })
      .returningAll()
      .executeTakeFirstOrThrow()) as TreeRow;
    copies.set(original, copy.id);
    await audit(trx, account, { entity, action: 'create', after: copy });
  }
  return copies;
}
