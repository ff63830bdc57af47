/** Locks of a hypothesis that is about to be changed. */
import { notFound } from '../../core/problems.ts';
import type { ScopedTransaction } from '../../access/scope.ts';
import { requireIdle } from './states.ts';

/** Locks the hypothesis until the transaction ends; throws 404 if not visible, 409 while calculated or deleted. */
export async function lockIdle(trx: ScopedTransaction, id: string) {
  const row = await lockHypothesis(trx, id);
  requireIdle(row.status);
  return row;
}

/** The same for any status. */
export async function lockHypothesis(trx: ScopedTransaction, id: string) {
  const rows = trx.selectFrom('hypotheses').selectAll().where('id', '=', id);
  const row = await rows.forUpdate().executeTakeFirst();
  if (!row) throw notFound();
  return row;
}
