/** Publishes changed results to the live channel. */
import type { Db } from '../../database/connection.ts';
import { publishRow } from '../../records/publish.ts';

/** Most tasks published for one change; one message makes their lists reload anyway. */
const MOST = 50;

/** Publishes tasks, and the results of their visits. */
export async function publishResults(trx: Db, taskItemIds: readonly string[]): Promise<void> {
  const ids = [...new Set(taskItemIds)].slice(0, MOST);
  if (ids.length === 0) return;
  const tasks = await trx
    .selectFrom('task_items')
    .select(['id', 'instance_id', 'version'])
    .where('id', 'in', ids)
    .execute();
  const visits = await trx
    .selectFrom('task_visits')
    .select(['id', 'instance_id', 'version', 'task_item_id'])
    .where('task_item_id', 'in', ids)
    .execute();
  for (const task of tasks) {
    await publishRow(trx, 'tier', task, { id: task.id, version: task.version });
    // A task without a visit is itself a row of the results.
    if (!visits.some((visit) => visit.task_item_id === task.id))
      await publishRow(trx, 'tievr', task, { id: task.id, version: task.version });
  }
  for (const { id, instance_id, version } of visits)
    await publishRow(trx, 'tievr', { id, instance_id }, { id, version });
}
