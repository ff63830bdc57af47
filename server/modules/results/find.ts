/**
 * A result (tievr): what one visit did about a task, or, without a visit, the task itself under its own id. A result is
 * identified by its id and the day of its task.
 */
import { sql } from 'kysely';
import type { ScopedDb } from '../../access/scope.ts';
import { notFound, Problem } from '../../core/problems.ts';

export interface Found {
  instanceId: string;
  taskItemId: string;
  taskVisitId: string | null;
  visitId: string | null;
}

/** Throws 404 `tievrNotFound` for a result that is missing, on another day, or not visible to this account. */
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

/**
 * The tasks that a carrier's result sums up: those of its stand, day, container type, action and contract. `csori` is
 * the alias of the result in the enclosing query.
 */
export const tasksOfCarrierResult = (csori: string) => sql`evacuation_points e
  join task_items k on k.evacuation_point_id = e.id and k.task_date = ${sql.ref(`${csori}.csori_date`)}
    and k.container_type = ${sql.ref(`${csori}.container_type`)}
    and k.container_action = ${sql.ref(`${csori}.container_action`)}
  join contract_plans p on p.id = k.plan_id and p.contract_id = ${sql.ref(`${csori}.contract_id`)}
  where e.stand_id = ${sql.ref(`${csori}.stand_id`)}`;

/** The carrier's result that contains a task, at most one. `task` is the column with the id of the task. */
export const carrierResultOfTask = (
  task: string,
) => sql`task_items k join contract_plans p on p.id = k.plan_id
  join evacuation_points e on e.id = k.evacuation_point_id
  join csoris r on r.instance_id = k.instance_id and r.stand_id = e.stand_id and r.csori_date = k.task_date
    and r.container_type = k.container_type and r.container_action = k.container_action and r.contract_id = p.contract_id
  where k.id = ${sql.ref(task)}`;

export interface FoundTasks {
  /** The task with the largest shortfall, which an incident refers to. */
  worst: Found;
  /** Ids of all tasks of the result. */
  taskItemIds: string[];
}

/**
 * Returns the tasks of a carrier's result. Throws 404 for one that does not exist, is on another day, or is not visible
 * to this account, and 409 where it has no tasks any more.
 */
export async function findTasks(
  db: ScopedDb,
  { date, id }: { date: string; id: string },
): Promise<FoundTasks> {
  const csori = await db
    .selectFrom('csoris')
    .select('id')
    .where('id', '=', id)
    .where('csori_date', '=', date)
    .executeTakeFirst();
  if (!csori) throw notFound();
  // Read without the account's scope: the result is in its reach, and so are the tasks it was made from.
  const { rows } = await sql<{
    id: string;
    instance_id: string;
    visit_id: string | null;
    task_visit_id: string | null;
  }>`
    select k.id, k.instance_id, k.visit_id,
      (select w.id from task_visits w where w.task_item_id = k.id and w.visit_id = k.visit_id) as task_visit_id
    from csoris c cross join lateral (select k.* from ${tasksOfCarrierResult('c')}) k where c.id = ${csori.id}
    order by coalesce(k.done_count, 0) - k.planned_count, k.planned_count desc, k.id`.execute(
    db.withoutPlugins(),
  );
  const [worst] = rows;
  if (!worst) throw new Problem(409, 'csoriWithoutTasks');
  return {
    worst: {
      instanceId: worst.instance_id,
      taskItemId: worst.id,
      taskVisitId: worst.task_visit_id,
      visitId: worst.visit_id,
    },
    taskItemIds: rows.map((row) => row.id),
  };
}
