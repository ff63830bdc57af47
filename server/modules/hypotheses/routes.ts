/** Content of a solution: routes with their runs and stops, point groups, unplanned tasks, positions of vehicles. */
import { sql } from 'kysely';
import type {
  SolutionSpan,
  UnplannedItem,
  VRoute,
  VRoutePosition,
  VRouteStop,
} from '../../../schemas/generated/api.ts';
import { handlers, instanceHandler } from '../../access/handler.ts';
import type { ScopedDb } from '../../access/scope.ts';
import { notFound } from '../../core/problems.ts';
import { loadCaptions } from '../../records/captions.ts';
import { jsonList } from '../../records/ties.ts';
import { fullNameOf } from '../staff/person.ts';
import type { DescentStep } from './planJob.ts';
import { positionsAt } from './positions.ts';
import { spansOf } from './spans.ts';
import { selectTasks, tasks, windowOf } from './vTaskItems.ts';
import { grouped } from '../../core/grouped.ts';

const minutes = (seconds: number) => Math.round(seconds / 60);

const routes = (db: ScopedDb, solutionId: string) =>
  db
    .selectFrom('v_routes as r')
    .innerJoin('vehicles as v', 'v.id', 'r.vehicle_id')
    .leftJoin('staff as s', 's.id', 'r.driver_id')
    .selectAll('r')
    .select(['v.reg_number', 'v.model', 's.last_name', 's.first_name', 's.middle_name'])
    .select(
      sql<
        VRoute['vRuns']
      >`${jsonList(sql`select u.id, u.number, u.task_count as "taskCount", u.distance, u.volume,
        u.mass, p.name as "unloadingPoint" from v_runs u left join visit_points p on p.id = u.unloading_point_id
        where u.v_route_id = r.id order by u.number`)}`.as('runs'),
    )
    .where('r.solution_id', '=', solutionId)
    .orderBy('r.number');

const stops = (db: ScopedDb, solutionId: string) =>
  db
    .selectFrom('v_route_stops as s')
    .innerJoin('v_routes as r', 'r.id', 's.v_route_id')
    .leftJoin('visit_points as p', 'p.id', 's.visit_point_id')
    .leftJoin('container_types as c', (join) =>
      join.onRef('c.instance_id', '=', 's.instance_id').onRef('c.code', '=', 's.container_type'),
    )
    .selectAll('s')
    .select(['r.number as route', 'r.colour', 'p.name', 'p.address', 'p.latitude', 'p.longitude'])
    .select('c.name as container_name')
    .where('r.solution_id', '=', solutionId)
    .orderBy('r.number')
    .orderBy('s.position');

/** Throws 404 for a solution that the account does not see. */
export async function requireSolution(db: ScopedDb, id: string) {
  const row = await db.selectFrom('solutions').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) throw notFound();
  return row;
}

