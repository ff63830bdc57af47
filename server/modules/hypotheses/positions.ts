/** Position of a vehicle at a moment of its route: at a stop, or on the line between two stops. */

interface Route {
  start_time: Date;
  finish_time: Date;
  distance: number;
  line: unknown;
}

interface Halt {
  kind: string;
  arrival_time: Date;
  waiting_time: number;
  service_time: number;
  distance: number;
  load_volume: number;
  name: string | null;
  latitude: number | null;
  longitude: number | null;
}

/** Coordinates: longitude, latitude. */
type Point = readonly [number, number];

export interface Position {
  state: 'PARKED' | 'DRIVING' | 'SERVICE' | 'WAITING' | 'UNLOADING' | 'BREAK';
  nextStop: string | null;
  loadVolume: number;
  done: number;
  latitude: number;
  longitude: number;
  heading: number | null;
}

const leaving = ({ arrival_time, waiting_time, service_time }: Halt) =>
  arrival_time.getTime() + (waiting_time + service_time) * 1000;

/** Returns the position at a moment; undefined for a route without a line. */
export function positionsAt(route: Route, halts: readonly Halt[], moment: Date): Position | undefined {
  const points = (route.line as { coordinates: Point[] } | null)?.coordinates;
  if (!points || points.length === 0 || halts.length === 0) return undefined;
  const now = moment.getTime();
  // The current stop, or the last one left.
  const at = halts.findLast((halt) => halt.arrival_time.getTime() <= now);
  const next = halts[at ? halts.indexOf(at) + 1 : 0];
  const done = halts.filter((halt) => halt.kind === 'TASK' && leaving(halt) <= now).length;
  const along = way(route, at, next, now);
  const { point, heading } = pointAlong(points, route.distance > 0 ? along / route.distance : 0);
  const state = stateOf(at, next, now);
  const before = at && leaving(at) > now ? halts[halts.indexOf(at) - 1] : at;
  return {
    state,
    nextStop: state === 'PARKED' ? null : (next?.name ?? null),
    loadVolume: before?.load_volume ?? 0,
    done,
    latitude: point[1],
    longitude: point[0],
    heading: state === 'DRIVING' ? heading : null,
  };
}

/** Returns kilometres from the start of the route. */
function way({ distance }: Route, at: Halt | undefined, next: Halt | undefined, now: number): number {
  if (!at) return 0;
  if (!next || leaving(at) >= now) return next ? at.distance : distance;
  const [from, to] = [leaving(at), next.arrival_time.getTime()];
  const part = to > from ? Math.min(1, (now - from) / (to - from)) : 1;
  return at.distance + (next.distance - at.distance) * part;
}

function stateOf(at: Halt | undefined, next: Halt | undefined, now: number): Position['state'] {
  if (!at || !next || at.kind === 'END') return 'PARKED';
  if (leaving(at) <= now) return 'DRIVING';
  if (at.kind === 'UNLOADING') return 'UNLOADING';
  if (at.kind === 'BREAK') return 'BREAK';
  return now < at.arrival_time.getTime() + at.waiting_time * 1000 ? 'WAITING' : 'SERVICE';
}

/** Returns the point at a share of the line's length, and the direction there in degrees from north. */
function pointAlong(points: readonly Point[], share: number): { point: Point; heading: number } {
  const lengths = points.slice(1).map((point, i) => lengthOf(points[i]!, point));
  const whole = lengths.reduce((all, length) => all + length, 0);
  let left = Math.min(1, Math.max(0, share)) * whole;
  for (const [i, length] of lengths.entries()) {
    const [from, to] = [points[i]!, points[i + 1]!];
    if (left <= length && length > 0) {
      const part = left / length;
      const point: Point = [from[0] + (to[0] - from[0]) * part, from[1] + (to[1] - from[1]) * part];
      return { point, heading: headingOf(from, to) };
    }
    left -= length;
  }
  return { point: points.at(-1)!, heading: 0 };
}

const shrink = (latitude: number) => Math.cos((latitude * Math.PI) / 180);
const lengthOf = (a: Point, b: Point) => Math.hypot((b[0] - a[0]) * shrink(a[1]), b[1] - a[1]);
const headingOf = (a: Point, b: Point) => {
  const degrees = (Math.atan2((b[0] - a[0]) * shrink(a[1]), b[1] - a[1]) * 180) / Math.PI;
  return Math.round((degrees + 360) % 360);
};
