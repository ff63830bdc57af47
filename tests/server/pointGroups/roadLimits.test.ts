/** Way restrictions and road closures through the API; the closure service answers, refuses, is slow or down. */
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { spec } from '../../spec/spec.ts';
import { closuresAt } from '../../../server/integrations/closures.ts';
import { exchangeClosures } from '../../../server/modules/pointGroups/roadClosures.ts';
import type { RoadClosure, WayRestriction } from '../../../schemas/generated/api.ts';
import { signIn, startTestServer, type Client, type ProblemReply, type TestServer } from '../support.ts';

let server: TestServer;
let planner: Client;
beforeAll(async () => {
  server = await startTestServer({ scale: 0.02 });
  planner = await signIn(server, 'planner');
});
afterAll(() => server.close());

const line = {
  type: 'LineString',
  coordinates: [
    [40, 55],
    [40.01, 55.01],
  ],
};

describe('way restrictions', () => {
  it('are saved with a line or an area, a period and hours', async () => {
    const word = { name: 'TRUCK', caption: '' };
    const good = { name: 'Запрет', transportType: word, geometry: line, beginDate: '2026-05-01' };
    const save = (more: object) =>
      planner.post<WayRestriction & ProblemReply>('/way-restriction', { ...good, ...more });
    const saved = await save({
      timeFrom: '07:00',
      timeTo: '10:00',
      weekDays: [{ name: 'MONDAY', caption: '' }],
    });
    expect([saved.status, saved.body]).toMatchObject([
      200,
      { geometry: line, endDate: null, timeFrom: '07:00' },
    ]);
    const crossed = [
      [0, 0],
      [1, 1],
      [1, 0],
      [0, 1],
      [0, 0],
    ];
    for (const wrong of [
      { endDate: '2026-04-01' },
      { timeFrom: '10:00', timeTo: '07:00' },
      { timeFrom: '10:00' },
      { geometry: { type: 'LineString', coordinates: [[40, 55]] } },
      { geometry: { type: 'LineString', coordinates: ['a', 'b'] } },
      { geometry: { type: 'Polygon', coordinates: [crossed] } },
      { geometry: { type: 'Polygon', coordinates: [] } },
    ])
      expect([wrong, (await save(wrong)).status]).toEqual([wrong, 400]);
    const reader = await signIn(server, 'logist');
    expect((await reader.post('/way-restriction', good)).status).toBe(403);
    const found = await reader.get<{ list: WayRestriction[] }>('/way-restriction/paging', {
      query: 'Запрет',
      filter: { transportTypes: ['TRUCK'], onDate: '2026-06-01' },
    });
    expect(found.body.list.map(({ id }) => id)).toContain(saved.body.id);
  });
});

