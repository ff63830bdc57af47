/**
 * Traffic of a visit point in the last 30 days: vehicles that came to collect, and weighed ones. Each is a visit; the
 * total and its parts are counted from the same rows.
 */
import { sql, type RawBuilder } from 'kysely';
import { handlers, instanceHandler } from '../../access/handler.ts';
import type { ScopedDb } from '../../access/scope.ts';
import { notFound } from '../../core/problems.ts';
import { loadCaptions, type Captions } from '../../records/captions.ts';
import { todayOf } from '../../records/today.ts';

const DAYS = 30;

/** The day since which visits count; a scalar subquery, so that an index can be used for the visits. */
const sinceAt = (id: string): RawBuilder<string> =>
  sql`${todayOf(sql`(select instance_id from visit_points where id = ${id})`)} - ${DAYS}::integer`;

export async function requirePoint(db: ScopedDb, id: string): Promise<void> {
  const point = await db.selectFrom('visit_points').select('id').where('id', '=', id).executeTakeFirst();
  if (!point) throw notFound();
}

/**
 * One row for each container type handled at a visit, and for each weighing; the point's id preserves the scope. Rows
 * with a time in the future, and annulled weighings, are left out.
 */
const passings = (id: string, timeZone: string): RawBuilder<unknown> => sql`(
  select v.id as visit_id, false as weighed, e.garbage_type as garbage, i.container_type as container,
    i.container_action as action, v.arrive_time as moment, coalesce(i.done_volume, 0)::double precision as volume,
    0::double precision as weight
  from visits v left join task_items i on i.visit_id = v.id left join evacuation_points e on e.id = i.evacuation_point_id
  where v.visit_point_id = ${id} and v.status = 'SUCCESS' and v.visit_date > ${sinceAt(id)}
    and (v.arrive_time is null or v.arrive_time <= now())
  union all
  select w.id, true, w.garbage_type, null, w.action, w.weigh_time, 0, w.net::double precision
  from weighings w where w.visit_point_id = ${id} and w.status <> 'ANNULLED'
    and w.weigh_time >= ((${sinceAt(id)}) + 1)::timestamp at time zone ${timeZone} and w.weigh_time <= now()
) as p cross join lateral (select to_char(p.moment at time zone ${timeZone}, 'HH24') as hour) h`;

type By = 'garbage' | 'container' | 'action' | 'time';

const KEYS: Record<By, RawBuilder<string | null>> = {
  garbage: sql`p.garbage`,
  container: sql`p.container`,
  action: sql`p.action`,
  time: sql`h.hour`,
};

export const trafficHandlers = handlers({
  visitPointStatistic: instanceHandler<'visitPointStatistic'>(
    async ({ scope: { db }, account, parameters }) => {
      const { visitPointId: id } = parameters;
      await requirePoint(db, id);
      const { rows } = await sql<{ visits: number; volume: number; weighings: number; weight: number }>`select
      count(distinct p.visit_id) as visits, coalesce(sum(p.volume), 0) as volume,
      count(*) filter (where p.weighed) as weighings, coalesce(sum(p.weight), 0) as weight
      from ${passings(id, account.instance.timeZone)}`.execute(db);
      return rows[0]!;
    },
  ),

  visitPointTraffic: instanceHandler<'visitPointTraffic'>(
    async ({ scope: { db }, account, parameters, locale, translate }) => {
      const { visitPointId: id, by = 'garbage' } = parameters;
      await requirePoint(db, id);
      const names = await namesOf(db, by, await loadCaptions(db, locale));
      const { rows } = await sql<{ name: string; visits: number; volume: number; weight: number }>`select
      coalesce(${KEYS[by]}, '') as name, count(distinct p.visit_id) as visits, sum(p.volume) as volume, sum(p.weight) as weight
      from ${passings(id, account.instance.timeZone)}
      group by ${KEYS[by]} order by ${KEYS[by]} nulls last`.execute(db);
      // Rows without a value come last, so that the parts add up to the total.
      const caption = (name: string) => (name === '' ? translate('server.traffic.untold') : names(name));
      return rows.map((row) => ({ ...row, caption: caption(row.name) }));
    },
  ),
});

async function namesOf(db: ScopedDb, by: By, captions: Captions): Promise<(name: string) => string> {
  if (by === 'time') return (hour) => `${hour}:00 – ${hour}:59`;
  if (by === 'action')
    return (name) =>
      captions.value(name === 'IN' || name === 'OUT' ? 'weighingActions' : 'containerActions', name).caption;
  const table = by === 'garbage' ? 'garbage_types' : 'container_types';
  const rows = await db.selectFrom(table).select(['code', 'name']).execute();
  const known = new Map(rows.map(({ code, name }) => [code, name]));
  return (name) => known.get(name) ?? name;
}
