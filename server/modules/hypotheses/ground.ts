/** Input of a calculation, read from the database: tasks, units, unloading places. */
import { sql } from 'kysely';
import type { Db } from '../../database/connection.ts';
import type { SolutionTable } from '../../database/tables/hypotheses.ts';
import type { Selectable } from 'kysely';
import { readBans, type RoadBans } from './bans.ts';
import { readTaskWindow } from './properties.ts';

export type SolutionRow = Selectable<SolutionTable>;

export interface PlannedTask {
  id: string;
  dayId: string;
  point: string;
  stand: string;
  latitude: number;
  longitude: number;
  garbage: string;
  container: string;
  count: number;
  volume: number;
  mass: number;
  /** Seconds at the stand. */
  service: number;
  /** Times of day as HH:MM:SS; null: any. */
  from: string | null;
  to: string | null;
}

export interface PlannedUnloading {
  id: string;
  latitude: number;
  longitude: number;
  service: number;
  transfer: boolean;
  from: string | null;
  to: string | null;
  garbage: string[];
}

export interface PlannedUnit {
  id: string;
  dayId: string;
  vehicle: string;
  vehicleType: string;
  /** Kilograms of the loaded vehicle, if known. */
  fullMass: number | null;
  hasTrailer: boolean;
  driver: string | null;
  begin: Date;
  end: Date;
  start: { id: string | null; latitude: number; longitude: number } | null;
  parking: { id: string | null; latitude: number; longitude: number } | null;
  volume: number;
  /** Load capacity in kilograms: full mass minus unladen mass. */
  maxLoad: number;
  transferTime: number | null;
  slower: number;
  costs: { fixed: number; hour: number; km: number; visit: number; run: number; tonneKm: number };
  garbage: string[];
  containers: string[];
  unloading: string[];
}

export interface PlannedDay {
  id: string;
  day: string;
  /** Midnight in the time zone of the instance. */
  midnight: Date;
}

export interface Ground {
  timeZone: string;
  days: PlannedDay[];
  tasks: PlannedTask[];
  units: PlannedUnit[];
  unloadings: Map<string, PlannedUnloading>;
  /** Number of a driver's visits by stand. */
  experience: Map<string, Record<string, number>>;
  bans: RoadBans;
}

/** Reads the input of a solution. */
export async function readGround(db: Db, solution: SolutionRow, timeZone: string): Promise<Ground> {
  const { hypothesis_id: hypothesis } = solution;
  const hours = await readTaskWindow(db, solution.instance_id);
  const tasks = await readTasks(db, hypothesis);
  const units = await readUnits(db, hypothesis);
  return {
    timeZone,
    days: await readDays(db, hypothesis, timeZone),
    tasks: tasks.map((task) => ({
      ...task,
      from: task.from ?? hours?.start ?? null,
      to: task.to ?? hours?.end ?? null,
    })),
    units,
    unloadings: await readUnloadings(db, units),
    bans: await readBans(db, solution.instance_id, hypothesis),
    experience: solution.experience === 'IGNORE' ? new Map() : await readExperience(db, units),
  };
}

async function readDays(db: Db, hypothesis: string, timeZone: string): Promise<PlannedDay[]> {
  const rows = await db
    .selectFrom('v_days')
    .select(['id', 'day', sql<Date>`day::timestamp at time zone ${timeZone}`.as('midnight')])
    .where('hypothesis_id', '=', hypothesis)
    .orderBy('day')
    .execute();
  return rows;
}

async function readTasks(db: Db, hypothesis: string): Promise<PlannedTask[]> {
  const { rows } = await sql<PlannedTask>`
    select i.id, i.v_day_id as "dayId", i.evacuation_point_id as point, p.id as stand, p.latitude, p.longitude,
      e.garbage_type as garbage, i.container_type as container, i.count, i.volume::float8 as volume,
      (i.volume * coalesce(g.density, 0))::float8 as mass,
      (i.count * coalesce(k.processing_time, c.processing_time))::integer as service,
      coalesce(i.time_from, e.time_from)::text as from, coalesce(i.time_to, e.time_to)::text as to
    from v_task_items i
    join evacuation_points e on e.id = i.evacuation_point_id
    join visit_points p on p.id = e.stand_id
    join container_types c on c.instance_id = i.instance_id and c.code = i.container_type
    join garbage_types g on g.instance_id = e.instance_id and g.code = e.garbage_type
    left join container_time_corrections k on k.instance_id = i.instance_id and k.container_type = i.container_type
      and i.count >= k.count_from and (k.count_to is null or i.count <= k.count_to)
    where i.hypothesis_id = ${hypothesis} order by i.id`.execute(db);
  return rows;
}

