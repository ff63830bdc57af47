/** Travel times on the road graph of a demo town. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { Position } from '../../server/geometry/shapes.ts';
import { BRIDGE, FERRY, ROAD_CLASSES, SPEEDS, TOLL, TOLL_SPEED } from '../../server/roads/classes.ts';
import { edgeLine } from '../../server/roads/graph.ts';
import type { Place } from '../../server/roads/plane.ts';
import { townOf } from '../../server/roads/towns.ts';
import { Random } from '../../server/core/random.ts';
import { onRoads } from '../../server/travel/onRoads.ts';
import { TravelError, type Ban } from '../../server/travel/port.ts';
import { greatCircle } from '../../server/travel/straight.ts';

const town = townOf('ecoregion');
const { graph, plane } = town;
const travel = onRoads();
const random = new Random(5);
const placeOf = (spot: number): Place => plane.toDegrees([town.spots[spot]!.x, town.spots[spot]!.y]);
const somewhere = () => placeOf(random.int(0, town.spots.length - 1));
const middleOf = (edge: number): Place => {
  const [x1, y1, x2, y2] = edgeLine(graph, edge);
  return plane.toDegrees([(x1 + x2) / 2, (y1 + y2) / 2]);
};
const edgesWith = (flag: number) => [...graph.edgeFrom.keys()].filter((e) => graph.edgeFlags[e]! & flag);

describe('the matrix', () => {
  const places = Array.from({ length: 12 }, somewhere);
  let seconds: Float64Array;
  let metres: Float64Array;
  beforeAll(async () => ({ seconds, metres } = await travel.matrix(places)));

  it('equals the result of Floyd and Warshall over the whole graph', async () => {
    // On the nodes of one settlement, where no way outside and back is quicker than a street within.
    const area = town.areas.find(({ name }) => name === 'с. Никольское')!;
    const nodes = [...graph.nodeX.keys()].filter(
      (n) =>
        Math.hypot(graph.nodeX[n]! - area.x, graph.nodeY[n]! - area.y) < 900 &&
        graph.firstArc[n + 1]! > graph.firstArc[n]!,
    );
    const number = new Map(nodes.map((node, i) => [node, i]));
    const times = nodes.map((_, i) => nodes.map((__, j) => (i === j ? 0 : Infinity)));
    for (const e of graph.edgeFrom.keys()) {
      const [a, b] = [number.get(graph.edgeFrom[e]!), number.get(graph.edgeTo[e]!)];
      if (a === undefined || b === undefined) continue;
      const kmh = graph.edgeFlags[e]! & TOLL ? TOLL_SPEED : SPEEDS[ROAD_CLASSES[graph.edgeClass[e]!]!];
      times[a]![b] = times[b]![a] = (graph.edgeMetres[e]! / kmh) * 3.6;
    }
    for (const k of nodes.keys())
      for (const i of nodes.keys())
        for (const j of nodes.keys()) times[i]![j] = Math.min(times[i]![j]!, times[i]![k]! + times[k]![j]!);
    const at = nodes.map((n) => plane.toDegrees([graph.nodeX[n]!, graph.nodeY[n]!]));
    const found = await travel.matrix(at);
    expect(nodes.length).toBeGreaterThan(20);
    for (const i of nodes.keys())
      for (const j of nodes.keys())
        expect(found.seconds[i * nodes.length + j]!).toBeCloseTo(times[i]![j]!, 0);
  });

  it('meets the triangle inequality, and no way is shorter than the straight line', () => {
    const n = places.length;
    for (let i = 0; i < n; i += 1)
      for (let j = 0; j < n; j += 1) {
        if (i === j) continue;
        expect(metres[i * n + j]!).toBeGreaterThan(greatCircle(places[i]!, places[j]!) * 0.99);
        // 7 km an hour at the slowest and 90 at the fastest.
        expect((metres[i * n + j]! / seconds[i * n + j]!) * 3.6).toBeLessThan(90);
        expect((metres[i * n + j]! / seconds[i * n + j]!) * 3.6).toBeGreaterThan(7);
        for (let k = 0; k < n; k += 1) {
          if (k === i || k === j) continue;
          // Through k a vehicle leaves the road and returns to it: a few metres of yard.
          expect(seconds[i * n + j]!).toBeLessThanOrEqual(seconds[i * n + k]! + seconds[k * n + j]! + 0.001);
        }
      }
  });

  it('agrees with the route of each pair', async () => {
    const n = places.length;
    for (const [i, j] of [
      [0, 1],
      [4, 9],
      [11, 2],
    ] as const) {
      const route = await travel.route([places[i]!, places[j]!]);
      expect(route.seconds).toBeCloseTo(seconds[i * n + j]!, 3);
      expect(route.metres).toBeCloseTo(metres[i * n + j]!, 3);
    }
  });

  it('of 300 places takes at most two seconds, and is cached the second time', async () => {
    const many = Array.from({ length: 300 }, somewhere);
    // Both kinds of time include other work on the machine: the smaller one is more accurate.
    const [cpu, begun] = [process.cpuUsage(), performance.now()];
    const made = await travel.matrix(many);
    const used = process.cpuUsage(cpu).user / 1e6;
    expect(Math.min(used, (performance.now() - begun) / 1000)).toBeLessThan(2);
    expect(await travel.matrix(many)).toBe(made);
    expect([...made.seconds].every(Number.isFinite)).toBe(true);
  });
});

describe('a route', () => {
  it('is a line from place to place with the reported length', async () => {
    const [a, b, c] = [somewhere(), somewhere(), somewhere()];
    const { geometry, metres } = await travel.route([a, b, c]);
    expect(geometry[0]).toEqual(a);
    expect(geometry.at(-1)).toEqual(c);
    expect(geometry).toContainEqual(b);
    const length = geometry.reduce(
      (sum, place, i) => sum + (i ? greatCircle(geometry[i - 1]!, place) : 0),
      0,
    );
    expect(Math.abs(length - metres)).toBeLessThan(metres * 0.01 + 5);
  });

  it('takes longer at eight in the morning than at night', async () => {
    const pair = [placeOf(0), placeOf(town.spots.length - 40)];
    const [night, morning] = [
      await travel.route(pair, { trafficHour: 3 }),
      await travel.route(pair, { trafficHour: 8 }),
    ];
    expect(morning.seconds).toBeGreaterThan(night.seconds * 1.1);
  });

  it('avoids toll roads and ferries when they are excluded', async () => {
    const tolls = edgesWith(TOLL);
    const pair = [middleOf(tolls[2]!), middleOf(tolls.at(-3)!)];
    const [open, free] = [await travel.route(pair), await travel.route(pair, { avoidTolls: true })];
    expect(free.seconds).toBeGreaterThan(open.seconds * 1.2);
    const [ferry] = edgesWith(FERRY);
    const [from, to] = [graph.edgeFrom[ferry!]!, graph.edgeTo[ferry!]!];
    const banks = [from, to].map((n) => plane.toDegrees([graph.nodeX[n]!, graph.nodeY[n]!]));
    const [across, round] = [await travel.route(banks), await travel.route(banks, { avoidFerries: true })];
    expect(round.metres).toBeGreaterThan(across.metres * 2);
  });
});

describe('closed roads', () => {
  const [bridge] = edgesWith(BRIDGE).filter((e) => Math.hypot(...edgeLine(graph, e).slice(0, 2)) < 4000);
  const [x1, y1, x2, y2] = edgeLine(graph, bridge!);
  const ends = [plane.toDegrees([x1, y1]), plane.toDegrees([x2, y2])] as const;
  const position = ({ latitude, longitude }: Place): Position => [longitude, latitude];
  const line: Ban = { geometry: { type: 'LineString', coordinates: ends.map(position) } };
  const direct = () => travel.route(ends);

  it('along a line are avoided, and closures elsewhere change nothing', async () => {
    const [open, round] = [await direct(), await travel.route(ends, { bans: [line] })];
    expect(round.metres).toBeGreaterThan(open.metres * 2);
    // A closure elsewhere changes nothing.
    const beside = [somewhere(), somewhere()];
    const away: Ban = {
      geometry: {
        type: 'LineString',
        coordinates: [
          [30, 50],
          [30.1, 50],
        ],
      },
    };
    expect((await travel.route(beside, { bans: [away] })).seconds).toBe((await travel.route(beside)).seconds);
  });

  it('within an area are avoided', async () => {
    const [lon, lat] = position(plane.toDegrees([(x1 + x2) / 2, (y1 + y2) / 2]));
    const d = 0.0004;
    const ring = [
      [lon - d, lat - d],
      [lon + d, lat - d],
      [lon + d, lat + d],
      [lon - d, lat + d],
      [lon - d, lat - d],
    ];
    const ban: Ban = { geometry: { type: 'Polygon', coordinates: [ring as unknown as Position[]] } };
    expect((await travel.route(ends, { bans: [ban] })).metres).toBeGreaterThan((await direct()).metres * 2);
  });

  it('apply only to their vehicles and their time', async () => {
    const open = (await direct()).metres;
    const ban = {
      ...line,
      vehicleTypes: ['TIPPER'],
      from: new Date('2026-03-01'),
      until: new Date('2026-04-01'),
    };
    const metres = async (vehicleType: string, at: string) =>
      (await travel.route(ends, { bans: [ban], vehicleType, at: new Date(at) })).metres;
    expect(await metres('TIPPER', '2026-03-10')).toBeGreaterThan(open * 2);
    expect(await metres('WASHER', '2026-03-10')).toBe(open);
    expect(await metres('TIPPER', '2026-02-28')).toBe(open);
    expect(await metres('TIPPER', '2026-04-01')).toBe(open);
  });

  it('around a place do not fail its matrix; a place away from all roads is reported', async () => {
    const site = town.spots[town.sites[0]!.spot]!;
    const inside = plane.toDegrees([site.x, site.y]);
    const [lon, lat] = position(inside);
    const far = 0.012;
    // A frame round the landfill: a road in its middle stays open, all roads to it are closed.
    const frame = (a: number, b: number): Ban => ({
      geometry: {
        type: 'Polygon',
        coordinates: [
          [
            [lon - a, lat - b],
            [lon + a, lat - b],
            [lon + a, lat + b],
            [lon - a, lat + b],
            [lon - a, lat - b],
          ],
        ],
      },
    });
    const closed = frame(far, far);
    const options = { bans: [closed] };
    await expect(travel.matrix([inside, somewhere()], options)).resolves.toBeDefined();
    await expect(travel.route([{ latitude: 0, longitude: 0 }, inside])).rejects.toMatchObject({
      failure: 'noRoad',
    });
    const abroad = { latitude: 60, longitude: 30 };
    await expect(travel.route([inside, abroad])).rejects.toThrow(TravelError);
  });
});
