/** Changes that only the owner of a record may make: the other party gets 403, not 404 as for a missing record. */
import type { InstanceCall } from '../access/handler.ts';
import type { ScopedDb } from '../access/scope.ts';
import { Problem } from '../core/problems.ts';
import type { BoundRecord } from './bind.ts';
import { dynamic } from './rows.ts';

/** Makes a change; throws 403 for a record that the account may read as the other party but not change. */
export function asOwner<T>(record: BoundRecord, call: InstanceCall, change: () => Promise<T>): Promise<T> {
  return ownersOnly(() => seesAsOther(record, call), change);
}

/** Makes a change; turns a 404 into 403 where the record is visible all the same (`seen`). */
export async function ownersOnly<T>(seen: () => Promise<boolean>, change: () => Promise<T>): Promise<T> {
  try {
    return await change();
  } catch (error) {
    const missing = error instanceof Problem && error.code === 'notFound';
    if (missing && (await seen())) throw new Problem(403, 'ownersOnly', { cause: error });
    throw error;
  }
}

async function seesAsOther({ resource, table, parent }: BoundRecord, call: InstanceCall): Promise<boolean> {
  const { scope } = resource;
  if (call.scope.side !== 'own' || typeof scope !== 'object' || scope.read !== 'party') return false;
  const { db } = call.scope.on('both');
  const body = (call.body ?? {}) as Record<string, string | undefined>;
  const id = (call.parameters as Record<string, string>)[resource.key] ?? body['id'];
  const named: [string, string | undefined][] = [[table, id]];
  if (parent) named.push([parent.table, body[resource.parent!]]);
  for (const [from, value] of named) {
    if (value === undefined) continue;
    const seen = (reach: ScopedDb) =>
      dynamic(reach).selectFrom(from).select('id').where('id', '=', value).executeTakeFirst();
    // A record within the account's own scope was refused for another reason.
    if ((await seen(db)) && !(await seen(call.scope.db))) return true;
  }
  return false;
}
