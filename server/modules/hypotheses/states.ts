/** States of hypotheses and solutions (S-004), and the actions that they allow. */
import { sql } from 'kysely';
import type { Db } from '../../database/connection.ts';
import type { HypothesisStatus, SolutionStatus } from '../../database/tables/hypotheses.ts';
import { Problem } from '../../core/problems.ts';
import { publishChange } from '../../records/publish.ts';

/** States of a queued or running calculation. */
export const WORKING: readonly SolutionStatus[] = ['QUEUED', 'IN_PLANNING', 'IN_PROCESS', 'CANCELING'];

/** States of a solution in which a user may run an action. */
const ALLOWED: Record<'cancel' | 'recalculate' | 'delete' | 'read' | 'move', readonly SolutionStatus[]> = {
  // May be repeated: the client may have lost the connection before the calculation ended.
  cancel: ['QUEUED', 'IN_PLANNING', 'IN_PROCESS', 'CANCELING'],
  recalculate: ['SUCCESS', 'ERROR', 'CANCELED'],
  delete: ['SUCCESS', 'ERROR', 'CANCELED', 'DELETING'],
  move: ['SUCCESS', 'CANCELED'],
  read: ['IN_PROCESS', 'SUCCESS', 'ERROR', 'CANCELED', 'CANCELING'],
};

/** Throws 409 `transition` when the state does not allow it. */
export function requireState(action: keyof typeof ALLOWED, status: SolutionStatus): void {
  if (!ALLOWED[action].includes(status)) throw new Problem(409, 'transition');
}

/** Throws 409 while a solution of the hypothesis is calculated, or the hypothesis is deleted. */
export function requireIdle(status: HypothesisStatus): void {
  if (status === 'DELETING') throw new Problem(409, 'hypothesisDeleting');
  if ((WORKING as readonly string[]).includes(status)) throw new Problem(409, 'hypothesisBusy');
}

interface SolutionChange {
  status?: SolutionStatus;
  progress?: number;
  error_key?: string | null;
  vehicle_count?: number;
  run_count?: number;
  distance?: number;
  duration?: number;
  score?: number | null;
  unplanned_count?: number | null;
  descent?: string;
  actual?: string | null;
  needs_recalculation?: boolean;
  job_id?: string;
  not_considered?: string[];
}

/**
 * Changes a solution, updates the status of its hypothesis, and publishes both. Returns undefined for a solution that
 * no longer exists. With `from`, only a solution in one of these states is changed.
 */
export async function changeSolution(
  trx: Db,
  id: string,
  change: SolutionChange,
  from?: readonly SolutionStatus[],
) {
  let update = trx
    .updateTable('solutions')
    .set((eb) => ({ ...change, version: eb('version', '+', 1), change_time: new Date() }))
    .where('id', '=', id);
  if (from) update = update.where('status', 'in', [...from]);
  const row = await update.returningAll().executeTakeFirst();
  if (!row) return undefined;
  if (change.status) await followSolutions(trx, row.hypothesis_id);
  await publishChange(trx, { entity: 'solution', after: row });
  return row;
}

/** Sets the status of a hypothesis to that of its newest solution; without one it is a draft. */
export async function followSolutions(trx: Db, hypothesisId: string): Promise<void> {
  const newest = sql<HypothesisStatus>`coalesce((select s.status from solutions s
    where s.hypothesis_id = ${hypothesisId} and s.status <> 'DELETING'
    order by s.create_time desc, s.id desc limit 1), 'DRAFT')`;
  const row = await trx
    .updateTable('hypotheses')
    .set((eb) => ({ status: newest, version: eb('version', '+', 1) }))
    .where('id', '=', hypothesisId)
    .where('status', '<>', 'DELETING')
    .where(sql<boolean>`status is distinct from ${newest}`)
    .returningAll()
    .executeTakeFirst();
  if (row) await publishChange(trx, { entity: 'hypothesis', after: row });
}
