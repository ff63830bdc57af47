/** Rows of results: each visit to a task, and each task without a visit. */
import { sql } from 'kysely';
import type { TievrListItem } from '../../../schemas/generated/api.ts';
import type { ScopedDb } from '../../access/scope.ts';
import type { Captions } from '../../records/captions.ts';
import { fullNameOf } from '../staff/person.ts';

/** Tasks `i` with their places, and what visits `w` did about them. */
export const results = (db: ScopedDb) =>
  db
    .selectFrom('task_items as i')
    .innerJoin('evacuation_points as e', 'e.id', 'i.evacuation_point_id')
    .innerJoin('visit_points as p', 'p.id', 'e.stand_id')
    .leftJoin('task_visits as w', 'w.task_item_id', 'i.id')
    .leftJoin('visits as v', 'v.id', 'w.visit_id')
    .leftJoin('units as u', 'u.id', 'v.unit_id')
    .leftJoin('vehicles as c', 'c.id', 'u.vehicle_id')
    .leftJoin('staff as s', 's.id', 'u.driver_id');

/** The id of a row: of the visit's work, or of the task. */
export const RESULT_ID = sql<string>`coalesce(w.id, i.id)`;

/** Condition: not everything that was planned is done, once its day has come or something was reported. */
export const FAULTY = sql<boolean>`case
  when w.id is null then i.task_date < (now() at time zone (select n.time_zone from instances n where n.id = i.instance_id))::date
  else v.status in ('FAILED', 'EMPTY', 'REJECTED', 'CANCELED') or w.confirmed is false
    or coalesce(w.done_count < i.planned_count, false) end`;

/** A value of a reference list, whose rows are in the instance of the task. */
const coded = (table: string, code: string) => sql<{ name: string; caption: string }>`(select
  json_build_object('name', l.code, 'caption', l.name) from ${sql.table(table)} l
  where l.instance_id = i.instance_id and l.code = ${sql.ref(code)})`;

/** Incidents of the task that apply to this visit. */
const INCIDENTS = sql<{ id: string; number: string; status: string }[]>`(select
  coalesce(json_agg(json_build_object('id', n.id, 'number', n.number, 'status', n.status) order by n.number), '[]')
  from incidents n where n.task_item_id = i.id
    and (n.task_visit_id is null or w.id is null or n.task_visit_id = w.id))`;

export const shownRows = (found: ReturnType<typeof results>) =>
  found
    .select([
      'i.id as task_id',
      'w.id as task_visit_id',
      'i.task_date',
      'i.container_action',
      'i.planned_count',
      'i.planned_volume',
      'i.time_from',
      'i.approval',
      'v.status',
      'v.plan_time',
      'v.arrive_time',
      'v.failure_reason as visit_failure',
      'e.name as evacuation_point',
      'p.id as stand_id',
      'p.name as stand_name',
      'p.address',
      'u.vehicle_id',
      'c.reg_number',
      'c.model',
      'u.driver_id',
      's.last_name',
      's.first_name',
      's.middle_name',
    ])
    .select([
      RESULT_ID.as('id'),
      sql<number>`coalesce(w.version, i.version)`.as('version'),
      sql<number | null>`case when w.id is null then i.done_count else w.done_count end`.as('done_count'),
      sql<number | null>`case when w.id is null then i.done_volume else w.done_volume end`.as('done_volume'),
      sql<string | null>`coalesce(w.failure_reason, i.failure_reason)`.as('container_failure'),
      sql<boolean>`coalesce(w.reviewed, i.reviewed)`.as('reviewed'),
      sql<string | null>`coalesce(w.review_reason, i.review_reason)`.as('review_reason'),
      FAULTY.as('faulty'),
      INCIDENTS.as('incidents'),
      coded('garbage_types', 'e.garbage_type').as('garbage'),
      coded('container_types', 'i.container_type').as('container'),
      sql<Date | null>`coalesce(v.plan_time, (i.task_date + i.time_from) at time zone
        (select n.time_zone from instances n where n.id = i.instance_id))`.as('preferred_time'),
    ]);

export type ResultRow = Awaited<ReturnType<ReturnType<typeof shownRows>['execute']>>[number];

type Status = NonNullable<TievrListItem['status']>;

/** Returns the dictionary value of a verification state. */
export const reviewState = (captions: Captions, reviewed: boolean) =>
  captions.value('tierStatuses', reviewed ? 'VERIFIED' : 'NOT_VERIFIED');

export const statusOf = (captions: Captions, status: string | null) =>
  captions.optional('visitStatuses', status) as Status | null;

export function listed(row: ResultRow, captions: Captions): TievrListItem {
  const { vehicle_id: vehicleId, driver_id: driverId } = row;
  return {
    id: row.id,
    date: row.task_date,
    version: row.version,
    tierId: row.task_id,
    visited: row.task_visit_id !== null,
    stand: { id: row.stand_id, name: row.stand_name, address: row.address },
    evacuationPoint: row.evacuation_point,
    garbageType: row.garbage,
    containerType: row.container,
    containerAction: captions.value('containerActions', row.container_action),
    plannedCount: row.planned_count,
    plannedVolume: row.planned_volume,
    doneCount: row.done_count,
    doneVolume: row.done_volume,
    status: statusOf(captions, row.status),
    vehicle: vehicleId ? { id: vehicleId, regNumber: row.reg_number!, model: row.model! } : null,
    driver: driverId ? { id: driverId, fullName: fullNameOf(row) } : null,
    preferredTime: row.preferred_time?.toISOString() ?? null,
    actualTime: row.arrive_time?.toISOString() ?? null,
    failureReason: captions.optional('routeTaskFailureReason', row.visit_failure),
    containerFailureReason: captions.optional('containerFailureReason', row.container_failure),
    reviewed: reviewState(captions, row.reviewed),
    reviewReason: row.review_reason,
    approval: captions.value('resultApprovals', row.approval),
    faulty: row.faulty,
    incidents: row.incidents.map(({ id, number, status }) => ({
      id,
      number,
      status: captions.value('incidentStatuses', status) as TievrListItem['incidents'][number]['status'],
    })),
  };
}
