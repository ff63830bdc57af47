/** Every dictionary over HTTP; cached captions; values that are added, changed and removed. */
import { Kysely, PostgresDialect } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { SESSION_COOKIE } from '../../server/access/sessions.ts';
import type { Database } from '../../server/database/schema.ts';
import { ROW_DICTIONARIES } from '../../server/dictionaries/rows.ts';
import { storeWords } from '../../server/dictionaries/store.ts';
import { readWords } from '../../server/dictionaries/words.ts';
import { loadLocales } from '../../server/core/projectFiles.ts';
import { buildServer } from '../../server/http/build.ts';
import { Client, ROOT, signIn, startTestServer, type TestServer } from './support.ts';

type Item = Record<string, string>;
interface Page {
  list: Item[];
  size: number;
  sizeExact: boolean;
}
interface Node {
  id: string;
  name: string;
  children: Node[];
}

/** Rows that are instances: only an administration gets those of others. */
const OF_INSTANCES = ['instances', 'reportInstances'];

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ scale: 0.1 });
});
afterAll(() => server.close());

const words = readWords();
const addressOf = (id: string) => {
  const { operation } = server.api.dictionaries.get(id)!;
  return server.api.operations.get(operation)!.path;
};
const permissionsOf = (id: string) =>
  server.api.operations.get(server.api.dictionaries.get(id)!.operation)!.permissions;

async function ask<T>(client: Client, id: string, language = 'ru', query = {}): Promise<T> {
  const headers = { 'Accept-Language': language };
  const answer = await client.call<T>('GET', addressOf(id), { headers, query });
  expect([id, answer.status]).toEqual([id, 200]);
  return answer.body;
}
const listOf = (body: Item[] | Page) => (Array.isArray(body) ? body : body.list);

describe('every dictionary', () => {
  it('returns its values in the language of the request, in their order', async () => {
    const [guest, admin] = [await signIn(server, 'guest'), await signIn(server, 'admin')];
    for (const [id, list] of words) {
      const client = permissionsOf(id).length > 0 ? admin : guest;
      for (const locale of ['ru', 'en'] as const) {
        const expected = list.map((word) => ({ name: word.name, caption: word[locale] }));
        const answer = await ask<{ name: string; caption: string }[]>(client, id, locale);
        expect([id, answer.map(({ name, caption }) => ({ name, caption }))]).toEqual([id, expected]);
      }
    }
  });

  it('offers people up to their last day, in the time zone of their instance', async () => {
    const client = await signIn(server, 'admin');
    const asked = async () =>
      (await client.call<Page>('GET', '/api/v3/staff/driver/paging', { query: { page: 0, count: 1000 } }))
        .body.list;
    const { id } = (await asked())[0]!;
    const { rows } = await server.pool.query<{ instance: string; zone: string }>(
      'select i.id as instance, i.time_zone as zone from staff s join instances i on i.id = s.instance_id where s.id = $1',
      [id],
    );
    const { instance, zone: before } = rows[0]!;
    const moveTo = (zone: string) =>
      server.pool.query('update instances set time_zone = $1 where id = $2', [zone, instance]);
    // The two zones are 25 hours apart: in one of them at least the date differs from the database's.
    for (const zone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
      await moveTo(zone);
      for (const [ago, here] of [
        [0, true],
        [1, false],
      ] as const) {
        await server.pool.query(
          'update staff set end_date = (now() at time zone $1)::date - $2::integer where id = $3',
          [zone, ago, id],
        );
        expect([zone, ago, (await asked()).some((one) => one['id'] === id)]).toEqual([zone, ago, here]);
      }
    }
    await server.pool.query('update staff set end_date = null where id = $1', [id]);
    await moveTo(before);
  });

  it('of rows returns those of the caller’s instance, and no others', async () => {
    const one = await signIn(server, 'admin');
    const other = await signIn(server, 'manager2');
    for (const id of Object.keys(ROW_DICTIONARIES).filter((each) => !OF_INSTANCES.includes(each))) {
      const { value, operation } = server.api.dictionaries.get(id)!;
      const own = listOf(await ask<Item[] | Page>(one, id, 'en', pagedQuery(id)));
      expect([id, own.length >= 4]).toEqual([id, true]);
      // The other account may lack the permission.
      if (value !== 'id' || server.api.operations.get(operation)!.permissions.length > 0) continue;
      const foreign = new Set(
        listOf(await ask<Item[] | Page>(other, id, 'ru', pagedQuery(id))).map((r) => r['id']),
      );
      expect([id, foreign.size > 0, own.filter((row) => foreign.has(row['id']))]).toEqual([id, true, []]);
    }
  });

  it('of locations is a tree of all locations, by name', async () => {
    const roots = await ask<Node[]>(await signIn(server, 'manager'), 'locations');
    const all = (nodes: Node[]): Node[] => nodes.flatMap((node) => [node, ...all(node.children)]);
    const { rows } = await server.pool.query<{ size: number }>(
      "select count(*) size from locations where instance_id = (select id from instances where name = 'ЭкоРегион')",
    );
    expect(all(roots).length).toBe(Number(rows[0]!.size));
    expect(roots[0]!.children.length).toBeGreaterThan(3);
  });

  it('of instances lists the others for an administration only', async () => {
    const own = await ask<Item[]>(await signIn(server, 'admin'), 'instances');
    expect(own.map(({ name }) => name)).toEqual(['ЭкоРегион']);
    const all = await ask<Item[]>(await signIn(server, 'chief'), 'instances');
    expect(all.length).toBe(6);
  });

  it('of people requires a permission, and every dictionary a session', async () => {
    const refused = await (
      await signIn(server, 'manager')
    ).call<{ code: string }>('GET', addressOf('inventoryResponsible'));
    expect([refused.status, refused.body.code]).toEqual([403, 'forbidden']);
    const stranger = new Client(server.url);
    for (const id of server.api.dictionaries.keys()) {
      expect([id, (await stranger.call('GET', addressOf(id))).status]).toEqual([id, 401]);
    }
  });
});

