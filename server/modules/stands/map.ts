/** Stands, vehicles and today's tasks on the map. */
import { sql, type SqlBool } from 'kysely';
import type { StandFilter, StandOnMap } from '../../../schemas/generated/api.ts';
import type { Account } from '../../access/accounts.ts';
import { handlers, instanceHandler } from '../../access/handler.ts';
import type { ScopedDb } from '../../access/scope.ts';
import { invalid, notFound, Problem } from '../../core/problems.ts';
import { pointWithin, type Bounds } from '../../geometry/bounds.ts';
import { loadCaptions, type Captions } from '../../records/captions.ts';
import { todayOf } from '../../records/today.ts';
import { fullNameOf } from '../staff/person.ts';
import { standsWhere } from './filters.ts';
import { FILL_NOW } from './shown.ts';

/** Most stands returned as points; beyond that, clusters are returned. */
const MOST_POINTS = 1000;
/** Size in pixels of the area whose stands form one cluster, on a map whose world is 512 pixels wide at zoom 0. */
const CLUSTER = 88;
const WORLD = 512;
/** Number of clusters across the requested bounds when no zoom is given. */
const ACROSS = 16;

const TODAY = todayOf(sql.ref('t.instance_id'));

interface MapRequest extends Partial<Bounds> {
  zoom?: number;
}

/** The requested stands, within the account's reach like every query of the scope. */
function found(db: ScopedDb, account: Account, requested: MapRequest, filter: StandFilter) {
  const bounds = boundsOf(requested);
  let rows = db.selectFrom('stands as t').innerJoin('visit_points as p', 'p.id', 't.id');
  if (bounds) rows = rows.where(pointWithin('p', bounds));
  for (const where of standsWhere(filter, account)) rows = rows.where(where);
  return rows;
}

/** Returns the bounds; throws unless all four sides are given, or none. */
function boundsOf({ west, south, east, north }: MapRequest): Bounds | undefined {
  if ([west, south, east, north].every((side) => side === undefined)) return undefined;
  if (west === undefined || south === undefined || east === undefined || north === undefined)
    throw invalid({ field: 'west', code: 'required', message: 'server.standMap.sides' });
  if (south > north) throw invalid({ field: 'north', code: 'order', message: 'server.standMap.order' });
  return { west, south, east, north };
}

type Found = ReturnType<typeof found>;

/** Mark of a stand: the outcome of the last collection, and whether one is due today. */
const MARK = sql<string>`case
  when t.status <> 'ACTIVE' then 'CLOSED'
  when l.status in ('FAILED', 'REJECTED') then 'FAILED'
  when exists (select from evacuation_points e join task_items i on i.evacuation_point_id = e.id
    where e.stand_id = t.id and i.instance_id = t.instance_id and i.task_date = ${TODAY} and i.done_count is null)
    then 'WAITING'
  when l.status in ('SUCCESS', 'EMPTY') then 'DONE'
  else 'NONE' end`;

async function pointsOf(rows: Found, captions: Captions): Promise<StandOnMap[]> {
  const list = await rows
    .select(['t.id', 't.number', 't.status', 'p.latitude', 'p.longitude', 'p.address', FILL_NOW.as('fill')])
    .select(
      sql<string>`(select ${MARK} from (select) x left join lateral (select v.status from visits v
        where v.visit_point_id = t.id and v.instance_id = t.instance_id and v.visit_date <= ${TODAY}
          and v.status in ('SUCCESS', 'EMPTY', 'FAILED', 'REJECTED')
        order by v.visit_date desc, v.position desc limit 1) l on true)`.as('mark'),
    )
    .orderBy('t.number')
    .limit(MOST_POINTS)
    .execute();
  return list.map(({ mark, status, fill, ...stand }) => ({
    ...stand,
    key: stand.id,
    count: 1,
    mark: captions.value('standMarks', mark) as StandOnMap['mark'],
    status: captions.value('standStatuses', status) as StandOnMap['status'],
    fill: captions.value('standFills', fill) as StandOnMap['fill'],
  }));
}

interface Cluster {
  x: number;
  y: number;
  count: number;
  latitude: number;
  longitude: number;
}

/** Column and row of the grid cell that contains a stand. */
const columnOf = ({ longitude }: Cell) => sql<number>`floor(p.longitude / ${longitude})::integer`;
const rowOf = ({ latitude }: Cell) => sql<number>`floor(p.latitude / ${latitude})::integer`;

/** Returns one cluster per cell of a grid. */
function clustersOf(rows: Found, cell: Cell): Promise<Cluster[]> {
  return (
    rows
      .select([columnOf(cell).as('x'), rowOf(cell).as('y')])
      .select((eb) => [
        eb.fn.countAll<number>().as('count'),
        eb.fn.avg<number>('p.latitude').as('latitude'),
        eb.fn.avg<number>('p.longitude').as('longitude'),
      ])
      // Grouped by position: a repeated expression has other parameters, so PostgreSQL treats it as a different one.
      .groupBy([sql`1`, sql`2`])
      .execute()
  );
}

