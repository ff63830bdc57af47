/** Actions of a record: each moves it from one state to the next. */
import type { InstanceCall } from '../access/handler.ts';
import { notFound } from '../core/problems.ts';
import type { AuditAction } from './auditKinds.ts';
import type { BoundRecord } from './bind.ts';
import type { Change } from './change.ts';
import { readRecord } from './read.ts';
import { around, lock, lockParentOf, write } from './save.ts';
import { nextStatus, requireMatch } from './saving.ts';
import { guardAction } from './possible.ts';

/** An action on a record, with its input. */
export interface Act {
  action: AuditAction;
  id: string;
  /** The version that the record must have, if the caller specified one. */
  version?: number | undefined;
  input?: unknown;
}

/**
 * Performs an action and returns the record as its get operation does. Throws 404 for a record that is not visible in
 * the scope of the call, 412 for another version, 409 for a state in which the action is not allowed, and the errors of
 * the guards.
 */
export function actOnRecord(
  record: BoundRecord,
  { action, id, version, input }: Act,
  call: Pick<InstanceCall, 'scope' | 'account' | 'locale'>,
): Promise<unknown> {
  const { scope, account } = call;
  const { column } = record.states!;
  return scope.transaction(async (trx) => {
    const parent = await lockParentOf(trx, record, id, account);
    const before = await lock(trx, record, id, { account });
    if (!before) throw notFound();
    await requireMatch(before, version, () => readRecord(trx, record, id, call));
    const status = await nextStatus(trx, record.name, action, String(before[column]));
    const { instance_id: instanceId } = before;
    const taken = { trx, account, action, body: undefined, input };
    const change: Change<undefined> = { ...taken, instanceId, before, parent };
    await guardAction(record, change);
    await around(record, change, () => write(record, change, () => ({ [column]: status })));
    return readRecord(trx, record, id, call);
  });
}
