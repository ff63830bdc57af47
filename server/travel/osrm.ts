/** Travel times from an OSRM server, by the services `table` and `route` of its HTTP API (version 1). */
import type { Place } from '../roads/plane.ts';
import {
  bansInForce,
  emptyMatrix,
  TravelError,
  type TravelMatrix,
  type TravelOptions,
  type TravelRoute,
  type TravelTimes,
} from './port.ts';
import { trafficFactor } from './traffic.ts';

/** OSRM accepts 100 coordinates in a table unless it was started with another `--max-table-size`. */
const TABLE_SIZE = 100;
const BLOCK = TABLE_SIZE / 2;
/** Concurrent requests. */
const LANES = 4;
const PATIENCE_MS = 20_000;

/** Returns a provider for the server at an address like `http://osrm.example:5000`; profile `driving`. */
export function osrmAt(url: string, patienceMs = PATIENCE_MS): TravelTimes {
  const ask = (path: string) => request(`${url}${path}`, patienceMs);
  return {
    async matrix(places, options = {}) {
      refuseBans(options);
      const matrix = emptyMatrix(places.length);
      const blocks = blocksOf(places.length);
      // Each lane takes the next block as soon as its previous one is done.
      const next = blocks.values();
      const lane = async () => {
        for (const [rows, columns] of next) {
          const path = tablePath(places, rows, columns, options);
          fillBlock(matrix, rows, columns, await ask(path), trafficFactor(options.trafficHour));
        }
      };
      await Promise.all(Array.from({ length: Math.min(LANES, blocks.length) }, lane));
      return matrix;
    },
    async route(places, options = {}) {
      if (places.length < 2) throw new RangeError('A route needs two places.');
      refuseBans(options);
      const query = new URLSearchParams({ overview: 'full', geometries: 'geojson', ...exclude(options) });
      const answer = await ask(`/route/v1/driving/${listOf(places)}?${query.toString()}`);
      return routeFrom(answer, trafficFactor(options.trafficHour));
    },
  };
}

/** OSRM can exclude classes of roads, but not lines and areas of a request. */
function refuseBans(options: TravelOptions): void {
  if (bansInForce(options).length > 0) throw new TravelError('unsupported', 'closed roads with OSRM');
}

/** Works when the profile of the server declares these classes as excludable; `car.lua` does. */
function exclude({ avoidTolls, avoidFerries }: TravelOptions): Record<string, string> {
  const classes = [...(avoidTolls ? ['toll'] : []), ...(avoidFerries ? ['ferry'] : [])];
  return classes.length > 0 ? { exclude: classes.join(',') } : {};
}

const listOf = (places: readonly Place[]) =>
  places.map(({ latitude, longitude }) => `${longitude},${latitude}`).join(';');

type Range = readonly [from: number, to: number];

/** Returns pairs of ranges of places, each pair small enough for one request. */
function blocksOf(count: number): [Range, Range][] {
  const ranges: Range[] = [];
  for (let from = 0; from < count; from += BLOCK) ranges.push([from, Math.min(from + BLOCK, count)]);
  return ranges.flatMap((rows) => ranges.map((columns): [Range, Range] => [rows, columns]));
}

function tablePath(places: readonly Place[], rows: Range, columns: Range, options: TravelOptions): string {
  const [sources, destinations] = [places.slice(...rows), places.slice(...columns)];
  const numbers = (from: number, count: number) =>
    Array.from({ length: count }, (_, i) => from + i).join(';');
  const query = new URLSearchParams({
    annotations: 'duration,distance',
    sources: numbers(0, sources.length),
    destinations: numbers(sources.length, destinations.length),
    ...exclude(options),
  });
  return `/table/v1/driving/${listOf([...sources, ...destinations])}?${query.toString()}`;
}

function fillBlock(matrix: TravelMatrix, rows: Range, columns: Range, answer: Answer, factor: number): void {
  const [height, width] = [rows[1] - rows[0], columns[1] - columns[0]];
  const seconds = tableOf(answer['durations'], height, width, 'durations');
  const metres = tableOf(answer['distances'], height, width, 'distances');
  for (let i = 0; i < height; i += 1) {
    for (let j = 0; j < width; j += 1) {
      const at = (rows[0] + i) * matrix.count + columns[0] + j;
      matrix.seconds[at] = seconds[i]![j]! * factor;
      matrix.metres[at] = metres[i]![j]!;
    }
  }
}

/** Validates numbers row by row; null means that a pair has no way. */
function tableOf(value: unknown, height: number, width: number, name: string): number[][] {
  const isCell = (cell: unknown) => cell === null || (typeof cell === 'number' && cell >= 0);
  const isRow = (row: unknown) => Array.isArray(row) && row.length === width && row.every(isCell);
  if (!Array.isArray(value) || value.length !== height || !value.every(isRow)) {
    throw new TravelError('wrongAnswer', `${name} is no table of ${height} × ${width} numbers`);
  }
  return (value as (number | null)[][]).map((row) => row.map((cell) => cell ?? Infinity));
}

function routeFrom(answer: Answer, factor: number): TravelRoute {
  const [route] = (Array.isArray(answer['routes']) ? answer['routes'] : []) as unknown[];
  const { distance, duration, geometry } = (route ?? {}) as Record<string, unknown>;
  const { coordinates } = (geometry ?? {}) as Record<string, unknown>;
  const isPosition = (position: unknown) =>
    Array.isArray(position) && typeof position[0] === 'number' && typeof position[1] === 'number';
  if (typeof distance !== 'number' || typeof duration !== 'number') {
    throw new TravelError('wrongAnswer', 'a route without distance or duration');
  }
  if (!Array.isArray(coordinates) || coordinates.length < 2 || !coordinates.every(isPosition)) {
    throw new TravelError('wrongAnswer', 'a route without a line');
  }
  const line = (coordinates as [number, number][]).map(([longitude, latitude]) => ({ latitude, longitude }));
  return { geometry: line, metres: distance, seconds: duration * factor };
}

type Answer = Record<string, unknown>;

async function request(url: string, patienceMs: number): Promise<Answer> {
  try {
    const reply = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(patienceMs) });
    const text = await reply.text();
    return readReply(reply, text);
  } catch (error) {
    if (error instanceof TravelError) throw error;
    const slow = error instanceof Error && error.name === 'TimeoutError';
    throw new TravelError(slow ? 'slow' : 'gone', 'OSRM', { cause: error });
  }
}

/** OSRM returns errors as JSON with a code, whatever the status. */
function readReply(reply: Response, text: string): Answer {
  const answer = parsed(text);
  const code = answer?.['code'];
  if (code === 'NoRoute' || code === 'NoTable') throw new TravelError('noWay', String(code));
  if (code === 'NoSegment') throw new TravelError('noRoad', String(answer?.['message'] ?? code));
  if (!reply.ok || (typeof code === 'string' && code !== 'Ok')) {
    throw new TravelError('refused', `${reply.status} ${typeof code === 'string' ? code : ''}`.trim());
  }
  if (!answer || code !== 'Ok') throw new TravelError('wrongAnswer', 'no reply of OSRM');
  return answer;
}

function parsed(text: string): Answer | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Answer) : undefined;
  } catch {
    return undefined;
  }
}
