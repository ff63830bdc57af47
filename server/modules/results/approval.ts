/** Approval of a result: from its verification and the state of its incidents. */
import { sql } from 'kysely';
import type { Account } from '../../access/accounts.ts';
import type { Db } from '../../database/connection.ts';
import { audit } from '../../records/saving.ts';
import { publishResults } from './publish.ts';

/**
 * Updates the approval of a task's result: REJECTED with an accepted incident, APPROVED once it is verified and no
 * incident is open, else CONSIDERATION. Publishes the task and its visits.
 */
export async function settleApproval(trx: Db, account: Account | undefined, taskItemId: string) {
  const before = await trx
    .selectFrom('task_items')
    .selectAll()
    .where('id', '=', taskItemId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const approval = sql<'APPROVED' | 'REJECTED' | 'CONSIDERATION'>`case
    when exists (select from incidents n where n.task_item_id = t.id and n.status = 'ACCEPTED') then 'REJECTED'
    when t.reviewed and not exists (select from incidents n where n.task_item_id = t.id and n.status = 'OPENED')
      then 'APPROVED'
    else 'CONSIDERATION' end`;
  const { value } = await trx
    .selectFrom('task_items as t')
    .select(approval.as('value'))
    .where('t.id', '=', taskItemId)
    .executeTakeFirstOrThrow();
  if (value !== before.approval) {
    const after = await trx
      .updateTable('task_items')
      .set({ approval: value, version: before.version + 1, change_time: sql<Date>`now()` })
      .where('id', '=', taskItemId)
      .returningAll()
      .executeTakeFirstOrThrow();
    await audit(trx, account, { entity: 'tier', action: 'approval', before, after });
  }
  await publishResults(trx, [taskItemId]);
}
