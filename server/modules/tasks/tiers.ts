/** Collection tasks with their results (tier), and what vehicles did about them (tievr). */
import { sql } from 'kysely';
import type { Tier, TierListItem, Tievr } from '../../../schemas/generated/api.ts';
import { handlers, instanceHandler } from '../../access/handler.ts';
import type { ScopedDb } from '../../access/scope.ts';
import { readList } from '../../database/list.ts';
import { containing } from '../../database/paging.ts';
import { notFound } from '../../core/problems.ts';
import { photosOfVisits } from '../results/photos.ts';
import { FAULTY, results, reviewState } from '../results/rows.ts';
import { loadCaptions, type Captions } from '../../records/captions.ts';
import { fullNameOf } from '../staff/person.ts';

const tasks = (db: ScopedDb) =>
  db
    .selectFrom('task_items as i')
    .innerJoin('evacuation_points as e', 'e.id', 'i.evacuation_point_id')
    .innerJoin('visit_points as p', 'p.id', 'e.stand_id')
    .leftJoin('visits as v', 'v.id', 'i.visit_id');

/** A value of a reference list, whose rows are in the instance of the task. */
const coded = (table: string, code: string) => sql<{ name: string; caption: string }>`(select
  json_build_object('name', l.code, 'caption', l.name) from ${sql.table(table)} l
  where l.instance_id = i.instance_id and l.code = ${sql.ref(code)})`;

const rowsOf = (found: ReturnType<typeof tasks>) =>
  found
    .select(['i.id', 'i.task_date', 'i.container_action', 'i.planned_count', 'i.planned_volume'])
    .select(['i.done_count', 'i.done_volume', 'v.status', 'p.id as stand_id', 'p.name', 'p.address'])
    .select(['i.version', 'i.reviewed', 'i.approval'])
    .select([
      coded('garbage_types', 'e.garbage_type').as('garbage'),
      coded('container_types', 'i.container_type').as('container'),
    ]);

type Row = Awaited<ReturnType<ReturnType<typeof rowsOf>['execute']>>[number];
type VisitStatus = NonNullable<Tier['status']>;

const statusOf = (captions: Captions, status: string | null) =>
  captions.optional('visitStatuses', status) as VisitStatus | null;

const listed = (row: Row, captions: Captions): TierListItem => ({
  id: row.id,
  date: row.task_date,
  stand: { id: row.stand_id, name: row.name, address: row.address },
  garbageType: row.garbage,
  containerType: row.container,
  containerAction: captions.value('containerActions', row.container_action),
  plannedCount: row.planned_count,
  plannedVolume: row.planned_volume,
  doneCount: row.done_count,
  doneVolume: row.done_volume,
  status: statusOf(captions, row.status),
  version: row.version,
  reviewed: reviewState(captions, row.reviewed),
  approval: captions.value('resultApprovals', row.approval),
});

/** Returns one task as a row of a page. */
export async function listedTier(db: ScopedDb, id: string, captions: Captions): Promise<TierListItem> {
  const row = await rowsOf(tasks(db)).where('i.id', '=', id).executeTakeFirst();
  if (!row) throw notFound();
  return listed(row, captions);
}

const SORTS = { date: { by: sql`i.task_date` } };

