/** Further operations on hypotheses: name check, copies, deletion, units cloned from actual shifts. */
import { sql } from 'kysely';
import type { VUnit } from '../../../schemas/generated/api.ts';
import { shortNameOf, type Account } from '../../access/accounts.ts';
import { handlers, instanceHandler } from '../../access/handler.ts';
import type { ScopedDb, ScopedTransaction } from '../../access/scope.ts';
import { containing } from '../../database/paging.ts';
import { invalid, notFound, Problem } from '../../core/problems.ts';
import { enqueueJob } from '../../jobs/enqueue.ts';
import { audit } from '../../records/saving.ts';
import { DELETE_HYPOTHESIS } from './deleteJob.ts';
import { lockHypothesis, lockIdle } from './lock.ts';
import { readLimit } from './properties.ts';
import { requireIdle } from './states.ts';
import { checkHypothesis, faultsOf } from './validate.ts';
import { requireHypothesis } from './vTaskItems.ts';

const NAMES = 50;

export const hypothesisHandlers = handlers({
  hypothesisList: instanceHandler<'hypothesisList'>(({ scope: { db }, parameters: { query } }) => {
    let rows = db.selectFrom('hypotheses').select(['id', 'name']);
    if (query?.trim()) rows = rows.where('name', 'ilike', containing(query));
    return rows.orderBy('name').limit(NAMES).execute();
  }),

  // V-068: reported while the name is typed; the save checks it again.
  hypothesisCheckName: instanceHandler<'hypothesisCheckName'>(
    async ({ scope: { db }, parameters: { name, hypothesisId }, translate }) => {
      const taken = await isTaken(db, name, hypothesisId);
      return { valid: !taken, message: taken ? translate('server.hypothesisNameTaken') : null };
    },
  ),

  hypothesisClone: instanceHandler<'hypothesisClone'>((call) => {
    const { scope, account, parameters, body, operations } = call;
    return scope
      .transaction(async (trx) => {
        const source = await lockHypothesis(trx, parameters.hypothesisId);
        if (source.status === 'DELETING') throw new Problem(409, 'hypothesisDeleting');
        if (await isTaken(trx, body.name))
          throw invalid({ field: 'name', code: 'notUnique', message: 'server.hypothesisNameTaken' });
        return clone(trx, account, source.id, body.name);
      })
      .then((hypothesisId) => operations.read('hypothesisGet', { hypothesisId }) as never);
  }),

  hypothesisDelete: instanceHandler<'hypothesisDelete'>(({ scope, account, parameters }) =>
    scope.transaction(async (trx) => {
      const before = await lockHypothesis(trx, parameters.hypothesisId);
      // A failed deletion may be requested again.
      if (before.status !== 'DELETING') requireIdle(before.status);
      const { id } = before;
      await trx
        .updateTable('solutions')
        .set({ status: 'DELETING' })
        .where('hypothesis_id', '=', id)
        .execute();
      const after = await trx
        .updateTable('hypotheses')
        .set({ status: 'DELETING', version: before.version + 1 })
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirstOrThrow();
      await audit(trx, account, { entity: 'hypothesis', action: 'delete', before, after });
      await enqueueJob(trx, account, DELETE_HYPOTHESIS, { hypothesisId: id, title: before.name });
      return undefined;
    }),
  ),

  hypothesisFaultList: instanceHandler<'hypothesisFaultList'>(async ({ scope, parameters, translate }) => {
    await requireHypothesis(scope.db, parameters.hypothesisId);
    return faultsOf(scope.db, { id: parameters.hypothesisId }, translate);
  }),

  hypothesisValidate: instanceHandler<'hypothesisValidate'>(({ scope, parameters, translate }) =>
    scope.transaction(async (trx) => {
      const hypothesis = await lockIdle(trx, parameters.hypothesisId);
      return checkHypothesis(trx, hypothesis, translate);
    }),
  ),

  vUnitFromUnits: instanceHandler<'vUnitFromUnits'>((call) => {
    const { scope, account, body, operations } = call;
    return scope
      .transaction(async (trx) => {
        const hypothesis = await lockIdle(trx, body.hypothesisId);
        const ids = await unitsOf(trx, account, hypothesis, body);
        await audit(trx, account, {
          entity: 'hypothesis',
          action: 'units',
          before: hypothesis,
          after: hypothesis,
        });
        return ids;
      })
      .then((ids) =>
        Promise.all(ids.map((vUnitId) => operations.read('vUnitGet', { vUnitId }) as Promise<VUnit>)),
      );
  }),
});

async function isTaken(db: ScopedDb, name: string, except?: string): Promise<boolean> {
  let rows = db
    .selectFrom('hypotheses')
    .select('id')
    .where(sql<boolean>`lower(name) = lower(${name.trim()})`);
  if (except) rows = rows.where('id', '<>', except);
  return (await rows.executeTakeFirst()) !== undefined;
}