function pagedQuery(id: string) {
  return server.api.dictionaries.get(id)!.paged ? { count: 1000 } : {};
}

describe('a large dictionary', () => {
  it('has pages that contain every row once', async () => {
    const client = await signIn(server, 'manager');
    const all = await ask<Page>(client, 'visitPoints', 'ru', { count: 1000 });
    expect([all.sizeExact, all.size]).toEqual([true, all.list.length]);
    const count = Math.ceil(all.list.length / 3);
    const pages: Page[] = [];
    for (const page of [0, 1, 2]) pages.push(await ask<Page>(client, 'visitPoints', 'ru', { page, count }));
    expect(pages.flatMap(({ list }) => list)).toEqual(all.list);
    expect(pages.map(({ sizeExact }) => sizeExact)).toEqual([false, false, true]);
  });

  it('finds the words of a text anywhere in a name, wildcards as plain characters', async () => {
    const client = await signIn(server, 'admin');
    const { list } = await ask<Page>(client, 'places', 'ru', { query: 'северный полигон' });
    expect(list.map(({ name }) => name)).toEqual(['Полигон ТКО «Северный»']);
    expect((await ask<Page>(client, 'places', 'ru', { query: '%' })).list).toEqual([]);
  });

  it('finds the row of a value, also one no longer offered, but none of another instance', async () => {
    const client = await signIn(server, 'admin');
    const { rows } = await server.pool.query<{ id: string; name: string; own: boolean }>(
      `select s.id, last_name as name, i.name = 'ЭкоРегион' as own from staff s
       join instances i on i.id = s.instance_id where i.name in ('ЭкоРегион', 'Чистый край')`,
    );
    const left = rows.find(({ own }) => own)!;
    await server.pool.query("update staff set end_date = '2020-01-01', begin_date = null where id = $1", [
      left.id,
    ]);
    const offered = await ask<Page>(client, 'inventoryResponsible', 'ru', { count: 1000 });
    expect(offered.list.map(({ id }) => id)).not.toContain(left.id);
    const found = await ask<Page>(client, 'inventoryResponsible', 'ru', { query: left.id });
    expect(found.list).toEqual([{ id: left.id, name: expect.stringContaining(left.name) as string }]);
    const foreign = rows.find(({ own }) => !own)!;
    expect((await ask<Page>(client, 'inventoryResponsible', 'ru', { query: foreign.id })).list).toEqual([]);
  });
});

