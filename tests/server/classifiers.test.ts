/** Classifiers: what an administrator sees, adds, changes and retires, and what others cannot. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Client, signIn, startTestServer, type ProblemReply, type TestServer } from './support.ts';
import { spec } from '../spec/spec.ts';

interface Row {
  id: string;
  version: number;
  classifierType: string;
  name: string;
  caption: string;
  captionRu: string;
  captionEn: string;
  position: number;
  system: boolean;
  retired: boolean;
}
interface Shape {
  caption: string;
  editable: boolean;
  columns: { field: string; label: string }[];
  schema: { properties: Record<string, { title: string }> };
}

let server: TestServer;
let admin: Client;
let foreign: Client;

beforeAll(async () => {
  server = await startTestServer({ scale: 0.1 });
  // An administrator of another instance.
  await server.pool.query(
    `insert into role_permissions (role_id, permission)
     select role_id, 'ADMIN' from account_roles where account_id = (select id from accounts where login = 'manager2')`,
  );
  admin = await signIn(server, 'admin');
  foreign = await signIn(server, 'manager2');
});
afterAll(() => server.close());

const page = async (client: Client, classifierType: string, query = {}) =>
  (
    await client.get<{ list: Row[]; size: number }>('/classifier/paging', {
      classifierType,
      count: 100,
      ...query,
    })
  ).body;
const offered = async (client: Client) =>
  (await client.get<{ name: string; caption: string }[]>('/common/vehicle-groups')).body.map(
    (word) => word.caption,
  );
const save = (client: Client, body: object) => client.post<Row & ProblemReply>('/classifier', body);
const word = { classifierType: 'vehicleGroups', captionRu: 'Вывоз снега', captionEn: 'Snow removal' };

describe('classifiers', () => {
  it('are listed with their captions, for an administrator only', async () => {
    spec('GET classifier types');
    const types = (
      await admin.get<{ name: string; caption: string; valueCount: number }[]>('/classifier/types')
    ).body;
    expect(types.length).toBeGreaterThan(70);
    expect(types).toContainEqual({ name: 'fuelTypes', caption: 'Виды топлива', valueCount: 5 });
    const manager = await signIn(server, 'manager');
    for (const address of ['/classifier/types', '/classifier/fuelTypes/shape']) {
      expect((await manager.get(address)).status).toBe(403);
    }
    expect((await manager.get('/classifier/paging', { classifierType: 'fuelTypes' })).status).toBe(403);
    expect((await save(manager, word)).status).toBe(403);
  });

  it('have column titles in the language of the request', async () => {
    const shape = (await admin.get<Shape>('/classifier/fuelTypes/shape')).body;
    expect([shape.caption, shape.editable]).toEqual(['Виды топлива', true]);
    const [row] = (await page(admin, 'fuelTypes')).list;
    for (const { field, label } of shape.columns) {
      expect(row).toHaveProperty(field);
      expect(label).toMatch(/[а-я]/i);
    }
    expect(shape.schema.properties.retired!.title).toBe('Выведено из употребления');
    expect((await admin.get<Shape>('/classifier/contractStatuses/shape')).body.editable).toBe(false);
    for (const address of ['/classifier/nothing/shape', '/classifier/paging?classifierType=nothing']) {
      expect((await admin.get(address)).status).toBe(404);
    }
  });

  it('are searched and sorted', async () => {
    spec('GET classifier paging');
    expect((await page(admin, 'fuelTypes', { query: 'метан' })).list.map(({ name }) => name)).toEqual([
      'GAS',
    ]);
    const names = async (order: string) =>
      (await page(admin, 'fuelTypes', { order })).list.map(({ name }) => name);
    const own = ['DIESEL', 'GAS', 'LPG', 'PETROL', 'ELECTRIC'];
    expect(await names('-position')).toEqual(own);
    expect(await names('+position')).toEqual(own.toReversed());
    expect(await names('-name')).toEqual(own.toSorted());
    expect((await names('-caption'))[0]).toBe('PETROL');
  });
});

describe('a value added by an instance', () => {
  it('is added, changed, retired and restored, invisible to other instances', async () => {
    spec('POST classifier', 'DELETE classifier');
    const before = await offered(admin);
    const { status, body: added } = await save(admin, word);
    expect([status, added.name, added.system, added.position]).toEqual([200, 'OWN_SNOW_REMOVAL', false, 6]);
    expect(await offered(admin)).toEqual([...before, 'Вывоз снега']);
    expect(await offered(foreign)).toEqual(before);
    expect((await page(foreign, 'vehicleGroups')).list.map(({ id }) => id)).not.toContain(added.id);
    const change = { ...word, id: added.id, captionRu: 'Вывоз снега и льда' };
    const { body: changed } = await save(admin, { ...change, version: added.version });
    expect([changed.captionRu, changed.name, changed.version]).toEqual([
      'Вывоз снега и льда',
      added.name,
      added.version + 1,
    ]);
    const stale = await save(admin, { ...change, version: added.version });
    expect([stale.status, stale.body.code, stale.body.details?.current]).toEqual([412, 'stale', changed]);
    expect((await admin.delete(`/classifier/value/${added.id}`)).status).toBe(204);
    expect(await offered(admin)).toEqual(before);
    const { body: retired } = await admin.get<Row>(`/classifier/value/${added.id}`);
    expect([retired.retired, retired.captionRu]).toEqual([true, 'Вывоз снега и льда']);
    await save(admin, { ...change, version: retired.version, retired: false });
    expect(await offered(admin)).toEqual([...before, 'Вывоз снега и льда']);
  });

  it('may share its caption with one of another instance, under another name, but not within one instance', async () => {
    const mine = await save(admin, { ...word, classifierType: 'couponTypes' });
    const theirs = await save(foreign, { ...word, classifierType: 'couponTypes' });
    expect([mine.body.name, theirs.body.name]).toEqual(['OWN_SNOW_REMOVAL', 'OWN_SNOW_REMOVAL_2']);
    const again = await save(admin, { ...word, classifierType: 'couponTypes', captionRu: ' вывоз СНЕГА ' });
    expect(again.body.details?.errors?.map(({ field, code }) => [field, code])).toEqual([
      ['captionRu', 'duplicate'],
      ['captionEn', 'duplicate'],
    ]);
    expect((await save(admin, { ...word, captionEn: ' ' })).status).toBe(400);
  });

  it('is not accessible to another instance, and values of the product are locked', async () => {
    const { body: mine } = await save(admin, { ...word, classifierType: 'photoTypes' });
    const reached = await save(foreign, { ...word, classifierType: 'photoTypes', id: mine.id, version: 1 });
    expect(reached.status).toBe(404);
    for (const method of ['GET', 'DELETE']) {
      expect((await foreign.call(method, `/api/v3/classifier/value/${mine.id}`)).status).toBe(404);
    }
    const product = (await page(admin, 'photoTypes')).list.find(({ system }) => system)!;
    const { id, version } = product;
    const changed = await save(admin, { ...word, classifierType: 'photoTypes', id, version });
    expect([changed.status, changed.body.code]).toEqual([403, 'wordLocked']);
    const retired = await admin.delete(`/classifier/value/${id}`);
    expect([retired.status, retired.body.code]).toEqual([403, 'wordLocked']);
    const closed = await save(admin, { ...word, classifierType: 'contractStatuses' });
    expect([closed.status, closed.body.code]).toEqual([403, 'classifierClosed']);
  });

  it('can be used by records of its instance, also when retired, and of no other', async () => {
    const { body: segment } = await save(admin, { ...word, classifierType: 'segments' });
    const contractOf = async (client: Client) => {
      const { list } = (await client.get<{ list: { id: string }[] }>('/contract/paging', { count: 1 })).body;
      return (await client.get<Record<string, unknown>>(`/contract/${list[0]!.id}`)).body;
    };
    const kept = ['id', 'version', 'number', 'name', 'type', 'customer', 'supplier', 'effectiveDate'];
    const hold = async (client: Client) => {
      const contract = await contractOf(client);
      const body = Object.fromEntries(kept.map((field) => [field, contract[field]]));
      return client.post<{ segment: object } & ProblemReply>('/contract', {
        ...body,
        segment: { name: segment.name, caption: segment.caption },
      });
    };
    const saved = await hold(admin);
    expect([saved.status, saved.body.segment]).toEqual([200, { name: segment.name, caption: 'Вывоз снега' }]);
    await admin.delete(`/classifier/value/${segment.id}`);
    expect((await hold(admin)).body.segment).toEqual({ name: segment.name, caption: 'Вывоз снега' });
    const refused = await hold(foreign);
    expect(refused.body.details?.errors?.map(({ field, code }) => [field, code])).toEqual([
      ['segment', 'unknownValue'],
    ]);
  });
});
