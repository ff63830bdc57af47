/** External conditions of calculations: closed roads, which outdate solutions, and a VROOM server. */
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type {
  RoadClosure,
  UnplannedItem,
  VRoute,
  VRouteStop,
  WayRestriction,
} from '../../schemas/generated/api.ts';
import type { Position, Shape } from '../../server/geometry/shapes.ts';
import { onRoads } from '../../server/travel/onRoads.ts';
import { spec } from '../spec/spec.ts';
import { JobNodes } from './jobs/nodes.ts';
import { kindsWith } from './jobs/productKinds.ts';
import { Plans } from './plans.ts';
import { dayOf, signIn, startTestServer, type Client, type TestServer } from './support.ts';

let server: TestServer;
let planner: Client;
let plans: Plans;
let nodes: JobNodes;

beforeAll(async () => {
  server = await startTestServer({ scale: 0.1 });
  planner = await signIn(server, 'planner');
  plans = new Plans(planner);
  nodes = new JobNodes(server);
  // Only roads that a test closes are closed.
  await server.pool.query('delete from way_restrictions');
  await server.pool.query('delete from road_closures');
});
afterEach(() => nodes.close());
afterAll(() => server.close());

const DAY_MS = 86_400_000;
const WEEK = ['SUNDAY', 'MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY'];
const word = (name: string) => ({ name, caption: '' });
const around = ([longitude, latitude]: readonly number[], degrees: number): Shape => {
  const corner = (x: number, y: number): Position => [
    longitude! + x * degrees * 1.7,
    latitude! + y * degrees,
  ];
  const ring = [corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1), corner(-1, -1)];
  return { type: 'Polygon', coordinates: [ring] };
};
const restrict = async (change: object) => {
  const day = dayOf(Date.now() - DAY_MS);
  const save = { name: 'Знак', transportType: word('ALL'), beginDate: day, ...change };
  const answer = await planner.post<WayRestriction>('/way-restriction', save);
  expect([answer.status, answer.body]).toMatchObject([200, { version: 1 }]);
  return answer.body;
};
/** Returns a part of a route whose closure requires a longer way; in a grid of streets many can be bypassed. */
async function detour({ line }: VRoute, stops: readonly VRouteStop[]) {
  const places = stops.flatMap(({ latitude, longitude }) =>
    latitude === null || longitude === null ? [] : [{ latitude, longitude }],
  );
  const travel = onRoads();
  const open = await travel.route(places);
  const points = line!.coordinates;
  for (const size of [0.0006, 0.0012, 0.002, 0.003])
    for (let part = 1; part < 12; part += 1) {
      const middle = points[Math.floor((points.length * part) / 12)]!;
      const bans = [{ geometry: around(middle, size) }];
      const round = await travel.route(places, { bans }).catch(() => undefined);
      if (round && round.metres > open.metres + 200) return { middle, size };
    }
  throw new Error('No part of the route needs a way round');
}
const needs = async (id: string) => {
  const { needsRecalculation } = await plans.read(id);
  await server.pool.query('update solutions set needs_recalculation = false where id = $1', [id]);
  return needsRecalculation;
};