const totalOf = (clusters: readonly Cluster[]): number =>
  clusters.reduce((sum, { count }) => sum + Number(count), 0);

/** Returns clusters in the format of the map; each includes whether a visit failed in it today. */
async function drawn(
  clusters: readonly Cluster[],
  rows: Found,
  cell: Cell,
  captions: Captions,
): Promise<StandOnMap[]> {
  const failed = await rows
    .innerJoin('visits as v', 'v.visit_point_id', 't.id')
    .innerJoin('instances as n', 'n.id', 'v.instance_id')
    .where('v.status', '=', 'FAILED')
    .where(sql<SqlBool>`v.visit_date = (now() at time zone n.time_zone)::date`)
    .select([columnOf(cell).as('x'), rowOf(cell).as('y')])
    .distinct()
    .execute();
  const keys = new Set(failed.map(({ x, y }) => `${x}:${y}`));
  return clusters.map(({ x, y, count, latitude, longitude }) => {
    const key = `${x}:${y}`;
    const mark = captions.value('standMarks', keys.has(key) ? 'FAILED' : 'NONE') as StandOnMap['mark'];
    return {
      key,
      id: null,
      count: Number(count),
      latitude,
      longitude,
      mark,
      status: null,
      fill: null,
      number: null,
      address: null,
    };
  });
}

/** Size of a cell in degrees. */
interface Cell {
  latitude: number;
  longitude: number;
}

/** Returns the size of a cluster: a number of pixels at the zoom, or a share of the requested bounds. */
function cellOf({ zoom }: MapRequest, { west, south, east, north }: Bounds): Cell {
  const longitude =
    zoom === undefined ? Math.max((east - west) / ACROSS, 1e-6) : (360 * CLUSTER) / (WORLD * 2 ** zoom);
  // As many pixels high as wide, in the middle of the bounds.
  const latitude = longitude * Math.max(0.05, Math.cos((((south + north) / 2) * Math.PI) / 180));
  return { latitude, longitude };
}

/** The newer map shows vehicles and tasks, too; accounts with the older permission get the map without them. */
const seesWork = ({ permissions }: Account): boolean => permissions.includes('STANDS_MAP_NEW');

/** Levels of `stand_cells`, coarse ones first; a square of level n is 360 / 2^n degrees wide. */
const LEVELS = [9, 11, 13, 15, 17, 19];
/** Minimum number of squares across a cluster: at the edge of the map it consists of whole squares. */
const SQUARES = 3;
/** Fewer stands are read one at a time, and counted exactly. */
const COUNTED = 4000;

/**
 * Returns clusters of whole squares, whose stands are already counted: reading those of a region would take too long. A
 * square at the edge of the bounds counts as a whole. Undefined where clusters are too small for that.
 */
async function clustersOfSquares(db: ScopedDb, wanted: Cell, bounds: Bounds) {
  const level = LEVELS.find((each) => 360 / 2 ** each <= wanted.longitude / SQUARES);
  if (level === undefined) return undefined;
  const side = 360 / 2 ** level;
  const [across, down] = [wanted.longitude, wanted.latitude].map((size) =>
    Math.max(1, Math.round(size / side)),
  );
  const at = (degrees: number) => Math.floor(degrees / side);
  const found = await db
    .selectFrom('stand_cells as c')
    .where('c.level', '=', level)
    .where('c.x', '>=', at(bounds.west))
    .where('c.x', '<=', at(bounds.east))
    .where('c.y', '>=', at(bounds.south))
    .where('c.y', '<=', at(bounds.north))
    .where('c.stands', '>', 0)
    .select([
      sql<number>`floor(c.x / ${across!}::float8)::integer`.as('x'),
      sql<number>`floor(c.y / ${down!}::float8)::integer`.as('y'),
      sql<number>`sum(c.stands)`.as('count'),
      sql<number>`(sum(c.latitudes) / sum(c.stands) / 1000000)::float8`.as('latitude'),
      sql<number>`(sum(c.longitudes) / sum(c.stands) / 1000000)::float8`.as('longitude'),
    ])
    .groupBy([sql`1`, sql`2`])
    .execute();
  return {
    clusters: found,
    cell: { longitude: side * across!, latitude: side * down! },
  };
}

/** Returns the bounds of the account's stands, to the width of a square. */
async function wholeOf(db: ScopedDb): Promise<Bounds | undefined> {
  const level = LEVELS[2]!;
  const side = 360 / 2 ** level;
  const edges = await db
    .selectFrom('stand_cells as c')
    .where('c.level', '=', level)
    .where('c.stands', '>', 0)
    .select((eb) => [
      eb.fn.min('c.x').as('west'),
      eb.fn.max('c.x').as('east'),
      eb.fn.min('c.y').as('south'),
      eb.fn.max('c.y').as('north'),
    ])
    .executeTakeFirstOrThrow();
  if (edges.west === null) return undefined;
  const { west, east, south, north } = edges;
  return {
    west: west * side,
    east: (east + 1) * side,
    south: south * side,
    north: (north + 1) * side,
  };
}

