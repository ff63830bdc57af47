/** Verification of results: of one visit, of a task, and in batches. */
import { sql } from 'kysely';
import type { SetReviewed } from '../../../schemas/generated/api.ts';
import { shortNameOf } from '../../access/accounts.ts';
import { handlers, instanceHandler, type InstanceCall } from '../../access/handler.ts';
import type { ScopedTransaction } from '../../access/scope.ts';
import { invalid, Problem } from '../../core/problems.ts';
import { inBatch } from '../../records/batch.ts';
import { loadCaptions } from '../../records/captions.ts';
import { audit } from '../../records/saving.ts';
import { listedTier } from '../tasks/tiers.ts';
import { settleApproval } from './approval.ts';
import { findResult, type Found } from './find.ts';
import { FAULTY, listed, RESULT_ID, results, shownRows } from './rows.ts';

type Caller = Pick<InstanceCall, 'scope' | 'account' | 'locale'>;
type Verdict = Omit<SetReviewed, 'date' | 'id'>;

export const reviewHandlers = handlers({
  tievrSetReviewed: instanceHandler<'tievrSetReviewed'>(({ scope, account, locale, body }) =>
    scope.transaction(async (trx) => {
      const captions = await loadCaptions(trx, locale);
      const found = await findResult(trx, body);
      await verify(trx, { scope, account, locale }, found, body);
      const row = await shownRows(results(trx))
        .where(RESULT_ID, '=', found.taskVisitId ?? found.taskItemId)
        .where('i.id', '=', found.taskItemId)
        .executeTakeFirstOrThrow();
      return listed(row, captions);
    }),
  ),

  tierSetReviewed: instanceHandler<'tierSetReviewed'>(({ scope, account, locale, body }) =>
    scope.transaction(async (trx) => {
      const captions = await loadCaptions(trx, locale);
      const { id, date } = body;
      const task = await trx
        .selectFrom('task_items')
        .select(['instance_id', 'visit_id'])
        .where('id', '=', id)
        .where('task_date', '=', date)
        .executeTakeFirst();
      if (!task) throw new Problem(404, 'tierNotFound');
      const found = {
        instanceId: task.instance_id,
        taskItemId: id,
        taskVisitId: null,
        visitId: task.visit_id,
      };
      await verify(trx, { scope, account, locale }, found, body);
      return listedTier(trx, id, captions);
    }),
  ),

  tievrReviewBatch: instanceHandler<'tievrReviewBatch'>(({ scope, account, locale, translate, body }) =>
    inBatch(scope.db, translate, body.rows, ({ id, version }) =>
      scope.transaction(async (trx) => {
        const row = await trx
          .selectFrom('task_items as i')
          .leftJoin('task_visits as w', 'w.task_item_id', 'i.id')
          .select(['i.task_date'])
          .where((eb) => eb.or([eb('w.id', '=', id), eb('i.id', '=', id)]))
          .executeTakeFirst();
        if (!row) throw new Problem(404, 'tievrNotFound');
        const found = await findResult(trx, { date: row.task_date, id });
        const { isReviewed, reason } = body;
        const verdict: Verdict = { isReviewed, ...(reason && { reason }), ...(version && { version }) };
        return verify(trx, { scope, account, locale }, found, verdict);
      }),
    ),
  ),
});

/**
 * Marks a result as verified, or not. A faulty result without an incident requires a reason (B-160). Verifying a task
 * verifies its visits; a task is verified once all its visits are.
 */
async function verify(
  trx: ScopedTransaction,
  { account }: Caller,
  found: Found,
  { isReviewed, reason, version }: Verdict,
): Promise<{ version: number }> {
  const { taskItemId, taskVisitId } = found;
  const task = await trx
    .selectFrom('task_items')
    .selectAll()
    .where('id', '=', taskItemId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const visits = await trx
    .selectFrom('task_visits')
    .selectAll()
    .where('task_item_id', '=', taskItemId)
    .forUpdate()
    .execute();
  const chosen = visits.filter(({ id }) => taskVisitId === null || id === taskVisitId);
  const present = taskVisitId === null ? task.version : chosen[0]!.version;
  if (version !== undefined && version !== present) throw new Problem(412, 'stale');
  const why = reason?.trim() || null;
  if (isReviewed && !why && (await needsReason(trx, found)))
    throw invalid({ field: 'reason', code: 'required', message: 'server.resultReason' });
  const verdict = {
    reviewed: isReviewed,
    review_reason: isReviewed ? why : null,
    reviewer: isReviewed ? shortNameOf(account) : null,
    review_time: isReviewed ? sql<Date>`now()` : null,
    change_time: sql<Date>`now()`,
  };
  let after = present;
  for (const before of chosen) {
    const row = await trx
      .updateTable('task_visits')
      .set({ ...verdict, version: before.version + 1 })
      .where('id', '=', before.id)
      .returningAll()
      .executeTakeFirstOrThrow();
    await audit(trx, account, { entity: 'tievr', action: 'review', before, after: row });
    after = row.version;
  }
  const all = visits.every(({ id, reviewed }) =>
    chosen.some((one) => one.id === id) ? isReviewed : reviewed,
  );
  const whole = visits.length === 0 ? isReviewed : all;
  if (whole !== task.reviewed || (taskVisitId === null && task.review_reason !== why)) {
    const row = await trx
      .updateTable('task_items')
      .set({ ...verdict, reviewed: whole, version: task.version + 1 })
      .where('id', '=', taskItemId)
      .returningAll()
      .executeTakeFirstOrThrow();
    await audit(trx, account, { entity: 'tier', action: 'review', before: task, after: row });
    if (taskVisitId === null) after = row.version;
  }
  await settleApproval(trx, account, taskItemId);
  return { version: after };
}

async function needsReason(trx: ScopedTransaction, { taskItemId, taskVisitId }: Found): Promise<boolean> {
  let rows = results(trx).select(FAULTY.as('faulty')).where('i.id', '=', taskItemId);
  if (taskVisitId !== null) rows = rows.where('w.id', '=', taskVisitId);
  const faulty = (await rows.execute()).some((row) => row.faulty);
  if (!faulty) return false;
  let incidents = trx.selectFrom('incidents').select('id').where('task_item_id', '=', taskItemId);
  // An incident of another visit of the task does not count for this one.
  if (taskVisitId !== null)
    incidents = incidents.where((eb) =>
      eb.or([eb('task_visit_id', 'is', null), eb('task_visit_id', '=', taskVisitId)]),
    );
  return !(await incidents.limit(1).executeTakeFirst());
}