describe('closed roads', () => {
  it('make a route longer for the transport that they are closed to, and cut off a stand without another road', async () => {
    spec('B-171', 'C-043');
    await nodes.start();
    const hypothesis = await plans.copy({ tasks: 1, units: 1, setting: { trafficJams: false } });
    const open = await plans.solve(hypothesis.id);
    expect(open).toMatchObject({ unplannedCount: 0, notConsidered: [] });
    const [route] = await plans.part<VRoute[]>(open.id, 'v-route/list');
    const stops = await plans.part<VRouteStop[]>(open.id, 'stop/list');
    const { middle, size } = await detour(route!, stops);
    const geometryOf = around(middle, size);
    const barred = await restrict({ geometry: geometryOf, transportType: word('TRAILER') });
    // The vehicle has no trailer: the same route, though the road is closed to others.
    const same = await plans.solve(hypothesis.id);
    expect(same.distance).toBeCloseTo(open.distance, 2);
    const { id, version, name, geometry, beginDate } = barred;
    const all = { id, version, name, geometry, beginDate, transportType: word('HEAVY_TRUCK') };
    expect((await planner.post('/way-restriction', all)).status).toBe(200);
    expect(await needs(same.id)).toBe(true);
    const round = await plans.solve(hypothesis.id);
    expect(round.unplannedCount).toBe(0);
    expect(round.distance).toBeGreaterThan(open.distance + 0.05);
    const [bent] = await plans.part<VRoute[]>(round.id, 'v-route/list');
    const inside = ([x, y]: readonly number[]) =>
      Math.abs(x! - middle[0]!) < size * 1.6 && Math.abs(y! - middle[1]!) < size * 0.95;
    expect(route!.line!.coordinates.some(inside)).toBe(true);
    expect(bent!.line!.coordinates.some(inside)).toBe(false);

    const [task] = await plans.tasks(hypothesis.id);
    const { rows } = await server.pool.query<{ place: [number, number] }>(
      'select array[longitude, latitude] as place from visit_points where id = $1',
      [task!.stand.id],
    );
    const [x, y] = rows[0]!.place;
    const closure = await planner.post<RoadClosure>('/road-closure', {
      reason: 'Провал грунта',
      geometry: {
        type: 'LineString',
        coordinates: [
          [x, y],
          [x + 0.001, y],
        ],
      },
      beginTime: new Date(Date.now() - DAY_MS).toISOString(),
    });
    expect(closure.status).toBe(200);
    // A draft closes no road.
    expect(await needs(round.id)).toBe(false);
    await server.pool.query(`update road_closures set mark = 'CONFIRMED' where id = $1`, [closure.body.id]);
    expect(await needs(round.id)).toBe(true);
    await server.pool.query(`delete from road_closures where id = $1`, [closure.body.id]);
    expect(await needs(round.id)).toBe(true);
    await restrict({ geometry: around(rows[0]!.place, 0.002) });
    const cut = await plans.solve(hypothesis.id);
    expect(cut).toMatchObject({ status: { name: 'SUCCESS' }, unplannedCount: 1, vehicleCount: 0 });
    const [left] = await plans.part<UnplannedItem[]>(cut.id, 'unplanned-v-task-items');
    expect(left!.reasons.map((reason) => reason.name)).toEqual(['INSUFFICIENT_TIME']);
    expect(left!.mend).toMatch(/дороги к площадке закрыты/);
  });

  it('outdate solutions of their days and week days, once their geometry changes', async () => {
    const { rows } = await server.pool.query<{ id: string; day: string }>(
      `select s.id, d.day::text as day from solutions s join v_days d on d.hypothesis_id = s.hypothesis_id
       where s.hypothesis_id = $1 order by s.create_time desc limit 1`,
      [(await plans.source()).id],
    );
    const [{ id, day }] = rows as [{ id: string; day: string }];
    await needs(id);
    const later = (days: number) => new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
    const geometry = around([37.6, 54.2], 0.001);
    const long = { beginDate: later(-30) };
    await restrict({ geometry, ...long, endDate: later(-1) });
    await restrict({ geometry, beginDate: later(2) });
    const other = WEEK[(new Date(day).getUTCDay() + 3) % 7]!;
    await restrict({ geometry, ...long, weekDays: [word(other)] });
    expect(await needs(id)).toBe(false);
    const own = await restrict({ geometry, ...long, weekDays: [word(WEEK[new Date(day).getUTCDay()]!)] });
    expect(await needs(id)).toBe(true);
    const { weekDays, transportType, beginDate } = own;
    const save = { id: own.id, geometry, beginDate, weekDays, transportType };
    const renamed = { ...save, version: 1, name: 'Другой знак', comment: 'Проверен' };
    expect((await planner.post('/way-restriction', renamed)).status).toBe(200);
    expect(await needs(id)).toBe(false);
    const moved = { ...renamed, version: 2, geometry: around([37.7, 54.2], 0.001) };
    expect((await planner.post('/way-restriction', moved)).status).toBe(200);
    expect(await needs(id)).toBe(true);
    expect((await planner.delete(`/way-restriction/${own.id}`)).status).toBe(204);
    expect(await needs(id)).toBe(true);
    // The setting with the default hours of tasks.
    await server.pool.query(
      `insert into app_properties (instance_id, name, value, type)
       select instance_id, 'hypothesis.vTaskItem.defaultTimeWindow', '06:00/22:00', 'Interval'
       from solutions where id = $1`,
      [id],
    );
    expect(await needs(id)).toBe(true);
  });
});

