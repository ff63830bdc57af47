/** Shared parts of every change of a record: version check, audit log entry, state machine. */
import type { Account } from '../access/accounts.ts';
import type { Db } from '../database/connection.ts';
import { notFound, Problem } from '../core/problems.ts';
import type { AuditAction, OTHER_KINDS } from './auditKinds.ts';
import { publishChange } from './publish.ts';
import type { RecordName } from './record.ts';

/**
 * Returns the locked row that is about to be saved; throws when someone else has saved it since it was read. `current`
 * reads the record in the shape of its get operation, to show the difference.
 */
export async function requireFresh<Row extends { version: number }>(
  row: Row | undefined,
  version: number | undefined,
  current: () => Promise<unknown>,
): Promise<Row> {
  if (!row) throw notFound();
  if (row.version !== version) throw new Problem(412, 'stale', { current: await current() });
  return row;
}

/**
 * Checks an action or a deletion against the version in its If-Match, if it has one: a 412 contains the current record.
 * The row is locked.
 */
export async function requireMatch(
  row: { version: number } | undefined,
  ifMatch: number | undefined,
  current: () => Promise<unknown>,
): Promise<void> {
  if (ifMatch !== undefined) await requireFresh(row, ifMatch, current);
}

/** All kinds of entries. */
export type AuditEntity = RecordName | keyof typeof OTHER_KINDS;

export interface AuditEntry {
  entity: AuditEntity;
  action: AuditAction;
  /** The row before the change; absent for a new one. */
  before?: { id: string; instance_id: string };
  /** The row after the change; absent for a deleted one. */
  after?: { id: string; instance_id: string };
}

/**
 * Writes an audit log entry in the transaction of the change, and publishes it to the live channel; without an account:
 * a scheduled job.
 */
export async function audit(trx: Db, account: Account | undefined, entry: AuditEntry): Promise<void> {
  const row = entry.after ?? entry.before;
  if (!row) throw new Error('Nothing to audit');
  await trx
    .insertInto('audit_log')
    .values({
      instance_id: row.instance_id,
      account_id: account?.id ?? null,
      account_login: account?.login ?? null,
      address: account?.address ?? null,
      entity: entry.entity,
      entity_id: row.id,
      action: entry.action,
      before: entry.before ? JSON.stringify(entry.before) : null,
      after: entry.after ? JSON.stringify(entry.after) : null,
    })
    .execute();
  await publishChange(trx, entry);
}

/** Returns the state after an action; throws when the action is not allowed in this state. */
export async function nextStatus(trx: Db, entity: string, action: string, status: string): Promise<string> {
  const transition = await trx
    .selectFrom('transitions')
    .select('to_status')
    .where('entity', '=', entity)
    .where('action', '=', action)
    .where('from_status', '=', status)
    .executeTakeFirst();
  if (!transition) throw new Problem(409, 'transition');
  return transition.to_status;
}
