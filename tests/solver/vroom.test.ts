/** The client of a VROOM server: the request it sends, and each way in which the server can fail. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { check } from '../../server/solver/check.ts';
import { toVroom } from '../../server/solver/toVroom.ts';
import { solveByVroom, VroomError } from '../../server/solver/vroomClient.ts';
import { randomProblem } from './randomProblem.ts';

const PROBLEM = check({
  jobs: [
    { id: 1, location_index: 1, container_type: 'euro', pickup: [1.5], time_windows: [[0.5, 99.5]] },
    { id: 2, location_index: 2, sequence: { group: 'a', order: 1 }, locked_vehicle: 5 },
  ],
  vehicles: [
    {
      id: 4,
      start_index: 0,
      capacity: [10],
      container_types: ['euro'],
      unloading_ids: [7],
      costs: { per_run: 3 },
    },
    { id: 5, start_index: 0, capacity: [10], container_types: ['bunker'] },
  ],
  matrices: { car: { durations: [[0, 1.2, 2], [1, 0, 3], [2, 3, 0]] } }, // prettier-ignore
  unloadings: [{ id: 7, location_index: 0 }],
});
const ANSWER = {
  code: 0,
  summary: { cost: 3, routes: 1, unassigned: 1 },
  unassigned: [{ id: 2, type: 'job' }],
  routes: [
    {
      vehicle: 4,
      cost: 3,
      steps: [
        { type: 'start', arrival: 0 },
        { type: 'job', id: 1, arrival: 1 },
      ],
    },
  ],
};

const closing: (() => void)[] = [];
afterEach(() => closing.splice(0).forEach((close) => close()));

/** Starts a server with this answer; returns its address. */
async function standIn(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<string> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const json = (status: number, body: unknown) =>
  standIn((_, response) => response.writeHead(status).end(JSON.stringify(body)));

it('the VROOM client sends what VROOM supports and lists what it does not', async () => {
  let sent = '';
  const url = await standIn(async (request, response) => {
    for await (const piece of request) sent += String(piece);
    response.end(JSON.stringify(ANSWER));
  });
  const { solution, notConsidered } = await solveByVroom(url, PROBLEM);
  expect(solution.routes[0]?.vehicle).toBe(4);
  const input = JSON.parse(sent) as ReturnType<typeof toVroom>['input'];
  expect(input.jobs[0]).toMatchObject({ id: 1, pickup: [1500], time_windows: [[1, 99]] });
  expect(input.matrices['car']?.['durations']?.[0]).toEqual([0, 2, 2]);
  const skills = (list: Record<string, unknown>[], i: number) => list[i]!['skills'] as number[];
  const can = (vehicle: number, job: number) =>
    skills(input.jobs, job).every((one) => skills(input.vehicles, vehicle).includes(one));
  expect([can(0, 0), can(1, 0), can(0, 1), can(1, 1)]).toEqual([true, false, false, true]);
  expect(notConsidered).toEqual([
    'unloadings: VROOM plans one run a vehicle, without unloading on the way',
    'jobs[1].sequence: VROOM keeps no order',
    'vehicles[0].unloading_ids: the vehicle is planned for one run',
    'vehicles[0].costs.per_run: VROOM has no such cost',
  ]);
});

it('the VROOM client sends only integers where VROOM requires them', () => {
  const { input } = toVroom(check(randomProblem(3)));
  const odd = JSON.stringify(input.jobs).match(/\d\.\d/);
  expect(odd).toBeNull();
});

it.each([
  ['refused', 400, { code: 2, error: 'Invalid skills.' }, /Invalid skills/],
  ['refused', 200, { code: 2, error: 'Invalid skills.' }, /Invalid skills/],
  ['refused', 413, {}, /status 413/],
  ['gone', 502, {}, /status 502/],
  ['wrongAnswer', 200, { code: 0 }, /no solution/],
  ['wrongAnswer', 200, { ...ANSWER, unassigned: [] }, /job 2 is neither/],
  [
    'wrongAnswer',
    200,
    { ...ANSWER, unassigned: [{ id: 1, type: 'job' }] },
    /job 1 is not of the problem, or stands twice/,
  ],
  ['wrongAnswer', 200, { ...ANSWER, routes: [{ ...ANSWER.routes[0], vehicle: 9 }] }, /vehicle 9/],
] as const)('%s: status %i, %j', async (fault, status, body, message) => {
  const error = await solveByVroom(await json(status, body), PROBLEM).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(VroomError);
  expect(error).toMatchObject({ fault, message: expect.stringMatching(message) as string });
});

it('the VROOM client reports answers that are not JSON, timeouts, broken connections and cancellation', async () => {
  const text = await standIn((_, response) => response.end('<html>'));
  await expect(solveByVroom(text, PROBLEM)).rejects.toMatchObject({ fault: 'wrongAnswer' });
  const silent = await standIn(() => undefined);
  await expect(solveByVroom(silent, PROBLEM, { timeout: 50 })).rejects.toMatchObject({ fault: 'slow' });
  const broken = await standIn((request) => request.socket.destroy());
  await expect(solveByVroom(broken, PROBLEM)).rejects.toMatchObject({ fault: 'gone' });
  await expect(solveByVroom('http://127.0.0.1:9', PROBLEM)).rejects.toMatchObject({ fault: 'gone' });
  const signal = AbortSignal.abort(new Error('no longer wanted'));
  await expect(solveByVroom(silent, PROBLEM, { signal })).rejects.toThrow('no longer wanted');
});