describe('a VROOM server instead of the solver', () => {
  /** Handler of the stand-in; it replies according to the problem. */
  type Answer = (problem: VroomProblem, reply: ServerResponse) => void;
  interface VroomProblem {
    jobs: { id: number; skills?: number[] }[];
    vehicles: { id: number; skills?: number[] }[];
    matrices: Record<string, { durations: number[][] }>;
  }
  let answer: Answer;
  let stand: Server;
  let url: string;
  const asked: VroomProblem[] = [];

  beforeAll(async () => {
    await server.pool.query('delete from way_restrictions');
    stand = createServer((request, reply) => {
      let text = '';
      request.on('data', (piece: Buffer) => (text += piece.toString()));
      request.on('end', () => {
        const problem = JSON.parse(text) as VroomProblem;
        asked.push(problem);
        answer(problem, reply);
      });
    });
    await new Promise<void>((resolve) => stand.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(stand.address() as AddressInfo).port}`;
  });
  afterAll(() => stand.close());

  const say = (reply: ServerResponse, body: unknown, status = 200) =>
    reply.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  /** All jobs on the first vehicle, from the last to the first. */
  const backwards: Answer = ({ jobs, vehicles }, reply) =>
    say(reply, {
      code: 0,
      summary: { cost: 1, routes: 1, unassigned: 0 },
      unassigned: [],
      routes: [
        {
          vehicle: vehicles[0]!.id,
          cost: 1,
          steps: jobs.toReversed().map(({ id }) => ({ type: 'job', id, arrival: 0 })),
        },
      ],
    });
  const solve = async (patienceMs = 30_000, address = url) => {
    await nodes.start({}, undefined, kindsWith({ vroom: { url: address, patienceMs } }));
    const hypothesis = await plans.copy({ tasks: 4, units: 2 });
    return plans.solve(hypothesis.id);
  };

  it('decides vehicles and order; our model adds the unloadings and lists what was not considered', async () => {
    answer = backwards;
    const solution = await solve();
    expect(solution).toMatchObject({ status: { name: 'SUCCESS' }, vehicleCount: 1, unplannedCount: 0 });
    expect(solution.notConsidered.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['RUNS', 'DRIVING_BREAKS', 'OBJECTIVE']),
    );
    const stops = await plans.part<VRouteStop[]>(solution.id, 'stop/list');
    expect(stops.map(({ kind }) => kind.name)).toContain('UNLOADING');
    // The stand-in reversed the jobs, which are in the order of their tasks' ids; tasks of a stand are one job.
    const tasks = stops.flatMap(({ vTaskItemId }) => vTaskItemId ?? []);
    expect(tasks[0]! > tasks.at(-1)!).toBe(true);
    expect(asked.at(-1)!.matrices).toBeDefined();
  });

  it.each([
    ['refuses the problem', (_, reply) => say(reply, { code: 2, error: 'no' }, 400), /отклонил/],
    ['answers something else', (_, reply) => say(reply, { hello: 1 }), /не решением/],
    ['breaks off', (_, reply) => reply.destroy(), /недоступен/],
    ['is slow', () => undefined, /вовремя/],
  ] as [string, Answer, RegExp][])('that %s ends the solution with that reason', async (_, how, words) => {
    answer = how;
    const solution = await solve(words.source === 'вовремя' ? -500 : undefined);
    expect([solution.status.name, solution.error]).toEqual(['ERROR', expect.stringMatching(words)]);
    // The plan is unchanged, and it can be calculated again.
    expect(await plans.tasks(solution.hypothesisId)).toHaveLength(4);
    expect((await planner.post(`/solution/${solution.id}/recalculate`)).status).toBe(200);
  });
});