export const routeHandlers = handlers({
  solutionVRouteList: instanceHandler<'solutionVRouteList'>(async ({ scope: { db }, parameters }) => {
    await requireSolution(db, parameters.solutionId);
    return (await routes(db, parameters.solutionId).execute()).map(shownRoute);
  }),

  solutionStopList: instanceHandler<'solutionStopList'>(async ({ scope: { db }, parameters, locale }) => {
    await requireSolution(db, parameters.solutionId);
    const captions = await loadCaptions(db, locale);
    let found = stops(db, parameters.solutionId);
    if (parameters.vRouteId) found = found.where('s.v_route_id', '=', parameters.vRouteId);
    const rows = await found.execute();
    return rows.map((row): VRouteStop => {
      const lasts = row.waiting_time + row.service_time;
      return {
        id: row.id,
        vRouteId: row.v_route_id,
        vTaskItemId: row.v_task_item_id,
        routeNumber: row.route,
        position: row.position,
        runNumber: row.run_number,
        kind: captions.value('vRouteStopKinds', row.kind),
        order: row.order_number,
        name: row.name,
        address: row.address,
        containerType:
          row.container_type === null
            ? null
            : { name: row.container_type, caption: row.container_name ?? row.container_type },
        count: row.count,
        volume: row.volume,
        arrivalTime: row.arrival_time.toISOString(),
        leaveTime: new Date(row.arrival_time.getTime() + lasts * 1000).toISOString(),
        waitingMinutes: minutes(row.waiting_time),
        serviceMinutes: minutes(row.service_time),
        loadVolume: row.load_volume,
        loadMass: row.load_mass,
        distance: row.distance,
        colour: row.colour,
        latitude: row.latitude,
        longitude: row.longitude,
      };
    });
  }),

  solutionSpanList: instanceHandler<'solutionSpanList'>(async ({ scope: { db }, parameters, locale }) => {
    const { solutionId } = parameters;
    await requireSolution(db, solutionId);
    const captions = await loadCaptions(db, locale);
    const found = routes(db, solutionId)
      .leftJoin('v_units as u', 'u.id', 'r.v_unit_id')
      .select(['u.begin_time as shift_begin', 'u.end_time as shift_end']);
    const [rows, halts] = await Promise.all([found.execute(), stops(db, solutionId).execute()]);
    const byRoute = grouped(halts, (halt) => halt.v_route_id);
    return rows.flatMap((row) =>
      spansOf(row, byRoute.get(row.id) ?? []).map(({ kind, begin, end, label }, i): SolutionSpan => ({
        id: `${row.id} ${i}`,
        vRouteId: row.id,
        route: `${row.number}. ${row.model} ${row.reg_number}`,
        day: row.day,
        kind: captions.value('shiftSpanKinds', kind),
        begin: begin.toISOString(),
        end: end.toISOString(),
        label,
      })),
    );
  }),

  solutionPointGroupList: instanceHandler<'solutionPointGroupList'>(async ({ scope: { db }, parameters }) => {
    const { solutionId } = parameters;
    await requireSolution(db, solutionId);
    const found = await routes(db, solutionId)
      .select(
        sql<{ stands: number; latitude: number | null; longitude: number | null }>`(select json_build_object(
          'stands', count(distinct x.visit_point_id), 'latitude', avg(p.latitude), 'longitude', avg(p.longitude))
          from v_route_stops x join visit_points p on p.id = x.visit_point_id
          where x.v_route_id = r.id and x.kind = 'TASK')`.as('middle'),
      )
      .leftJoin('solution_point_groups as g', 'g.v_route_id', 'r.id')
      .select('g.point_group_id')
      .execute();
    return found.map((row) => ({
      id: row.id,
      vRouteId: row.id,
      pointGroupId: row.point_group_id,
      name: `${row.number}. ${row.reg_number}`,
      colour: row.colour,
      day: row.day,
      taskCount: row.runs.reduce((all, run) => all + run.taskCount, 0),
      standCount: row.middle.stands,
      volume: row.volume,
      distance: row.distance,
      latitude: row.middle.latitude,
      longitude: row.middle.longitude,
    }));
  }),

  solutionPositionList: instanceHandler<'solutionPositionList'>(async (call) => {
    const { scope, account, parameters, locale } = call;
    const { solutionId, time = '09:00' } = parameters;
    await requireSolution(scope.db, solutionId);
    const captions = await loadCaptions(scope.db, locale);
    const [found, halts] = await Promise.all([
      routes(scope.db, solutionId)
        .select(sql<Date>`(r.day + ${time}::time) at time zone ${account.instance.timeZone}`.as('moment'))
        .execute(),
      stops(scope.db, solutionId).execute(),
    ]);
    const byRoute = grouped(halts, (halt) => halt.v_route_id);
    return found.flatMap((row): VRoutePosition[] => {
      const at = positionsAt(row, byRoute.get(row.id) ?? [], row.moment);
      if (!at) return [];
      return [
        {
          id: row.id,
          number: row.number,
          vehicle: { id: row.vehicle_id, regNumber: row.reg_number, model: row.model },
          colour: row.colour,
          ...at,
          state: captions.value('vRouteStates', at.state),
        },
      ];
    });
  }),

  solutionDescent: instanceHandler<'solutionDescent'>(async ({ scope: { db }, parameters }) => {
    const { descent } = await requireSolution(db, parameters.solutionId);
    return (descent as DescentStep[]).map(({ seconds, ...step }, i) => ({
      ...step,
      second: i + 1,
      caption: seconds.toLocaleString('ru-RU', { maximumFractionDigits: 1 }),
    }));
  }),

  solutionUnplanned: instanceHandler<'solutionUnplanned'>(
    async ({ scope: { db }, parameters, locale, translate }) => {
      const { solutionId, vDayId } = parameters;
      await requireSolution(db, solutionId);
      const captions = await loadCaptions(db, locale);
      let found = selectTasks(tasks(db))
        .innerJoin('solution_unplanned_items as x', 'x.v_task_item_id', 'i.id')
        .select(['x.reasons', 'x.cut_off', 'x.by_hand'])
        .where('x.solution_id', '=', solutionId);
      if (vDayId) found = found.where('i.v_day_id', '=', vDayId);
      const rows = await found.orderBy('d.day').orderBy('p.address').orderBy('i.id').execute();
      return rows.map((row): UnplannedItem => ({
        id: row.id,
        vDay: { id: row.v_day_id, date: row.day },
        stand: { id: row.stand_id, name: row.stand, address: row.address },
        containerType: { name: row.container_type, caption: row.container_name },
        count: row.count,
        volume: row.volume,
        window: windowOf(row),
        reasons: row.reasons.map((reason) => captions.value('excludedPointReasons', reason)),
        byHand: row.by_hand,
        mend: (row.by_hand ? ['BY_HAND'] : row.cut_off ? ['ROAD_CLOSED'] : row.reasons)
          .map((reason) => translate(`server.mend.${reason}`))
          .join(' '),
        latitude: row.latitude,
        longitude: row.longitude,
      }));
    },
  ),
});

type RouteRow = Awaited<ReturnType<ReturnType<typeof routes>['execute']>>[number];

function shownRoute(row: RouteRow): VRoute {
  const { runs, driver_id: driver } = row;
  return {
    id: row.id,
    number: row.number,
    day: row.day,
    vehicle: { id: row.vehicle_id, regNumber: row.reg_number, model: row.model },
    driver: driver === null ? null : { id: driver, fullName: fullNameOf(row) },
    colour: row.colour,
    runCount: runs.length,
    taskCount: runs.reduce((all, run) => all + run.taskCount, 0),
    startTime: row.start_time.toISOString(),
    finishTime: row.finish_time.toISOString(),
    distance: row.distance,
    drivingMinutes: minutes(row.driving_time),
    serviceMinutes: minutes(row.service_time),
    waitingMinutes: minutes(row.waiting_time),
    durationMinutes: minutes((row.finish_time.getTime() - row.start_time.getTime()) / 1000),
    volume: row.volume,
    mass: row.mass,
    fill: row.fill,
    cost: row.cost,
    vRuns: runs,
    line: row.line as VRoute['line'],
  };
}
