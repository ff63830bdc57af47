/** The actual results of the days of a hypothesis: the baseline that a solution is compared with. */
import { sql } from 'kysely';
import type { Db } from '../../database/connection.ts';
import type { Place } from '../../roads/plane.ts';
import type { TravelTimes } from '../../travel/port.ts';
import { travelOptions } from './problem.ts';
import type { SolutionRow } from './ground.ts';

/** Figures that both columns of a comparison have. */
export interface Indicators {
  vehicles: number;
  runs: number;
  kilometres: number;
  hours: number;
  volume: number;
  fill: number;
  unplanned: number;
  overtime: number;
  roubles: number;
}

interface Shift {
  id: string;
  begin: Date;
  end: Date;
  last: Date | null;
  visits: number;
  places: Place[];
  home: Place | null;
  unloading: Place | null;
  runs: number;
  volume: number;
  missed: number;
  room: number;
  costs: { fixed: number; hour: number; km: number; visit: number; run: number };
}

/**
 * Sums up the actual shifts. Kilometres are those of the roads through the visits in their order, as no track of the
 * past is stored; runs are weighings of the day, at least one. Null where there were no shifts on these days.
 */
export async function actualOf(
  db: Db,
  solution: SolutionRow,
  timeZone: string,
  travel: TravelTimes,
): Promise<Indicators | null> {
  const shifts = await readShifts(db, solution, timeZone);
  if (shifts.length === 0) return null;
  const sums: Indicators = {
    vehicles: shifts.length,
    runs: 0,
    kilometres: 0,
    hours: 0,
    volume: 0,
    fill: 0,
    unplanned: 0,
    overtime: 0,
    roubles: 0,
  };
  let room = 0;
  for (const shift of shifts) {
    const way = [shift.home, ...shift.places, shift.unloading, shift.home].filter((place) => place !== null);
    const metres = way.length < 2 ? 0 : (await travel.route(way, travelOptions(solution))).metres;
    const until = shift.last && shift.last > shift.end ? shift.last : shift.end;
    const hours = (until.getTime() - shift.begin.getTime()) / 3_600_000;
    const { costs } = shift;
    sums.runs += shift.runs;
    sums.kilometres += metres / 1000;
    sums.hours += hours;
    sums.volume += shift.volume;
    sums.unplanned += shift.missed;
    sums.overtime += Math.max(0, until.getTime() - shift.end.getTime()) / 3_600_000;
    sums.roubles +=
      costs.fixed +
      costs.hour * hours +
      (costs.km * metres) / 1000 +
      costs.visit * shift.visits +
      costs.run * shift.runs;
    room += shift.room * shift.runs;
  }
  sums.fill = room > 0 ? (sums.volume / room) * 100 : 0;
  return Object.fromEntries(
    Object.entries(sums).map(([key, value]) => [key, Math.round((value as number) * 100) / 100]),
  ) as unknown as Indicators;
}

async function readShifts(db: Db, { hypothesis_id }: SolutionRow, timeZone: string): Promise<Shift[]> {
  const { rows } = await sql<Shift>`
    select u.id, u.begin_time as begin, u.end_time as end, max(v.leave_time) as last, count(*)::integer as visits,
      json_agg(json_build_object('latitude', p.latitude, 'longitude', p.longitude) order by v.position) as places,
      (select json_build_object('latitude', k.latitude, 'longitude', k.longitude) from visit_points k
        where k.id = u.start_parking_id) as home,
      (select json_build_object('latitude', k.latitude, 'longitude', k.longitude) from unit_unloading_points x
        join visit_points k on k.id = x.unloading_point_id where x.unit_id = u.id
        order by x.position limit 1) as unloading,
      greatest(1, (select count(*) from weighings w where w.vehicle_id = u.vehicle_id and w.status <> 'ANNULLED'
        and w.weigh_time >= u.begin_time and w.weigh_time < u.end_time))::integer as runs,
      coalesce(sum(t.volume), 0)::float8 as volume, coalesce(sum(t.missed), 0)::integer as missed,
      (coalesce(c.body_volume, 0) * coalesce(c.compaction, 1))::float8 as room,
      json_build_object('fixed', coalesce(c.cost_fixed, 0), 'hour', coalesce(c.cost_hour, 0),
        'km', coalesce(c.cost_km, 0), 'visit', coalesce(c.cost_order_visit, 0), 'run', coalesce(c.cost_run, 0)) as costs
    from v_days d
    join visits v on v.visit_date = d.day and v.instance_id = d.instance_id
    join units u on u.id = v.unit_id
    join vehicles c on c.id = u.vehicle_id
    join visit_points p on p.id = v.visit_point_id
    left join lateral (select sum(i.done_volume) as volume,
        count(*) filter (where coalesce(i.done_count, 0) < i.planned_count) as missed
      from task_items i where i.visit_id = v.id) t on true
    where d.hypothesis_id = ${hypothesis_id} and u.status = 'WORK' and ${timeZone}::text is not null
    group by u.id, c.id order by u.begin_time`.execute(db);
  return rows;
}
