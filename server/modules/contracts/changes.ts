/** Changes of a contract besides save and transitions: each locks the row, increments the version and is logged. */
import { sql, type Selectable, type Updateable } from 'kysely';
import type { Contract } from '../../../schemas/generated/api.ts';
import { shortNameOf, type Account } from '../../access/accounts.ts';
import type { ScopedTransaction } from '../../access/scope.ts';
import type { ContractTable } from '../../database/tables/parties.ts';
import type { InstanceCall } from '../../access/handler.ts';
import { notFound, Problem } from '../../core/problems.ts';
import { publishRow } from '../../records/publish.ts';
import { ownersOnly } from '../../records/owners.ts';
import { audit } from '../../records/saving.ts';
import type { AuditAction } from '../../records/auditKinds.ts';

export type ContractRow = Selectable<ContractTable>;

/** Throws unless the account sees the contract. */
export async function requireContract(db: InstanceCall['scope']['db'], id: string): Promise<void> {
  const seen = await db.selectFrom('contracts').select('id').where('id', '=', id).executeTakeFirst();
  if (!seen) throw notFound();
}

/** Returns the contract, locked; throws if it is missing or removed. */
export async function lockContract(trx: ScopedTransaction, id: string): Promise<ContractRow> {
  const row = await trx
    .selectFrom('contracts')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw notFound();
  if (row.status === 'REMOVED') throw new Problem(409, 'removed', { message: 'server.contractRemoved' });
  return row;
}

/** Writes the columns as the next version of the contract. */
export async function changeContract(
  trx: ScopedTransaction,
  account: Account,
  before: ContractRow,
  action: AuditAction,
  columns: Updateable<ContractTable>,
): Promise<void> {
  const after = await trx
    .updateTable('contracts')
    .set({
      ...columns,
      version: before.version + 1,
      change_time: sql<Date>`now()`,
      changed_by: shortNameOf(account),
    })
    .where('id', '=', before.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await audit(trx, account, { entity: 'contract', action, before, after });
}

/**
 * Marks a locked contract as changed since its publication. Its version stays, so a concurrent edit of its fields gets
 * no conflict; the live message has no version, so that every open page reloads.
 */
export async function partChanged({ id }: { id: string }, trx: ScopedTransaction): Promise<void> {
  const row = await trx
    .updateTable('contracts')
    .set({ parts_changed: true })
    .where('id', '=', id)
    .whereRef('published_version', '=', 'version')
    .where('parts_changed', '=', false)
    .returningAll()
    .executeTakeFirst();
  if (row) await publishRow(trx, 'contract', row, { id });
}

/** Returns the contract as its get operation does, after a change. */
export async function contractReply(
  { operations }: Pick<InstanceCall, 'operations'>,
  id: string,
): Promise<Contract> {
  return (await operations.read('contractGet', { contractId: id })) as Contract;
}

/** Runs a change; for a contract that the account may only read as the other party it answers 403. */
export function asOwner<T>(
  { scope }: Pick<InstanceCall, 'scope'>,
  id: string,
  change: () => Promise<T>,
): Promise<T> {
  return ownersOnly(() => seenByOthers(scope, id), change);
}

async function seenByOthers(scope: InstanceCall['scope'], id: string): Promise<boolean> {
  const { db } = scope.on('both');
  return Boolean(await db.selectFrom('contracts').select('id').where('id', '=', id).executeTakeFirst());
}
