/** Exports a solution for other programs: JSON in the field names of VROOM (docs/routing.md). */
import { createHash } from 'node:crypto';
import { fileHandler, handlers } from '../../access/handler.ts';
import type { ScopedDb } from '../../access/scope.ts';
import { requireSolution } from './routes.ts';
import { requireState } from './states.ts';
import { grouped } from '../../core/grouped.ts';

export const studioHandlers = handlers({
  solutionExportToStudio: fileHandler<'solutionExportToStudio'>(async ({ scope, parameters }) => {
    const solution = await requireSolution(scope.db, parameters.solutionId);
    requireState('read', solution.status);
    const content = Buffer.from(JSON.stringify(await exported(scope.db, solution.id), undefined, 2));
    return {
      name: `${solution.name.replaceAll(/[\\/:*?"<>|]/g, '_')}.json`,
      mediaType: 'application/json',
      size: content.length,
      etag: createHash('sha256').update(content).digest('hex'),
      inline: false,
      read: async function* read() {
        yield content;
      },
    };
  }),
});

const TYPES = { START: 'start', TASK: 'job', UNLOADING: 'unloading', BREAK: 'break', END: 'end' } as const;

/** Returns the export. Steps have the Unix time of arrival; `description` has values without a field in VROOM. */
async function exported(db: ScopedDb, id: string) {
  const { score, duration, distance, unplanned_count: left } = await requireSolution(db, id);
  const routes = await db
    .selectFrom('v_routes as r')
    .innerJoin('vehicles as v', 'v.id', 'r.vehicle_id')
    .selectAll('r')
    .select('v.reg_number')
    .where('r.solution_id', '=', id)
    .orderBy('r.number')
    .execute();
  const stops = await db
    .selectFrom('v_route_stops as s')
    .innerJoin('v_routes as r', 'r.id', 's.v_route_id')
    .leftJoin('visit_points as p', 'p.id', 's.visit_point_id')
    .selectAll('s')
    .select(['p.latitude', 'p.longitude', 'p.address'])
    .where('r.solution_id', '=', id)
    .orderBy('s.position')
    .execute();
  const unplanned = await db
    .selectFrom('solution_unplanned_items as x')
    .innerJoin('v_task_items as i', 'i.id', 'x.v_task_item_id')
    .innerJoin('evacuation_points as e', 'e.id', 'i.evacuation_point_id')
    .innerJoin('visit_points as p', 'p.id', 'e.stand_id')
    .select(['x.v_task_item_id', 'x.reasons', 'p.latitude', 'p.longitude', 'p.address'])
    .where('x.solution_id', '=', id)
    .orderBy('x.v_task_item_id')
    .execute();
  const byRoute = grouped(stops, (stop) => stop.v_route_id);
  let job = 0;
  return {
    code: 0,
    summary: {
      cost: score ?? 0,
      routes: routes.length,
      unassigned: left ?? unplanned.length,
      duration,
      distance: Math.round(distance * 1000),
    },
    unassigned: unplanned.map((row) => ({
      id: (job += 1),
      type: 'job',
      description: row.v_task_item_id,
      location: [row.longitude, row.latitude],
      reasons: row.reasons,
    })),
    routes: routes.map((route) => ({
      vehicle: route.number,
      description: route.reg_number,
      cost: route.cost,
      service: route.service_time,
      duration: route.driving_time,
      waiting_time: route.waiting_time,
      distance: Math.round(route.distance * 1000),
      pickup: [route.volume, route.mass],
      ...(route.line !== null && { geometry: route.line }),
      steps: (byRoute.get(route.id) ?? []).map((stop) => ({
        type: TYPES[stop.kind],
        ...(stop.kind === 'TASK' && { id: (job += 1) }),
        ...(stop.v_task_item_id !== null && { description: stop.v_task_item_id }),
        ...(stop.longitude !== null && { location: [stop.longitude, stop.latitude] }),
        arrival: Math.round(stop.arrival_time.getTime() / 1000),
        service: stop.service_time,
        waiting_time: stop.waiting_time,
        load: [stop.load_volume, stop.load_mass],
        run: stop.run_number,
      })),
    })),
  };
}