export const tierHandlers = handlers({
  tierPaging: instanceHandler<'tierPaging'>(
    async (call) => {
      const { parameters, locale } = call;
      const { db } = call.scope;
      const { unitId, query, filter = {} } = parameters;
      const captions = await loadCaptions(db, locale);
      let found = tasks(db);
      if (unitId) found = found.where('v.unit_id', '=', unitId);
      if (filter.dateFrom) found = found.where('i.task_date', '>=', filter.dateFrom);
      if (filter.dateTo) found = found.where('i.task_date', '<=', filter.dateTo);
      if (query?.trim())
        found = found.where((eb) =>
          eb.or([eb('p.name', 'ilike', containing(query)), eb('p.address', 'ilike', containing(query))]),
        );
      const order = parameters.order ?? '+date';
      const list = { rows: found, shown: rowsOf(found), order, sorts: SORTS, id: sql.ref('i.id') };
      return readList(db, call, list, (row) => listed(row, captions));
    },
    ['date'],
  ),

  tierGet: instanceHandler<'tierGet'>(async ({ scope: { db }, parameters, locale }) => {
    const captions = await loadCaptions(db, locale);
    const row = await rowsOf(tasks(db))
      .leftJoin('contract_plans as l', 'l.id', 'i.plan_id')
      .leftJoin('contracts as k', 'k.id', 'l.contract_id')
      .select(['e.name as evacuation_point', 'i.time_from', 'i.time_to', 'i.failure_reason'])
      .select(['i.review_reason', 'i.reviewer', 'i.review_time'])
      .select(['k.id as contract_id', 'k.number as contract_number'])
      .where('i.id', '=', parameters.tierId)
      .executeTakeFirst();
    if (!row) throw notFound();
    const { contract_id: id, contract_number: number } = row;
    const visits = await visitsOf(db, row.id, captions);
    return {
      ...listed(row, captions),
      evacuationPoint: row.evacuation_point,
      hours: row.time_from && row.time_to && `${row.time_from.slice(0, 5)} – ${row.time_to.slice(0, 5)}`,
      contract: id && number ? { id, number } : null,
      failureReason: captions.optional('containerFailureReason', row.failure_reason),
      tievrs: visits.map(({ visitId: _visitId, ...tievr }) => tievr),
      reviewReason: row.review_reason,
      reviewer: row.reviewer,
      reviewTime: row.review_time?.toISOString() ?? null,
      faulty: (await results(db).select(FAULTY.as('faulty')).where('i.id', '=', row.id).execute()).some(
        (one) => one.faulty,
      ),
      photos: await photosOfVisits(
        db,
        visits.map(({ visitId }) => visitId),
        captions,
      ),
    };
  }),
});

/** Returns what vehicles did about a task, in the order of the visits. */
async function visitsOf(
  db: ScopedDb,
  taskId: string,
  captions: Captions,
): Promise<(Tievr & { visitId: string })[]> {
  const rows = await db
    .selectFrom('task_visits as w')
    .innerJoin('visits as v', 'v.id', 'w.visit_id')
    .innerJoin('units as u', 'u.id', 'v.unit_id')
    .innerJoin('vehicles as c', 'c.id', 'u.vehicle_id')
    .innerJoin('staff as s', 's.id', 'u.driver_id')
    .select(['w.id', 'w.task_date', 'w.done_count', 'w.done_volume', 'w.reviewed', 'w.visit_id'])
    .select(['v.status', 'v.plan_time', 'v.arrive_time', 'v.leave_time'])
    .select(['v.failure_reason', 'v.comment', 'u.vehicle_id', 'c.reg_number', 'c.model'])
    .select(['u.driver_id', 's.last_name', 's.first_name', 's.middle_name'])
    .where('w.task_item_id', '=', taskId)
    .orderBy(sql`coalesce(v.arrive_time, v.plan_time)`)
    .orderBy('w.id')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    visitId: row.visit_id,
    date: row.task_date,
    vehicle: { id: row.vehicle_id, regNumber: row.reg_number, model: row.model },
    driver: { id: row.driver_id, fullName: fullNameOf(row) },
    status: statusOf(captions, row.status)!,
    planTime: row.plan_time?.toISOString() ?? null,
    arriveTime: row.arrive_time?.toISOString() ?? null,
    leaveTime: row.leave_time?.toISOString() ?? null,
    failureReason: captions.optional('routeTaskFailureReason', row.failure_reason),
    comment: row.comment,
    doneCount: row.done_count,
    doneVolume: row.done_volume,
    reviewed: reviewState(captions, row.reviewed),
  }));
}
