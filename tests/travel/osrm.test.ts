/** Travel times of an OSRM server, and of straight lines. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { osrmAt } from '../../server/travel/osrm.ts';
import { problemBody } from '../../server/core/problems.ts';
import { loadLocales } from '../../server/core/projectFiles.ts';
import { translator } from '../../server/core/texts.ts';
import { TRAVEL_FAILURES, TravelError, type Ban, type TravelFailure } from '../../server/travel/port.ts';
import { travelProblem } from '../../server/travel/problem.ts';
import { greatCircle, straightLines } from '../../server/travel/straight.ts';
import { travelTimes } from '../../server/travel/travel.ts';
import { startOsrm, type Mood, type OsrmServer } from './osrmServer.ts';

let osrm: OsrmServer;
beforeAll(async () => {
  osrm = await startOsrm();
});
beforeEach(() => {
  osrm.mood = 'well';
  osrm.asked.length = 0;
});
afterAll(() => osrm.stop());

const place = (i: number) => ({ latitude: 54 + (i % 17) / 100, longitude: 37 + i / 1000 });
const places = (count: number) => Array.from({ length: count }, (_, i) => place(i));
const ban: Ban = {
  geometry: {
    type: 'LineString',
    coordinates: [
      [37, 54],
      [37.1, 54],
    ],
  },
};

describe('an OSRM server', () => {
  it('returns a matrix, requested in blocks of its table size', async () => {
    const all = places(130);
    const { seconds, metres, count } = await osrmAt(osrm.url).matrix(all);
    expect(osrm.asked).toHaveLength(9);
    for (const [i, j] of [
      [0, 129],
      [129, 0],
      [49, 50],
      [77, 12],
      [5, 5],
    ] as const) {
      expect(metres[i * count + j]).toBeCloseTo(greatCircle(all[i]!, all[j]!), 3);
      expect(seconds[i * count + j]).toBeCloseTo(greatCircle(all[i]!, all[j]!) / 10, 3);
    }
  });

  it('returns a route with its line', async () => {
    const { geometry, metres, seconds } = await osrmAt(osrm.url).route(places(3));
    expect(geometry).toEqual(places(3));
    expect(seconds).toBeCloseTo(metres / 10);
    expect(osrm.asked[0]!.pathname).toBe('/route/v1/driving/37,54;37.001,54.01;37.002,54.02');
  });

  it('is asked to exclude tolls and ferries; traffic is added; closed roads are rejected', async () => {
    const travel = osrmAt(osrm.url);
    const free = await travel.route(places(2));
    expect(osrm.asked[0]!.searchParams.get('exclude')).toBeNull();
    const jam = await travel.route(places(2), { avoidTolls: true, avoidFerries: true, trafficHour: 8 });
    expect(osrm.asked[1]!.searchParams.get('exclude')).toBe('toll,ferry');
    expect(jam.seconds / free.seconds).toBeCloseTo(1.55);
    await expect(travel.matrix(places(2), { bans: [ban] })).rejects.toMatchObject({ failure: 'unsupported' });
    const over = { bans: [{ ...ban, until: new Date('2026-01-01') }], at: new Date('2026-02-01') };
    await expect(travel.matrix(places(2), over)).resolves.toBeDefined();
  });

  it('returns Infinity where there is no way', async () => {
    osrm.mood = 'holes';
    const { seconds } = await osrmAt(osrm.url).matrix(places(2));
    expect([...seconds]).toEqual([0, Infinity, Infinity, 0]);
  });

  it.each<[Mood, TravelFailure]>([
    ['refused', 'refused'],
    ['failed', 'refused'],
    ['slow', 'slow'],
    ['gone', 'gone'],
    ['html', 'wrongAnswer'],
    ['short', 'wrongAnswer'],
    ['noRoute', 'noWay'],
    ['noSegment', 'noRoad'],
  ])('that is %s is reported as %s', async (mood, failure) => {
    osrm.mood = mood;
    const travel = osrmAt(osrm.url, 300);
    await expect(travel.matrix(places(2))).rejects.toMatchObject({ name: 'TravelError', failure });
    if (mood !== 'short') await expect(travel.route(places(2))).rejects.toMatchObject({ failure });
  });

  it('that is not running is reported as gone', async () => {
    await expect(osrmAt('http://127.0.0.1:9').matrix(places(2))).rejects.toMatchObject({ failure: 'gone' });
  });
});

describe('straight lines', () => {
  const travel = straightLines({ roadFactor: 1.4, speed: 36 });

  it('are longer by a factor, at one speed', async () => {
    const [a, b] = [place(0), place(10)];
    const { metres, seconds, geometry } = await travel.route([a, b]);
    expect(metres).toBeCloseTo(greatCircle(a, b) * 1.4);
    expect(seconds).toBeCloseTo(metres / 10);
    expect(geometry).toEqual([a, b]);
    const matrix = await travel.matrix([a, b]);
    expect([...matrix.metres]).toEqual([0, metres, metres, 0]);
    expect((await travel.route([a, b], { trafficHour: 17 })).seconds / seconds).toBeCloseTo(1.6);
  });

  it('reject closed roads', async () => {
    await expect(travel.route(places(2), { bans: [ban] })).rejects.toMatchObject({ failure: 'unsupported' });
  });

  it('measure a degree of latitude correctly', () => {
    expect(greatCircle({ latitude: 54, longitude: 37 }, { latitude: 55, longitude: 37 })).toBeCloseTo(
      111_195,
      -1,
    );
  });
});

describe('a failure', () => {
  it('is an answer with a sentence in the language of the user', () => {
    for (const failure of TRAVEL_FAILURES) {
      for (const locale of ['ru', 'en'] as const) {
        const problem = travelProblem(new TravelError(failure, 'place 1'));
        const { status, message } = problemBody(problem, translator(loadLocales('.'), locale));
        expect([status, message]).toEqual([409, expect.stringMatching(/^[А-ЯA-Z][^.]+$/)]);
        expect(message).not.toContain('server.');
      }
    }
  });
});

describe('the provider', () => {
  const settings = { osrmUrl: undefined, demo: false, roadFactor: 1, speed: 36 };
  const abroad = [
    { latitude: 10, longitude: 10 },
    { latitude: 10, longitude: 10.01 },
  ];

  it('is OSRM if configured, else the roads of the demonstration, else straight lines', async () => {
    await travelTimes({ ...settings, osrmUrl: osrm.url, demo: true }).route(places(2));
    expect(osrm.asked).toHaveLength(1);
    await expect(travelTimes({ ...settings, demo: true }).route(abroad)).rejects.toMatchObject({
      failure: 'noRoad',
    });
    expect((await travelTimes(settings).route(abroad)).metres).toBeCloseTo(
      greatCircle(abroad[0]!, abroad[1]!),
    );
  });
});
