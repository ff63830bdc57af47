/** A small OSRM server on loopback: straight lines at 10 m/s, and the failures of a real one. */
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { greatCircle } from '../../server/travel/straight.ts';

export type Mood =
  | 'well'
  | 'refused'
  | 'failed'
  | 'slow'
  | 'gone'
  | 'html'
  | 'short'
  | 'noRoute'
  | 'noSegment'
  | 'holes';

export interface OsrmServer {
  url: string;
  mood: Mood;
  /** Requested paths with queries. */
  asked: URL[];
  stop(): void;
}

export async function startOsrm(): Promise<OsrmServer> {
  const asked: URL[] = [];
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://127.0.0.1');
    asked.push(url);
    if (osrm.mood === 'gone') request.socket.destroy();
    else if (osrm.mood !== 'slow') answer(osrm.mood, url, response);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const osrm: OsrmServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    mood: 'well',
    asked,
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
  return osrm;
}

const FAILURES: Partial<Record<Mood, [status: number, body: string]>> = {
  refused: [400, JSON.stringify({ code: 'InvalidQuery', message: 'Query string malformed' })],
  failed: [500, JSON.stringify({ code: 'Ok' })],
  html: [200, '<html>Login</html>'],
  noRoute: [400, JSON.stringify({ code: 'NoRoute', message: 'Impossible route between points' })],
  noSegment: [
    400,
    JSON.stringify({ code: 'NoSegment', message: 'Could not find a matching segment for coordinate 1' }),
  ],
};

function answer(mood: Mood, url: URL, response: ServerResponse): void {
  const [status, body] = FAILURES[mood] ?? [200, JSON.stringify(reply(mood, url))];
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(body);
}

function reply(mood: Mood, url: URL): object {
  const [, service, , , list = ''] = url.pathname.split('/');
  const places = list.split(';').map((pair) => {
    const [longitude = 0, latitude = 0] = pair.split(',').map(Number);
    return { latitude, longitude };
  });
  if (places.length > 100) return { code: 'TooBig' };
  if (service === 'route') return routeOf(places);
  const numbers = (name: string) => url.searchParams.get(name)!.split(';').map(Number);
  const table = numbers('sources').map((i) =>
    numbers('destinations').map((j) => greatCircle(places[i]!, places[j]!)),
  );
  if (mood === 'short') table.pop();
  const cells = (factor: number) =>
    table.map((row) => row.map((cell) => (mood === 'holes' && cell > 0 ? null : cell * factor)));
  return { code: 'Ok', durations: cells(0.1), distances: cells(1) };
}

function routeOf(places: { latitude: number; longitude: number }[]): object {
  const distance = places.reduce(
    (sum, place, i) => sum + (i > 0 ? greatCircle(places[i - 1]!, place) : 0),
    0,
  );
  const coordinates = places.map(({ latitude, longitude }) => [longitude, latitude]);
  return {
    code: 'Ok',
    routes: [{ distance, duration: distance / 10, geometry: { type: 'LineString', coordinates } }],
  };
}