/** Whether the map shows all stands of the instance. */
const ofAll = ({ districts, divisions }: Account, filter: StandFilter): boolean =>
  districts.length + divisions.length === 0 &&
  Object.values(filter).every((value) => value === undefined || (Array.isArray(value) && value.length === 0));

export const standMapHandlers = handlers({
  standMap: instanceHandler<'standMap'>(async ({ scope: { db }, account, parameters, locale }) => {
    const { west, south, east, north, zoom, ...filter } = parameters;
    const requested = { west, south, east, north, zoom } as MapRequest;
    const rows = found(db, account, requested, filter);
    const captions = await loadCaptions(db, locale);
    const bounds = boundsOf(requested) ?? (await wholeOf(db));
    if (!bounds) return { total: 0, clustered: false, items: [] };
    const wanted = cellOf(requested, bounds);
    const squares = ofAll(account, filter) ? await clustersOfSquares(db, wanted, bounds) : undefined;
    const { clusters, cell } =
      squares && totalOf(squares.clusters) > COUNTED
        ? squares
        : { clusters: await clustersOf(rows, wanted), cell: wanted };
    const total = totalOf(clusters);
    return total > MOST_POINTS
      ? { total, clustered: true, items: await drawn(clusters, rows, cell, captions) }
      : { total, clustered: false, items: await pointsOf(rows, captions) };
  }),

  standVehicles: instanceHandler<'standVehicles'>(async ({ scope: { db }, account }) => {
    // Refused rather than empty: an account that this operation admits may subscribe to the broadcast of positions.
    if (!seesWork(account)) throw new Problem(403, 'forbidden');
    const rows = await db
      .selectFrom('vehicles as v')
      .innerJoin('vehicle_terminals as m', 'm.vehicle_id', 'v.id')
      .innerJoin('terminals as d', 'd.id', 'm.terminal_id')
      .select(['v.id', 'v.reg_number', 'v.model', 'd.latitude', 'd.longitude', 'd.location_time'])
      .select(
        sql<Record<string, string> | null>`(select json_build_object('last_name', s.last_name,
            'first_name', s.first_name, 'middle_name', s.middle_name)
          from units u join staff s on s.id = u.driver_id and s.instance_id = u.instance_id
          where u.vehicle_id = v.id and u.instance_id = v.instance_id and u.begin_time <= now() and u.end_time > now()
          limit 1)`.as('driver'),
      )
      .where('m.end_time', 'is', null)
      .where('v.status', '=', 'ACTIVE')
      .where(sql<SqlBool>`d.location_time is not null`)
      .orderBy('v.reg_number')
      .limit(MOST_POINTS)
      .execute();
    return rows.map((row) => ({
      id: row.id,
      regNumber: row.reg_number,
      model: row.model,
      latitude: row.latitude!,
      longitude: row.longitude!,
      time: row.location_time!.toISOString(),
      driver: row.driver && fullNameOf(row.driver),
    }));
  }),

  standTasks: instanceHandler<'standTasks'>(async ({ scope: { db }, account, parameters, locale }) => {
    if (!seesWork(account)) return [];
    const captions = await loadCaptions(db, locale);
    const stand = await db
      .selectFrom('stands as t')
      .select(['t.id', sql<string>`${TODAY}`.as('today')])
      .where('t.id', '=', parameters.standId)
      .executeTakeFirst();
    if (!stand) throw notFound();
    const rows = await db
      .selectFrom('task_items as i')
      .innerJoin('evacuation_points as e', 'e.id', 'i.evacuation_point_id')
      .leftJoin('visits as v', 'v.id', 'i.visit_id')
      .leftJoin('units as u', 'u.id', 'v.unit_id')
      .leftJoin('vehicles as c', 'c.id', 'u.vehicle_id')
      .select(['i.id', 'i.container_action', 'i.planned_count', 'i.done_count', 'i.time_from', 'i.time_to'])
      .select(['c.id as vehicle_id', 'c.reg_number', 'c.model'])
      .select([
        coded('container_types', 'i.container_type').as('container'),
        coded('garbage_types', 'e.garbage_type').as('garbage'),
      ])
      .where('e.stand_id', '=', stand.id)
      .where('i.task_date', '=', stand.today)
      .orderBy('e.name')
      .orderBy('i.id')
      .execute();
    return rows.map((row) => ({
      id: row.id,
      containerType: row.container,
      garbageType: row.garbage,
      action: captions.value('containerActions', row.container_action),
      plannedCount: row.planned_count,
      doneCount: row.done_count,
      hours: row.time_from && row.time_to && `${row.time_from.slice(0, 5)} – ${row.time_to.slice(0, 5)}`,
      vehicle: row.vehicle_id
        ? { id: row.vehicle_id, regNumber: row.reg_number ?? '', model: row.model ?? '' }
        : null,
    }));
  }),
});

const coded = (table: string, code: string) => sql<{
  name: string;
  caption: string;
}>`(select
  json_build_object('name', l.code, 'caption', l.name) from ${sql.table(table)} l
  where l.instance_id = i.instance_id and l.code = ${sql.ref(code)})`;
