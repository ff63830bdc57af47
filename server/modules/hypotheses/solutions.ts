/** Solutions: calculations are started, cancelled, repeated, deleted (S-004, B-170, B-171). */
import { sql } from 'kysely';
import { shortNameOf, type Account } from '../../access/accounts.ts';
import { handlers, instanceHandler } from '../../access/handler.ts';
import type { ScopedTransaction } from '../../access/scope.ts';
import { notFound, Problem } from '../../core/problems.ts';
import { cancelJob, enqueueJob } from '../../jobs/enqueue.ts';
import { OF_HYPOTHESIS } from '../../records/auditKinds.ts';
import { computed, word, type FieldMaker } from '../../records/fields.ts';
import { record } from '../../records/record.ts';
import { words } from '../../records/rowFields.ts';
import { audit } from '../../records/saving.ts';
import { DELETE_SOLUTION } from './deleteJob.ts';
import { hypotheses } from './hypothesis.ts';
import { lockIdle } from './lock.ts';
import { SOLVE } from './planJob.ts';
import { setting, SETTING_COLUMNS } from './settings.ts';
import { changeSolution, followSolutions, requireState } from './states.ts';
import { checkHypothesis } from './validate.ts';

/** Reason of a failure, stored as a text key and returned as text in the locale of the request. */
const error: FieldMaker = () => ({
  columns: ['error_key'],
  show: (row, captions) => {
    const key = row['error_key'] as string | null;
    return key && captions.value('solutionErrors', key.replaceAll(/[A-Z]/g, '_$&').toUpperCase()).caption;
  },
  dictionaries: ['solutionErrors'],
});

export const solutions = record('solution', {
  table: 'solutions',
  labels: ['solution', 'hypothesis.setting'],
  title: [OF_HYPOTHESIS, 'name', 'date'],
  parent: hypotheses,
  fields: {
    type: word('solutionTypes'),
    status: word('hypothesisStatuses'),
    date: 'create_time',
    setting,
    notConsidered: words('solutionOmissions'),
    moveCount: computed(sql`(select count(*)::integer from solution_moves m where m.solution_id = t.id)`),
    error,
    start: computed(
      sql`(select json_build_object('id', s.id, 'name', s.name) from solutions s where s.id = t.start_id)`,
    ),
  },
  search: ['name', 'author'],
  order: '+date',
});

export const solutionHandlers = handlers({
  solutionCalculate: instanceHandler<'solutionCalculate'>(async (call) => {
    const { scope, account, body, operations, translate } = call;
    const solutionId = await scope.transaction(async (trx) => {
      const hypothesis = await lockIdle(trx, body.hypothesisId);
      const { faults } = await checkHypothesis(trx, hypothesis, translate);
      const [fault] = faults;
      if (fault)
        throw new Problem(409, 'hypothesisInvalid', { values: { count: faults.length, fault: fault.text } });
      return begin(trx, account, hypothesis.id, { name: body.name, type: 'CALCULATED' });
    });
    return operations.read('solutionGet', { solutionId }) as never;
  }),

  solutionRecalculate: instanceHandler<'solutionRecalculate'>(async (call) => {
    const { scope, account, parameters, operations, translate } = call;
    const solutionId = await scope.transaction(async (trx) => {
      const before = await lockSolution(trx, parameters.solutionId);
      requireState('recalculate', before.status);
      const hypothesis = await lockIdle(trx, before.hypothesis_id);
      const { faults } = await checkHypothesis(trx, hypothesis, translate);
      const [fault] = faults;
      if (fault)
        throw new Problem(409, 'hypothesisInvalid', { values: { count: faults.length, fault: fault.text } });
      return begin(trx, account, hypothesis.id, { type: 'RECALCULATED', start: before.id });
    });
    return operations.read('solutionGet', { solutionId }) as never;
  }),

  solutionCancel: instanceHandler<'solutionCancel'>(async (call) => {
    const { scope, account, parameters, operations } = call;
    const { solutionId } = parameters;
    // Published before the calculation notices the cancel, which may take a second.
    const jobId = await scope.transaction(async (trx) => {
      const before = await lockSolution(trx, solutionId);
      requireState('cancel', before.status);
      const after = await changeSolution(trx, before.id, { status: 'CANCELING' });
      await audit(trx, account, { entity: 'solution', action: 'cancel', before, after: after! });
      return before.job_id;
    });
    const ended = await scope.transaction(async (trx) => jobId !== null && (await cancelJob(trx, jobId)));
    if (!ended)
      await scope.transaction((trx) =>
        changeSolution(trx, solutionId, { status: 'CANCELED' }, ['CANCELING']),
      );
    return operations.read('solutionGet', { solutionId }) as never;
  }),

  solutionDelete: instanceHandler<'solutionDelete'>(({ scope, account, parameters }) =>
    scope.transaction(async (trx) => {
      const before = await lockSolution(trx, parameters.solutionId);
      requireState('delete', before.status);
      const { id, hypothesis_id: hypothesisId, name } = before;
      const after = await changeSolution(trx, id, { status: 'DELETING' });
      await audit(trx, account, { entity: 'solution', action: 'delete', before, after: after! });
      await enqueueJob(trx, account, DELETE_SOLUTION, { hypothesisId, solutionId: id, title: name });
      return undefined;
    }),
  ),
});

export async function lockSolution(trx: ScopedTransaction, id: string) {
  const rows = trx.selectFrom('solutions').selectAll().where('id', '=', id);
  const row = await rows.forUpdate().executeTakeFirst();
  if (!row) throw notFound();
  return row;
}

interface Begun {
  name?: string | undefined;
  type: 'CALCULATED' | 'RECALCULATED';
  start?: string;
}

/** Queues a new solution with the current settings. */
async function begin(
  trx: ScopedTransaction,
  account: Account,
  hypothesisId: string,
  { name, type, start }: Begun,
): Promise<string> {
  const whole = trx.withoutPlugins();
  const settings = sql.join(SETTING_COLUMNS.map((column) => sql.ref(column)));
  const { rows } = await sql<{ id: string; name: string }>`
    insert into solutions (instance_id, hypothesis_id, name, type, status, author_id, author, start_id, ${settings})
    select h.instance_id, h.id, coalesce(${name ?? null}, h.name || ' · ' ||
        (select count(*) + 1 from solutions s where s.hypothesis_id = h.id)), ${type}, 'QUEUED', ${account.id},
      ${shortNameOf(account)}, ${start ?? null}::uuid, ${settings}
    from hypotheses h where h.id = ${hypothesisId} returning id, name`.execute(whole);
  const { id, name: title } = rows[0]!;
  const job = await enqueueJob(trx, account, SOLVE, { solutionId: id, title });
  const after = await changeSolution(trx, id, { status: 'QUEUED', job_id: job });
  await audit(trx, account, { entity: 'solution', action: 'create', after: after! });
  await followSolutions(trx, hypothesisId);
  return id;
}
