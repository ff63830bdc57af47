/** Positions of vehicles, as devices send them, are published to viewers of the map of stands. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Listener, type Told } from '../live/listener.ts';
import { signIn, startTestServer, type Client, type TestServer } from '../support.ts';

interface Place {
  id: string;
  latitude: number;
  longitude: number;
  time: string;
}
interface Message {
  index: string;
  batch: boolean;
  dto: Place[];
}

let server: TestServer;
let admin: Client;
let inspector: Client;
let home: string;
let mounted: { device: string; vehicle: string }[];
const open: Listener[] = [];

const rows = async <Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> =>
  (await server.pool.query<Row>(text, values)).rows;
const written = () =>
  rows<Message>(
    `select index, batch, dto from live_messages where broadcast = 'vehiclePosition' order by index = '*'`,
  );

beforeAll(async () => {
  server = await startTestServer({ scale: 0.1 });
  [admin, inspector] = await Promise.all([signIn(server, 'admin'), signIn(server, 'inspector')]);
  [{ home }] = (await rows<{ home: string }>(
    `select instance_id as home from accounts where login = 'admin'`,
  )) as [{ home: string }];
  mounted = await rows(
    `select d.device_id as device, m.vehicle_id as vehicle from vehicle_terminals m
     join terminals d on d.id = m.terminal_id join vehicles v on v.id = m.vehicle_id
     where m.instance_id = $1 and m.end_time is null and v.status = 'ACTIVE' order by d.device_id limit 3`,
    [home],
  );
});
afterAll(async () => {
  for (const each of open) each.close();
  await server.close();
});

const point = (which: number, secondsAgo: number, moved = 0) => ({
  deviceId: mounted[which]!.device,
  time: new Date(Date.now() - secondsAgo * 1000).toISOString(),
  latitude: 55.5 + which / 10 + moved,
  longitude: 37.5,
});
const send = async (...points: object[]) => {
  const { status } = await admin.post('/telematics/batch', { points });
  expect(status).toBe(200);
};
/** Ages the last published positions of all vehicles. */
const later = (seconds: number) =>
  rows(`update terminals set told_time = told_time - make_interval(secs => $1)`, [seconds]);

async function listen(client: Client): Promise<Listener> {
  const listener = await Listener.open(client);
  open.push(listener);
  listener.send('+vehiclePosition:*');
  return listener;
}

it('a batch makes one message of the last positions, however many points it has', async () => {
  await send(...Array.from({ length: 50 }, (_, n) => point(0, 600 - n, n / 1000)), point(1, 500), {
    ...point(2, 1),
    deviceId: 'nobody knows it',
  });
  const messages = await written();
  expect(messages.map(({ index, batch }) => [index, batch])).toEqual([
    [home, true],
    ['*', true],
  ]);
  const places = messages[0]!.dto;
  expect(messages[1]!.dto).toEqual(places);
  expect(places.map(({ id }) => id).toSorted()).toEqual(
    [mounted[0]!.vehicle, mounted[1]!.vehicle].toSorted(),
  );
  expect(places.find(({ id }) => id === mounted[0]!.vehicle)!.latitude).toBeCloseTo(55.549);
});

it('a vehicle is published at most every 15 seconds, and every minute while it does not move', async () => {
  const count = async () => (await written()).length / 2;
  const before = await count();
  await send(point(0, 400, 0.1));
  expect(await count()).toBe(before);
  await later(16);
  // It has not moved, and late points change nothing.
  await send(point(0, 399, 0.1), point(1, 550, 0.3));
  expect(await count()).toBe(before);
  await send(point(0, 398, 0.2));
  expect(await count()).toBe(before + 1);
  await later(61);
  await send(point(0, 397, 0.2));
  expect(await count()).toBe(before + 2);
});

it('only accounts that see vehicles on the map get messages; narrowed by divisions, they get ids only', async () => {
  const role = `(select role_id from account_roles where account_id = (select id from accounts where login = 'inspector'))`;
  const sees = await listen(inspector);
  const subscribed = await sees.hears(({ type }) => type !== undefined);
  expect(subscribed.type).toBe('subscribed');
  await later(61);
  await send(point(1, 300, 0.5));
  const told = await sees.hears(({ dto }) => dto !== undefined);
  expect([told.batch, told.reference]).toEqual([true, undefined]);
  expect(told.dto as unknown as Place[]).toMatchObject([
    { id: mounted[1]!.vehicle, latitude: 56.1, longitude: 37.5 },
  ]);
  const [shown] = (await inspector.get<Place[]>('/stand/vehicles')).body.filter(
    ({ id }) => id === mounted[1]!.vehicle,
  );
  expect(shown).toMatchObject((told.dto as unknown as Place[])[0]!);

  await rows(`delete from role_permissions where role_id = ${role} and permission = 'STANDS_MAP_NEW'`);
  const refused = ({ type }: Told) => type === 'refused';
  expect((await sees.hears(refused)).status).toBe(403);
  expect((await (await listen(inspector)).hears(refused)).status).toBe(403);
  await rows(`insert into role_permissions select role_id, 'STANDS_MAP_NEW' from account_roles
    where account_id = (select id from accounts where login = 'inspector')`);

  await rows(
    `insert into account_divisions (instance_id, account_id, division_id)
     select a.instance_id, a.id, d.id from accounts a join divisions d on d.instance_id = a.instance_id where a.login = 'inspector' limit 1`,
  );
  const narrowed = await listen(await signIn(server, 'inspector'));
  await narrowed.hears(({ type }) => type === 'subscribed');
  await later(61);
  await send(point(1, 200, 0.6));
  const named = await narrowed.hears(({ dto }) => dto !== undefined);
  expect([named.reference, named.dto]).toEqual([true, [{ id: mounted[1]!.vehicle }]]);
});
