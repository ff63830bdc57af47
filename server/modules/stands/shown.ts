/** Values of a stand from related tables; the stand is aliased `t`. */
import { sql, type Expression, type SqlBool } from 'kysely';
import type { Captions } from '../../records/captions.ts';
import type { FieldMaker } from '../../records/fields.ts';
import { columnOf, columnRef, type Row } from '../../records/rows.ts';
import { anyOf, contains } from '../../database/paging.ts';
import { jsonList } from '../../records/ties.ts';
import { todayOf } from '../../records/today.ts';

const TODAY = todayOf(sql.ref('t.instance_id'));

/** Containers at the stand today. */
const STANDING = sql`k.instance_id = t.instance_id and k.begin_date <= ${TODAY}
  and (k.end_date is null or k.end_date >= ${TODAY})`;

/** A value of a reference list as {name, caption}, by the code in a column. */
const listed = (
  table: string,
  column: string,
) => sql`(select json_build_object('name', l.code, 'caption', l.name)
  from ${sql.table(table)} l where l.instance_id = t.instance_id and l.code = ${sql.ref(column)})`;

/** Containers by type, with their garbage. */
export const CONTAINERS: Expression<unknown> =
  jsonList(sql`select ${listed('container_types', 'x.container_type')}
    as "containerType", ${listed('garbage_types', 'x.garbage_type')} as "garbageType", x.count
  from (select k.container_type, e.garbage_type, count(*)::integer as count from evacuation_points e
    join containers k on k.evacuation_point_id = e.id
    where e.stand_id = t.id and e.instance_id = t.instance_id and ${STANDING} group by 1, 2) x
  order by x.garbage_type, x.container_type`);

export const CONTAINER_COUNT: Expression<unknown> = sql`(select count(*)::integer from evacuation_points e
  join containers k on k.evacuation_point_id = e.id
  where e.stand_id = t.id and e.instance_id = t.instance_id and ${STANDING})`;

/** Evacuation points with hours, schedule and contract. */
export const POINTS: Expression<unknown> = jsonList(sql`select e.id, e.name,
    ${listed('garbage_types', 'e.garbage_type')} as "garbageType",
    to_char(e.time_from, 'HH24:MI') || ' – ' || to_char(e.time_to, 'HH24:MI') as hours,
    s.name as schedule,
    case when c.id is not null then json_build_object('id', c.id, 'number', c.number) end as contract
  from evacuation_points e
  left join contract_plans l on l.evacuation_point_id = e.id and l.instance_id = e.instance_id
    and l.begin_date <= ${TODAY} and (l.end_date is null or l.end_date >= ${TODAY})
  left join schedules s on s.id = l.schedule_id and s.instance_id = l.instance_id
  left join contracts c on c.id = l.contract_id and c.instance_id = l.instance_id
  where e.stand_id = t.id and e.instance_id = t.instance_id order by e.name, c.number`);

const LAST_VISITS = 5;

const VISITS: Expression<unknown> = jsonList(sql`select v.id, v.visit_date as date, v.status,
    v.arrive_time as time, v.failure_reason as "failureReason",
    json_build_object('id', c.id, 'regNumber', c.reg_number, 'model', c.model) as vehicle
  from visits v
  join units u on u.id = v.unit_id and u.instance_id = v.instance_id
  join vehicles c on c.id = u.vehicle_id and c.instance_id = u.instance_id
  where v.visit_point_id = t.id and v.instance_id = t.instance_id and v.visit_date <= ${TODAY}
  order by v.visit_date desc, v.position limit ${LAST_VISITS}`);

interface Visit {
  status: string;
  time: string | null;
  failureReason: string | null;
}

/** The last visits, with the captions of their dictionary values. */
export const lastVisits: FieldMaker = (property) => ({
  columns: [],
  dictionaries: ['visitStatuses', 'containerFailureReason'],
  computed: () => VISITS,
  show: (row, captions) => ((row[property] ?? []) as Visit[]).map((visit) => visitOf(visit, captions)),
});

const visitOf = (visit: Visit, captions: Captions) => ({
  ...visit,
  time: visit.time && new Date(visit.time).toISOString(),
  status: captions.value('visitStatuses', visit.status),
  failureReason: captions.optional('containerFailureReason', visit.failureReason),
});

/** A list from an SQL expression; its changes are in the history. */
export const loggedList =
  (list: Expression<unknown>): FieldMaker =>
  (property) => ({
    columns: [],
    logged: true,
    computed: () => list,
    show: (row) => row[property] ?? [],
  });

/** A number of the stand's visit point; its changes are in the history. */
export const ofPlace =
  (column: 'latitude' | 'longitude'): FieldMaker =>
  (property) => ({
    columns: [],
    logged: true,
    computed: () => sql`(select p.${sql.ref(column)} from visit_points p
      where p.id = t.id and p.instance_id = t.instance_id)`,
    show: (row) => row[property] ?? null,
  });

/** The address of the stand's visit point; `on` is the column with the id of the stand. */
export const address =
  (on = 'id'): FieldMaker =>
  () => ({
    columns: ['place.address'],
    joins: { place: { table: 'visit_points', on } },
    show: (row) => row['place.address'],
    search: (text) => contains(columnRef('place.address'), text),
  });

/** The district, or the settlement, of the stand. */
export const district: FieldMaker = (property) => ({
  columns: [],
  computed: () => sql`(select json_build_object('name', l.code, 'caption', l.name) from visit_points p
    join locations l on l.id = p.location_id and l.instance_id = p.instance_id
    where p.id = t.id and p.instance_id = t.instance_id)`,
  show: (row) => row[property] ?? null,
});

/** Days after which a fill level from a photo is outdated. */
const FRESH_DAYS = 7;

/** Current fill level of the stand `t`. */
export const FILL_NOW = sql<string>`case when t.fill_time > now() - make_interval(days => ${sql.lit(FRESH_DAYS)})
  then t.fill_level else 'UNKNOWN' end`;

/** Current fill level with its caption. */
export const fill: FieldMaker = (property) => ({
  columns: [],
  dictionaries: ['standFills'],
  computed: () => FILL_NOW,
  show: (row, captions) => captions.value('standFills', String(row[property])),
});

/** Condition: the fill level is one of these; known levels have an index, unknown ones are the majority. */
export function filledTo(levels: readonly string[]): Expression<SqlBool> {
  const now = sql<SqlBool>`${FILL_NOW} = ${anyOf([...levels], 'text')}`;
  return levels.includes('UNKNOWN')
    ? now
    : sql<SqlBool>`(t.fill_level = ${anyOf([...levels], 'text')} and ${now})`;
}

/** A stand as a reference in other records: {id, number, address}; the number is in a column of the record. */
export const standOf: FieldMaker = (property) => {
  const on = `${columnOf(property)}_id`;
  return {
    columns: [on, 'number', 'place.address'],
    joins: { place: { table: 'visit_points', on } },
    show: (row: Row) => ({ id: row[on], number: row['number'], address: row['place.address'] }),
    order: () => columnRef('number'),
    orderedBy: 'number',
    search: (text) =>
      sql<boolean>`(${contains(columnRef('number'), text)} or ${contains(columnRef('place.address'), text)})`,
  };
};