describe('captions', () => {
  it('of paged replies are cached', async () => {
    const asked: string[] = [];
    const db = new Kysely<Database>({
      dialect: new PostgresDialect({ pool: server.pool }),
      log: ({ query }) => void (/classifier/.test(query.sql) && asked.push(query.sql)),
    });
    const app = buildServer({ api: server.api, db, locales: loadLocales(ROOT) });
    const { cookie } = await signIn(server, 'manager');
    expect(cookie).toContain(SESSION_COOKIE);
    const started = performance.now();
    for (let i = 0; i < 30; i += 1) {
      const answer = await app.inject({ url: '/api/v3/contract/paging', headers: { cookie: cookie! } });
      expect(answer.json<Page>().list.length).toBe(10);
    }
    const seconds = (performance.now() - started) / 1000;
    expect(asked.filter((text) => text.includes('"classifiers"')).length).toBe(1);
    expect(asked.length).toBeLessThanOrEqual(2 + seconds);
    await app.close();
  });

  it('that change are visible on every server', async () => {
    const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool: server.pool }) });
    const second = buildServer({ api: server.api, db, locales: loadLocales(ROOT) });
    const url = await second.listen({ host: '127.0.0.1', port: 0 });
    const client = await signIn(server, 'manager');
    const elsewhere = new Client(url);
    elsewhere.cookie = client.cookie;
    const caption = async (asker: Client) => (await ask<Item[]>(asker, 'sectors'))[0]!['caption'];
    expect([await caption(client), await caption(elsewhere)]).toEqual(['Сектор 1', 'Сектор 1']);
    const changed = new Map(words).set(
      'sectors',
      words.get('sectors')!.map((word) => ({ ...word, ru: `${word.ru} (новый)` })),
    );
    await storeWords(server.db, changed);
    for (const asker of [client, elsewhere]) {
      await vi.waitFor(async () => expect(await caption(asker)).toBe('Сектор 1 (новый)'), 30_000);
    }
    await storeWords(server.db);
    await vi.waitFor(async () => expect(await caption(elsewhere)).toBe('Сектор 1'), 30_000);
    await second.close();
  });
});

it('values come with the product: new ones are added, missing ones retired, an instance keeps its own', async () => {
  const { rows: instances } = await server.pool.query<{ id: string }>('select id from instances limit 1');
  await server.pool.query(
    `insert into classifiers (dictionary, name, caption_ru, caption_en, position, instance_id)
     values ('couponTypes', 'OWN_STORED', 'Свой', 'Own', 9, $1)`,
    [instances[0]!.id],
  );
  const [single, , ...rest] = words.get('couponTypes')!;
  const added = { name: 'ANNUAL', ru: 'Годовой', en: 'Annual' };
  await storeWords(server.db, new Map(words).set('couponTypes', [added, single!, ...rest]));
  const stored = async () =>
    (
      await server.pool.query<{ name: string; retired: boolean }>(
        "select name, retired from classifiers where dictionary = 'couponTypes' order by retired, position, name",
      )
    ).rows.map(({ name, retired }) => (retired ? `${name} retired` : name));
  expect(await stored()).toEqual([
    'ANNUAL',
    'SINGLE',
    'LIMITED',
    'GUARANTEE',
    'OWN_STORED',
    'MULTIPLE retired',
  ]);
  await storeWords(server.db);
  expect(await stored()).toEqual([
    'SINGLE',
    'MULTIPLE',
    'LIMITED',
    'GUARANTEE',
    'OWN_STORED',
    'ANNUAL retired',
  ]);
});
