/** Validates a hypothesis: returns every problem, with the step and the field to correct (B-172, B-173). */
import { sql } from 'kysely';
import type { HypothesisCheck, HypothesisFault } from '../../../schemas/generated/api.ts';
import type { ScopedDb, ScopedTransaction } from '../../access/scope.ts';
import type { TextValues, Translate } from '../../core/texts.ts';
import { publishChange } from '../../records/publish.ts';
import type { lockHypothesis } from './lock.ts';

type Hypothesis = Awaited<ReturnType<typeof lockHypothesis>>;

/** Validates the locked hypothesis and stores whether it is valid; the flag is false as long as the check runs. */
export async function checkHypothesis(
  trx: ScopedTransaction,
  hypothesis: Hypothesis,
  translate: Translate,
): Promise<HypothesisCheck> {
  await keep(trx, hypothesis.id, false);
  const faults = await faultsOf(trx, hypothesis, translate);
  const valid = faults.length === 0;
  if (valid) await keep(trx, hypothesis.id, true);
  const after = { ...hypothesis, valid };
  if (valid !== hypothesis.valid) await publishChange(trx, { entity: 'hypothesis', after });
  return { valid, faults };
}

/** Returns everything that prevents a calculation. */
export async function faultsOf(
  db: ScopedDb,
  hypothesis: { id: string },
  translate: Translate,
): Promise<HypothesisFault[]> {
  const faults: HypothesisFault[] = [];
  const report: Report = (step, field, key, values = {}) =>
    void faults.push({ id: `${step}-${faults.length + 1}`, step, field, text: translate(key, values) });
  await checkDays(db, hypothesis, report);
  await checkUnits(db, hypothesis, report);
  return faults;
}

type Report = (step: HypothesisFault['step'], field: string | null, key: string, values?: TextValues) => void;

async function keep(trx: ScopedTransaction, id: string, valid: boolean): Promise<void> {
  await trx.updateTable('hypotheses').set({ valid }).where('id', '=', id).execute();
}

async function checkDays(trx: ScopedDb, { id }: { id: string }, report: Report): Promise<void> {
  const days = await trx
    .selectFrom('v_days as d')
    .select([
      'd.day',
      sql<number>`(select count(*)::integer from v_task_items i where i.v_day_id = d.id)`.as('tasks'),
      sql<number>`(select count(*)::integer from v_units u where u.v_day_id = d.id)`.as('units'),
    ])
    .where('d.hypothesis_id', '=', id)
    .orderBy('d.day')
    .execute();
  if (days.length === 0) report('tasks', 'days', 'server.hypothesisNoDays');
  // M-056
  else if (days.every(({ tasks }) => tasks === 0)) report('tasks', 'tasks', 'server.vTaskNonePicked');
  for (const { day, tasks, units } of days)
    if (tasks > 0 && units === 0)
      report('units', 'units', 'server.hypothesisDayWithoutUnits', { day, tasks });
}

async function checkUnits(trx: ScopedDb, { id }: { id: string }, report: Report): Promise<void> {
  const units = await trx
    .selectFrom('v_units as u')
    .innerJoin('vehicles as v', 'v.id', 'u.vehicle_id')
    .innerJoin('v_days as d', 'd.id', 'u.v_day_id')
    .select([
      'u.driver_id',
      'u.start_point_id',
      'v.start_latitude',
      'v.parking_id',
      'v.reg_number',
      'v.status',
    ])
    .select(['v.body_volume', 'v.max_mass', 'd.day'])
    .select(
      sql<number>`(select count(*)::integer from v_unit_unloading_points x where x.v_unit_id = u.id)`.as(
        'unloading',
      ),
    )
    .select(
      sql<boolean>`exists (select from v_unit_unloading_points x
        join unloading_point_garbage_types g on g.unloading_point_id = x.unloading_point_id
        join v_task_items i on i.v_day_id = u.v_day_id
        join evacuation_points e on e.id = i.evacuation_point_id and e.garbage_type = g.garbage_type
        where x.v_unit_id = u.id)`.as('useful'),
    )
    .where('u.hypothesis_id', '=', id)
    .orderBy('d.day')
    .orderBy('v.reg_number')
    .execute();
  for (const unit of units) {
    const values = { vehicle: unit.reg_number, day: unit.day };
    const fault = (field: string, key: string) => report('units', field, `server.${key}`, values);
    if (unit.status !== 'ACTIVE') fault('vehicle', 'vUnitVehicleRemoved');
    if (unit.driver_id === null) fault('driver', 'vUnitNoDriver');
    if (unit.body_volume === null || unit.max_mass === null) fault('vehicle', 'vUnitNoCapacity');
    if (unit.start_point_id === null && unit.start_latitude === null && unit.parking_id === null)
      fault('startPoint', 'vUnitNoStart');
    if (unit.unloading === 0) fault('unloadingPoints', 'vUnitNoUnloading');
    else if (!unit.useful) fault('unloadingPoints', 'vUnitUselessUnloading');
  }
}