async function readUnits(db: Db, hypothesis: string): Promise<PlannedUnit[]> {
  const place = (id: string, latitude: string, longitude: string) =>
    sql`case when ${sql.ref(latitude)} is not null then json_build_object('id', ${sql.ref(id)},
      'latitude', ${sql.ref(latitude)}, 'longitude', ${sql.ref(longitude)}) end`;
  const { rows } = await sql<PlannedUnit>`
    select u.id, u.v_day_id as "dayId", v.id as vehicle, v.type as "vehicleType",
      v.max_mass::float8 as "fullMass", v.trailer1_id is not null as "hasTrailer", u.driver_id as driver,
      u.begin_time as begin, u.end_time as end,
      coalesce(${place('s.id', 's.latitude', 's.longitude')},
        case when v.start_latitude is not null then json_build_object('id', null, 'latitude', v.start_latitude,
          'longitude', v.start_longitude) end,
        ${place('k.id', 'k.latitude', 'k.longitude')}) as start,
      ${place('p.id', 'p.latitude', 'p.longitude')} as parking,
      (coalesce(v.body_volume, 0) * coalesce(v.compaction, 1))::float8 as volume,
      greatest(coalesce(v.max_mass, 0) - coalesce(v.weight, 0), 0)::float8 as "maxLoad", v.transfer_station_time as "transferTime",
      coalesce(v.travel_time_multiplier, 1)::float8 as slower,
      json_build_object('fixed', coalesce(v.cost_fixed, 0), 'hour', coalesce(v.cost_hour, 0),
        'km', coalesce(v.cost_km, 0), 'visit', coalesce(v.cost_order_visit, 0), 'run', coalesce(v.cost_run, 0),
        'tonneKm', coalesce(v.cost_tonne_km, 0)) as costs,
      array(select x.garbage_type from vehicle_garbage_types x where x.vehicle_id = v.id order by 1) as garbage,
      array(select x.container_type from vehicle_container_types x where x.vehicle_id = v.id order by 1) as containers,
      array(select x.unloading_point_id from v_unit_unloading_points x where x.v_unit_id = u.id
        order by x.position) as unloading
    from v_units u
    join vehicles v on v.id = u.vehicle_id
    left join visit_points s on s.id = u.start_point_id
    left join visit_points p on p.id = u.parking_point_id
    left join visit_points k on k.id = v.parking_id
    where u.hypothesis_id = ${hypothesis} order by u.begin_time, u.id`.execute(db);
  return rows;
}

async function readUnloadings(db: Db, units: readonly PlannedUnit[]): Promise<Map<string, PlannedUnloading>> {
  const ids = [...new Set(units.flatMap(({ unloading }) => unloading))];
  const { rows } = await sql<PlannedUnloading>`
    select p.id, p.latitude, p.longitude, u.unloading_time as service, u.kind = 'TRANSFER' as transfer,
      p.time_from::text as from, p.time_to::text as to,
      array(select g.garbage_type from unloading_point_garbage_types g where g.unloading_point_id = p.id
        order by 1) as garbage
    from unloading_points u join visit_points p on p.id = u.id
    where p.id = any(${ids}::uuid[])`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

/** Experience is the number of visits that a driver has made to a stand (B-094, screens 9). */
async function readExperience(
  db: Db,
  units: readonly PlannedUnit[],
): Promise<Map<string, Record<string, number>>> {
  const drivers = [...new Set(units.flatMap(({ driver }) => driver ?? []))];
  const { rows } = await sql<{ driver: string; stands: Record<string, number> }>`
    select driver, json_object_agg(stand, visits) as stands from (
      select u.driver_id as driver, v.visit_point_id as stand, count(*)::integer as visits
      from visits v join units u on u.id = v.unit_id
      where u.driver_id = any(${drivers}::uuid[]) and v.status = 'SUCCESS' group by 1, 2) x
    group by 1`.execute(db);
  return new Map(rows.map(({ driver, stands }) => [driver, stands]));
}
