/** Deletes hypotheses and solutions in a background job: one may have hundreds of thousands of rows. */
import type { Db } from '../../database/connection.ts';
import { defineJob } from '../../jobs/define.ts';
import { publishChange } from '../../records/publish.ts';
import { followSolutions } from './states.ts';

export const DELETE_HYPOTHESIS = { kind: 'hypothesisDelete' } as const;
export const DELETE_SOLUTION = { kind: 'solutionDelete' } as const;

interface Deletion {
  hypothesisId: string;
  solutionId?: string;
  title: string;
}

export const deleteHypothesisJob = defineJob<Deletion>({
  ...DELETE_HYPOTHESIS,
  run: ({ db, job }) =>
    db.transaction().execute(async (trx) => {
      const { hypothesisId } = job.input;
      await trx.deleteFrom('solutions').where('hypothesis_id', '=', hypothesisId).execute();
      const row = await trx
        .deleteFrom('hypotheses')
        .where('id', '=', hypothesisId)
        .where('status', '=', 'DELETING')
        .returningAll()
        .executeTakeFirst();
      if (row) await publishChange(trx, { entity: 'hypothesis', before: row });
    }),
});

export const deleteSolutionJob = defineJob<Deletion>({
  ...DELETE_SOLUTION,
  run: ({ db, job }) =>
    db
      .transaction()
      .execute((trx) => removeSolution(trx, job.input.hypothesisId, job.input.solutionId ?? '')),
});

async function removeSolution(trx: Db, hypothesisId: string, id: string): Promise<void> {
  const row = await trx
    .deleteFrom('solutions')
    .where('id', '=', id)
    .where('status', '=', 'DELETING')
    .returningAll()
    .executeTakeFirst();
  if (!row) return;
  await publishChange(trx, { entity: 'solution', before: row });
  await followSolutions(trx, hypothesisId);
}