/** Copies days, tasks and units into a new hypothesis; ids of the copies are derived from the new hypothesis. */
async function clone(
  trx: ScopedTransaction,
  account: Account,
  source: string,
  name: string,
): Promise<string> {
  const whole = trx.withoutPlugins();
  const { rows } = await sql<{ id: string }>`
    insert into hypotheses (instance_id, name, begin_date, end_date, comment, author_id, author, config,
      max_calculation_time, traffic_jams, toll_roads, ferry_crossing, same_order_time_window, experience,
      experience_threshold)
    select instance_id, ${name}, begin_date, end_date, comment, ${account.id}, ${shortNameOf(account)}, config,
      max_calculation_time, traffic_jams, toll_roads, ferry_crossing, same_order_time_window, experience,
      experience_threshold
    from hypotheses where id = ${source} returning id`.execute(whole);
  const { id } = rows[0]!;
  const copyOf = (column: string) => sql`md5(${id} || ${sql.ref(column)})::uuid`;
  await sql`insert into v_days (id, instance_id, hypothesis_id, day)
    select ${copyOf('id')}, instance_id, ${id}, day from v_days where hypothesis_id = ${source}`.execute(
    whole,
  );
  await sql`insert into v_task_items (instance_id, hypothesis_id, v_day_id, evacuation_point_id, container_type,
      container_action, count, volume, time_from, time_to)
    select instance_id, ${id}, ${copyOf('v_day_id')}, evacuation_point_id, container_type, container_action,
      count, volume, time_from, time_to
    from v_task_items where hypothesis_id = ${source}`.execute(whole);
  await sql`insert into v_units (id, instance_id, hypothesis_id, v_day_id, vehicle_id, driver_id, begin_time,
      end_time, start_point_id, parking_point_id)
    select ${copyOf('id')}, instance_id, ${id}, ${copyOf('v_day_id')}, vehicle_id, driver_id, begin_time,
      end_time, start_point_id, parking_point_id
    from v_units where hypothesis_id = ${source}`.execute(whole);
  await sql`insert into v_unit_unloading_points (instance_id, v_unit_id, unloading_point_id, position)
    select x.instance_id, ${copyOf('x.v_unit_id')}, x.unloading_point_id, x.position
    from v_unit_unloading_points x join v_units u on u.id = x.v_unit_id
    where u.hypothesis_id = ${source}`.execute(whole);
  const after = await trx.selectFrom('hypotheses').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  await audit(trx, account, { entity: 'hypothesis', action: 'create', after });
  return id;
}

interface FromUnits {
  vDayId?: string | null;
  unitIds: readonly string[];
}

/** Copies actual shifts to virtual units: on the given day, or on their own days, at the same local time. */
async function unitsOf(
  trx: ScopedTransaction,
  account: Account,
  { id, instance_id }: { id: string; instance_id: string },
  { vDayId, unitIds }: FromUnits,
): Promise<string[]> {
  const { timeZone } = account.instance;
  const units = await trx
    .selectFrom('units as u')
    .innerJoin('vehicles as v', 'v.id', 'u.vehicle_id')
    .select(['u.id', 'u.vehicle_id', 'u.driver_id', 'u.begin_time', 'u.end_time', 'u.start_parking_id'])
    .select(['v.reg_number', 'v.parking_id'])
    .select(sql<string>`(u.begin_time at time zone ${timeZone})::date`.as('day'))
    .where('u.id', 'in', [...new Set(unitIds)])
    .execute();
  if (units.length < new Set(unitIds).size) throw notFound();
  const limit = (await readLimit(trx, instance_id, 'hypothesis.vunit.maxVisitPointCount')) ?? Infinity;
  const days = await trx.selectFrom('v_days').select(['id', 'day']).where('hypothesis_id', '=', id).execute();
  const made: string[] = [];
  for (const unit of units) {
    const day = days.find((one) => (vDayId ? one.id === vDayId : one.day === unit.day));
    if (!day) throw new Problem(409, 'vUnitNoDayOf', { values: { vehicle: unit.reg_number, day: unit.day } });
    const moved = (column: 'begin_time' | 'end_time') => sql<Date>`(select (${unit[column]}::timestamptz
      at time zone ${timeZone} - ${unit.day}::date + ${day.day}::date) at time zone ${timeZone})`;
    const row = await trx
      .insertInto('v_units')
      .values({
        instance_id,
        hypothesis_id: id,
        v_day_id: day.id,
        vehicle_id: unit.vehicle_id,
        driver_id: unit.driver_id,
        begin_time: moved('begin_time'),
        end_time: moved('end_time'),
        start_point_id: unit.start_parking_id,
        parking_point_id: unit.parking_id ?? unit.start_parking_id,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
      .catch((error: unknown) => {
        // The exclusion constraints of a hypothesis.
        if ((error as { code?: string }).code !== '23P01') throw error;
        throw new Problem(409, 'vUnitTwice', {
          values: { vehicle: unit.reg_number, day: day.day },
          cause: error,
        });
      });
    const points = await trx
      .selectFrom('unit_unloading_points')
      .select(['unloading_point_id', 'position'])
      .where('unit_id', '=', unit.id)
      .orderBy('position')
      .execute();
    const kept = points.slice(0, limit);
    if (kept.length > 0)
      await trx
        .insertInto('v_unit_unloading_points')
        .values(kept.map((point) => ({ ...point, instance_id, v_unit_id: row.id })))
        .execute();
    made.push(row.id);
  }
  return made;
}
