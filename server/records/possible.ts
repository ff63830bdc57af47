/** Actions that are possible on records now: by state, rights, side and condition. */
import { sql } from 'kysely';
import type { ApiCatalogue, ApiOperation } from '../../engine/language/api.ts';
import type { Account } from '../access/accounts.ts';
import { mayCall } from '../access/rights.ts';
import type { ScopedDb, ScopedTransaction } from '../access/scope.ts';
import type { InstanceCall } from '../access/handler.ts';
import { sideOf } from '../access/operations.ts';
import { anyOf } from '../database/paging.ts';
import { Problem } from '../core/problems.ts';
import type { BoundRecord } from './bind.ts';
import type { Change } from './change.ts';
import { columnOf, dynamic, type OwnRow } from './rows.ts';
import type { AuditAction } from './auditKinds.ts';

/** An action that is possible on one record. */
export interface Possible {
  id: string;
  code: string;
  caption: string;
}

/** Returns the operation of an action of a record; throws when the API files do not have it. */
export function operationOf(record: BoundRecord, action: AuditAction, api: ApiCatalogue): ApiOperation {
  const name = `${record.name}${action.charAt(0).toUpperCase()}${action.slice(1)}`;
  const id = record.transitions?.of[action]?.operation ?? name;
  const operation = api.operations.get(id);
  if (!operation) throw new Error(`${record.name} has the action ${action} without an operation ${id}`);
  return operation;
}

/** Returns the actions that the account may take on these records now; leaves out records it cannot see or change. */
export async function possibleActions(
  record: BoundRecord,
  api: ApiCatalogue,
  call: InstanceCall,
  ids: readonly string[],
): Promise<Possible[]> {
  const { captions, of } = record.transitions!;
  const ways = await waysOf(call.scope.db, record.name);
  const found: Possible[] = [];
  for (const action of Object.keys(of) as AuditAction[]) {
    const operation = operationOf(record, action, api);
    if (!mayTake(operation, call)) continue;
    const from = ways.filter((way) => way.action === action).map((way) => way.from_status);
    const possible = await call.scope.on(sideOf(operation)).transaction(async (trx) => {
      // A guard may only read; one that locks or writes fails here.
      if (!call.scope.db.isTransaction) await sql`set transaction read only`.execute(trx.withoutPlugins());
      return rowsFor(record, { action, from, ids }, call, trx);
    });
    const caption = call.translate(`${captions}.${action}`);
    found.push(...possible.map((id) => ({ id, code: action, caption })));
  }
  const places = new Map(ids.map((id, place) => [id.toLowerCase(), place]));
  return found.toSorted((a, b) => places.get(a.id)! - places.get(b.id)!);
}

export const waysOf = (db: ScopedDb, entity: string) =>
  db.selectFrom('transitions').select(['action', 'from_status']).where('entity', '=', entity).execute();

/** Whether the account may take the action. An administration reaches records of both parties but is neither. */
export function mayTake(
  operation: ApiOperation,
  { account, scope }: Pick<InstanceCall, 'account' | 'scope'>,
): boolean {
  if (operation.party === 'linked' && scope.instanceId === undefined) return false;
  return mayCall(operation, account);
}

interface TransitionRequest {
  action: AuditAction;
  from: readonly string[];
  ids: readonly string[];
}

/** Returns the ids of the records on which the action is possible. */
async function rowsFor(
  record: BoundRecord,
  { action, from, ids }: TransitionRequest,
  { account }: InstanceCall,
  trx: ScopedTransaction,
): Promise<string[]> {
  const rows = await readRows(trx, record, ids, account);
  const parents = await parentsOf(trx, record, rows);
  const possible: string[] = [];
  for (const before of rows) {
    if (!from.includes(String(before[record.states!.column]))) continue;
    const parent = record.parent && parents.get(String(before[columnOf(record.resource.parent!)]));
    if (record.parent && !parent) continue;
    const { instance_id: instanceId } = before;
    const change: Change<undefined> = { trx, account, action, body: undefined, instanceId, before, parent };
    if (await passes(record, change)) possible.push(before.id);
  }
  return possible;
}

async function passes(record: BoundRecord, change: Change<undefined>): Promise<boolean> {
  try {
    await guardAction(record, change);
    return true;
  } catch (error) {
    if (error instanceof Problem && error.status < 500) return false;
    throw error;
  }
}

/** Checks the conditions of an action other than its state; throws the Problem of the first that fails. */
export async function guardAction(record: BoundRecord, change: Change<undefined>): Promise<void> {
  await record.guard?.(change);
  await record.transitions?.of[change.action]?.guard?.(change);
}

async function readRows(
  trx: ScopedDb,
  record: BoundRecord,
  ids: readonly string[],
  account: Account,
): Promise<OwnRow[]> {
  let rows = dynamic(trx)
    .selectFrom(`${record.table} as t`)
    .selectAll('t')
    .where('t.id', '=', anyOf([...ids], 'uuid'));
  for (const [name, value] of Object.entries(record.only ?? {})) rows = rows.where(`t.${name}`, '=', value);
  const visible = record.visible?.(account);
  if (visible) rows = rows.where(visible);
  return (await rows.execute()) as OwnRow[];
}

/** Returns the parents, by id, below which changes are allowed. */
async function parentsOf(
  trx: ScopedDb,
  { parent, resource }: BoundRecord,
  rows: readonly OwnRow[],
): Promise<Map<string, OwnRow>> {
  if (!parent || rows.length === 0) return new Map();
  const ids = [...new Set(rows.map((row) => String(row[columnOf(resource.parent!)])))];
  const found = (await dynamic(trx)
    .selectFrom(parent.table)
    .selectAll()
    .where('id', '=', anyOf(ids, 'uuid'))
    .execute()) as OwnRow[];
  const { column, removed } = parent.states ?? {};
  const standing = found.filter((row) => !removed || row[column!] !== removed.status);
  return new Map(standing.map((row) => [row.id, row]));
}