describe('road closures', () => {
  const serviceIs = (address: string | null) =>
    server.pool.query(
      `update app_properties set value = $1 where name = 'roadClosure.service' and instance_id is not null`,
      [address],
    );
  beforeEach(async () => {
    await server.pool.query('delete from road_closures');
    await serviceIs('demo:accepts');
  });
  const make = async () =>
    (
      await planner.post<RoadClosure>('/road-closure', {
        reason: 'Ремонт',
        geometry: line,
        beginTime: '2026-11-20T05:00:00Z',
      })
    ).body;
  const read = async (id: string) => (await planner.get<RoadClosure>(`/road-closure/${id}`)).body;
  const act = (id: string, action: string) =>
    planner.post<RoadClosure & ProblemReply>(`/road-closure/${id}/${action}`);
  const sync = () =>
    planner.post<{ sent: number; confirmed: number; failed: number } & ProblemReply>('/road-closure/sync');
  const offered = async (id: string) =>
    (await planner.get<{ code: string }[]>('/road-closure/transitions', { roadClosureIds: [id] })).body.map(
      ({ code }) => code,
    );

  it('are blocked, confirmed, edited, unblocked and deleted according to their marks', async () => {
    spec('S-017', 'S-018', 'B-189', 'B-190', 'B-016');
    const { id } = await make();
    const mark = async () => (await read(id)).mark.name;
    expect([await mark(), await offered(id)]).toEqual(['NEW', ['block']]);
    expect((await act(id, 'unblock')).status).toBe(409);
    expect((await act(id, 'block')).body.mark.name).toBe('TO_ADD');
    expect((await act(id, 'block')).status).toBe(409);
    expect((await planner.delete(`/road-closure/${id}`)).status).toBe(409);
    expect((await sync()).body).toEqual({ sent: 1, confirmed: 0, failed: 0 });
    expect([await mark(), await offered(id)]).toEqual(['SENT', []]);
    // No changes while the service decides.
    const edit = async () =>
      planner.post('/road-closure', {
        id,
        version: (await read(id)).version,
        reason: 'Авария',
        geometry: line,
        beginTime: '2026-11-20T05:00:00Z',
      });
    expect((await edit()).status).toBe(409);
    expect((await sync()).body.confirmed).toBe(1);
    expect([await mark(), await offered(id)]).toEqual(['CONFIRMED', ['unblock']]);
    const number = (await read(id)).serviceNumber;
    expect((await edit()).status).toBe(200);
    expect(await mark()).toBe('TO_ADD');
    await sync();
    await sync();
    expect(await read(id)).toMatchObject({ mark: { name: 'CONFIRMED' }, serviceNumber: number });
    expect((await act(id, 'unblock')).body.mark.name).toBe('TO_DELETE');
    expect((await planner.delete(`/road-closure/${id}`)).status).toBe(409);
    await sync();
    expect(await mark()).toBe('SENT_TO_DELETION');
    await sync();
    expect(await read(id)).toMatchObject({ mark: { name: 'NEW' }, serviceNumber: null });
    expect((await planner.delete(`/road-closure/${id}`)).status).toBe(204);
  });

  it('store why an exchange failed, are retried later, and succeed once the service is back', async () => {
    spec('M-060');
    const { id } = await make();
    await act(id, 'block');
    for (const [address, failure] of [
      ['demo:refused', 'REFUSED'],
      ['demo:gone', 'GONE'],
      [null, 'GONE'],
    ] as const) {
      await serviceIs(address);
      const answer = await sync();
      expect([answer.status, answer.body.code, answer.body.message]).toEqual([
        502,
        'closureService',
        expect.stringContaining('доступности службы'),
      ]);
      expect(await read(id)).toMatchObject({ failure, mark: { name: 'TO_ADD' } });
    }
    expect((await read(id)).tries).toBe(3);
    // The scheduled job waits longer after each failure.
    expect(await exchangeClosures(server.db)).toEqual({ sent: 0, confirmed: 0, failed: 0 });
    await serviceIs('demo:accepts');
    await server.pool.query(`update road_closures set next_try_time = now() - interval '1 second'`);
    expect(await exchangeClosures(server.db)).toMatchObject({ sent: 1, failed: 0 });
    expect(await read(id)).toMatchObject({ failure: null, tries: 0, mark: { name: 'SENT' } });
  });

  it('are exchanged over HTTP, after a health check, with a service that may be slow or refuse', async () => {
    const asked: string[] = [];
    let mood = 'well';
    const body = async (request: IncomingMessage) => {
      let text = '';
      for await (const part of request) text += String(part);
      return text;
    };
    const service = createServer(async (request, response) => {
      asked.push(`${request.method} ${request.url}`);
      const sent = await body(request);
      if (mood === 'refuses') return response.writeHead(403).end();
      if (mood === 'slow') return undefined;
      if (request.method === 'POST')
        expect(JSON.parse(sent)).toMatchObject({ reason: 'Ремонт', geometry: line });
      const reply = request.method === 'GET' ? { status: 'CONFIRMED' } : { number: 'N/1' };
      return response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(reply));
    });
    await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
    const address = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
    try {
      await serviceIs(address);
      const { id } = await make();
      await act(id, 'block');
      await sync();
      await sync();
      expect(asked).toEqual(['GET /health', 'POST /closures', 'GET /health', 'GET /closures/N%2F1']);
      expect(await read(id)).toMatchObject({ mark: { name: 'CONFIRMED' }, serviceNumber: 'N/1' });
      mood = 'refuses';
      await expect(closuresAt(address).available()).rejects.toThrow('REFUSED');
      mood = 'slow';
      await expect(closuresAt(address, 50).available()).rejects.toThrow('SLOW');
    } finally {
      service.closeAllConnections();
      service.close();
    }
    await expect(closuresAt(address).available()).rejects.toThrow('GONE');
  });
});
