/** Geometry of routes along the roads, for the map. */
import type { TravelTimes } from '../../travel/port.ts';
import type { SolvedDay } from './saveRoutes.ts';

/** Decimal places of coordinates: about a metre on the ground. */
const PLACES = 5;

/** Returns GeoJSON by virtual unit; a route whose geometry is not available is left out. */
export async function linesOf(days: readonly SolvedDay[], travel: TravelTimes): Promise<Map<string, object>> {
  const lines = new Map<string, object>();
  for (const { problem, solution: found } of days) {
    for (const { vehicle, steps } of found.routes) {
      const stops = steps.flatMap(({ location_index: at }) =>
        at === undefined ? [] : [problem.places[at]!],
      );
      const way = stops.filter((place, i) => place !== stops[i - 1]);
      if (way.length < 2) continue;
      const { profile = 'car' } = problem.problem.vehicles[vehicle - 1]!;
      const route = await travel.route(way, problem.travel.get(profile)).catch(() => undefined);
      if (!route) continue;
      const coordinates = route.geometry.map(({ latitude, longitude }) => [
        Number(longitude.toFixed(PLACES)),
        Number(latitude.toFixed(PLACES)),
      ]);
      lines.set(problem.units[vehicle - 1]!.id, { type: 'LineString', coordinates });
    }
  }
  return lines;
}
