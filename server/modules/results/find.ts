/**
 * A result (tievr): what one visit did about a task, or, where nobody came, the task itself under its own id. A
 * result is known by its id and the day of its task.
 */
import type { ScopedDb } from '../../access/scope.ts';
import { Problem } from '../../core/problems.ts';

export interface Found {
  instanceId: string;
  taskItemId: string;
  taskVisitId: string | null;
  visitId: string | null;
}

/** Throws 404 `tievrNotFound` for what is not there, on another day, or not this account's to see. */
export async function findResult(db: ScopedDb, { date, id }: { date: string; id: string }): Promise<Found> {
  const visit = await db
    .selectFrom('task_visits as w')
    .innerJoin('task_items as i', 'i.id', 'w.task_item_id')
    .select(['w.id', 'w.instance_id', 'w.task_item_id', 'w.visit_id'])
    .where('w.id', '=', id)
    .where('w.task_date', '=', date)
    .executeTakeFirst();
  if (visit)
    return {
      instanceId: visit.instance_id,
      taskItemId: visit.task_item_id,
      taskVisitId: visit.id,
      visitId: visit.visit_id,
    };
  const task = await db
    .selectFrom('task_items as i')
    .select(['i.id', 'i.instance_id', 'i.visit_id'])
    .where('i.id', '=', id)
    .where('i.task_date', '=', date)
    .executeTakeFirst();
  if (!task) throw new Problem(404, 'tievrNotFound');
  return { instanceId: task.instance_id, taskItemId: task.id, taskVisitId: null, visitId: task.visit_id };
}
