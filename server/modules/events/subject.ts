/** Which events an account sees: its own, and those whose subject it may read. */
import { sql, type Expression, type SqlBool } from 'kysely';
import type { ApiCatalogue } from '../../../engine/language/api.ts';
import type { InstanceCall } from '../../access/handler.ts';
import { anyOf } from '../../database/paging.ts';

export type Reader = Pick<InstanceCall, 'account' | 'operations'>;

/**
 * Returns the condition for rows of `events`, aliased `l`, about a record of a kind that the account may read, or about
 * a vehicle or driver. An event without a subject is for every account with a permission; that of a job for its owner.
 */
export function seenBy(api: ApiCatalogue, { account, operations }: Reader): Expression<SqlBool> {
  const own = sql<SqlBool>`l.account_id = ${account.id}`;
  if (account.permissions.length === 0) return own;
  const mayRead = (entity: string) => reads(operations, api.entities.get(entity)?.get);
  const kinds = [...api.entities.keys()].filter((entity) => entity !== 'job' && mayRead(entity));
  const known = [...api.entities.keys()];
  const parts = [
    own,
    sql<SqlBool>`l.entity = ${anyOf(kinds, 'text')}`,
    ...(mayRead('vehicle') ? [sql<SqlBool>`l.vehicle_id is not null`] : []),
    ...(mayRead('driver') ? [sql<SqlBool>`l.driver_id is not null`] : []),
    sql<SqlBool>`(l.vehicle_id is null and l.driver_id is null
      and (l.entity is null or l.entity <> ${sql`all(${known}::text[])`}))`,
  ];
  return sql<SqlBool>`(${sql.join(parts, sql` or `)})`;
}

function reads(operations: Reader['operations'], operation: string | undefined): boolean {
  if (operation === undefined) return false;
  try {
    operations.require(operation);
    return true;
  } catch {
    return false;
  }
}
