/** Scheduled work on results: evaluation, incidents, and the retention of tracks and photos. */
import { sql } from 'kysely';
import { handlers, instanceHandler } from '../../access/handler.ts';
import { dayIn } from '../../core/dayIn.ts';
import { invalid } from '../../core/problems.ts';
import type { Db } from '../../database/connection.ts';
import { makeIncidents } from '../incidents/open.ts';
import { carryOutFailureActions } from './failureActions.ts';
import { judgeResults, type Judgement } from './judge.ts';
import { setting } from './settings.ts';

/** Most days evaluated in one request. */
const MOST_DAYS = 92;
const DAY_MS = 86_400_000;

/**
 * Evaluates the last days of an instance, opens due incidents and carries out other actions of contracts. Idempotent,
 * also when run concurrently.
 */
export async function judgeInstance(
  db: Db,
  instanceId: string,
  days: { from: string; to: string },
): Promise<Judgement & { incidents: number }> {
  const judged = await db.transaction().execute(async (trx) => {
    // Servers evaluate an instance one at a time.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`judging of ${instanceId}`}, 0))`.execute(trx);
    return judgeResults(trx, { instanceId, ...days });
  });
  await carryOutFailureActions(db, instanceId);
  return { ...judged, incidents: await makeIncidents(db, instanceId) };
}

/** Nightly job: evaluates every instance for the last `results.judgeDays` days, up to yesterday in its time zone. */
export async function judgeAll(db: Db, now = new Date()): Promise<number> {
  const instances = await db
    .selectFrom('instances')
    .select(['id', 'type', 'time_zone'])
    .orderBy('id')
    .execute();
  let count = 0;
  for (const { id, type, time_zone } of instances) {
    if (type !== 'RO') continue;
    const depth = await setting(db, 'results.judgeDays', id);
    const days = { from: dayIn(time_zone, now, -depth), to: dayIn(time_zone, now, -1) };
    count += (await judgeInstance(db, id, days)).incidents;
  }
  return count;
}

/** Deletes tracks, telematic events and photos that are older than the settings allow; evidence stays. */
export async function cleanTelematics(db: Db, today = new Date()): Promise<number> {
  const before = async (name: 'telematics.keepDays' | 'photos.keepDays') =>
    dayIn('UTC', today, -(await setting(db, name, null)));
  const day = await before('telematics.keepDays');
  const { rows } = await sql<{ gone: number }>`select clean_tracks(${day}::date) as gone`.execute(db);
  await sql`delete from telematic_events t where t.begin_time < ${day}::date at time zone 'UTC'
    and not exists (select from evidence_vehicles((t.begin_time at time zone 'UTC')::date) e
      where e.vehicle_id = t.vehicle_id)`.execute(db);
  const photos = await before('photos.keepDays');
  await sql`delete from files f using visit_photos t where f.id = t.file_id
    and t.photo_time < ${photos}::date at time zone 'UTC'
    and not exists (select from task_visits w join incidents n on n.task_item_id = w.task_item_id
      where w.visit_id = t.visit_id and n.status = 'OPENED')`.execute(db);
  return rows[0]!.gone;
}

export const judgeHandlers = handlers({
  resultsJudge: instanceHandler<'resultsJudge'>(async ({ scope, account, body }) => {
    const { from, to } = body;
    if (Date.parse(to) - Date.parse(from) >= MOST_DAYS * DAY_MS)
      throw invalid({
        field: 'to',
        code: 'range',
        message: 'validation.tooManyDays',
        values: { days: MOST_DAYS },
      });
    // The whole instance is evaluated, even if the account is limited to districts: the outcome is the same for all.
    return judgeInstance(scope.db.withoutPlugins(), account.instance.id, { from, to });
  }),
});
