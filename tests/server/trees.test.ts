/** Trees of records: path, moves, search, copies, deletion. */
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { readAccount } from '../../server/access/accounts.ts';
import { connect, type Connection } from '../../server/database/connection.ts';
import { loadLocales } from '../../server/core/projectFiles.ts';
import { buildServer } from '../../server/http/build.ts';
import { createHandlers } from '../../server/modules/handlers.ts';
import { cloneTree } from '../../server/records/cloneTree.ts';
import { recordHandlers } from '../../server/records/handlers.ts';
import { FOLDER_TABLE, folderApi, folders } from './folders.ts';
import {
  ROOT,
  scopeOf,
  signIn,
  startTestServer,
  type Client,
  type ProblemReply,
  type TestServer,
} from './support.ts';
import type { RecordName } from '../../server/records/record.ts';

interface Folder {
  id: string;
  version: number;
  parentId: string | null;
  root: string;
  name: string;
  path: { id: string; name: string }[];
}
interface Page {
  list: Folder[];
  size: number;
}

let server: TestServer;
let connection: Connection;
const closers: (() => Promise<void>)[] = [];
let client: Client;
/** Client of a server whose folders are deleted with everything below. */
let sweeping: Client;

beforeAll(async () => {
  server = await startTestServer({ scale: 0.02 });
  await server.pool.query(FOLDER_TABLE);
  connection = connect(server.application.pool.options.connectionString!);
  client = await open('refuse');
  sweeping = await open('subtree');
});
afterAll(async () => {
  for (const close of closers) await close();
  await connection.close();
  await server.close();
});
beforeEach(() => server.pool.query('delete from folders'));

async function open(onDelete: 'refuse' | 'subtree'): Promise<Client> {
  const api = folderApi();
  const build = { version: '0', revision: 'test', revisionDate: '2026-11-20T00:00:00Z' };
  const handlers = { ...createHandlers(api, { build }), ...recordHandlers(api, [folders(onDelete)]) };
  const app = buildServer({
    api,
    handlers,
    db: connection.db,
    locales: loadLocales(ROOT),
    checkReplies: true,
  });
  closers.push(() => app.close());
  return signIn({ url: await app.listen({ host: '127.0.0.1', port: 0 }) }, 'manager');
}

async function make(name: string, above?: Folder, root = 'PRIVATE'): Promise<Folder> {
  const given = above ? { parentId: above.id } : { root };
  const { status, body } = await client.post<Folder>('/folder', { name, ...given });
  expect([status, name]).toEqual([200, name]);
  return body;
}
const move = (folder: Folder, parentId: string | null, version = folder.version) =>
  client.post<Folder & ProblemReply>('/folder', {
    id: folder.id,
    version,
    name: folder.name,
    root: folder.root,
    parentId,
  });
const read = async ({ id }: Folder) => (await client.get<Folder>(`/folder/${id}`)).body;
const names = async (filter: object, query?: string) =>
  (await client.get<Page>('/folder/paging', { filter, ...(query && { query }) })).body.list.map(
    ({ name }) => name,
  );
const wayOf = async (folder: Folder) => (await read(folder)).path.map(({ name }) => name);

it('a record has its path from the root, and is found below any record of it', async () => {
  const city = await make('Город');
  const north = await make('Север', city);
  const street = await make('Улица Мира', north);
  await make('Юг', city);
  expect(street).toMatchObject({ parentId: north.id, root: 'PRIVATE' });
  expect(street.path.map(({ name }) => name)).toEqual(['Город', 'Север', 'Улица Мира']);
  expect(await names({ parentId: city.id })).toEqual(['Север', 'Юг']);
  expect(await names({ below: city.id })).toEqual(['Север', 'Улица Мира', 'Юг']);
  expect(await names({ below: city.id }, 'мира')).toEqual(['Улица Мира']);
  expect(await names({ parentId: null })).toEqual(['Город']);
  const stranger = await signIn(client, 'manager2');
  expect((await stranger.get<Page>('/folder/paging', { filter: { below: city.id } })).body.size).toBe(0);
  expect((await stranger.post('/folder', { name: 'Чужая', parentId: city.id })).status).toBeGreaterThan(399);
});

it('a move includes everything below, stays within its root, and cannot go into itself', async () => {
  const [city, other] = [await make('Город'), await make('Другой')];
  const north = await make('Север', city);
  const street = await make('Улица', north);
  expect((await move(north, other.id)).body.path.map(({ name }) => name)).toEqual(['Другой', 'Север']);
  expect(await wayOf(street)).toEqual(['Другой', 'Север', 'Улица']);
  expect((await read(street)).version).toBe(street.version);
  for (const into of [north, street]) {
    const refused = await move(await read(north), into.id);
    expect([refused.status, refused.body.code, refused.body.details?.errors]).toEqual([
      409,
      'treeCycle',
      [
        {
          field: 'parentId',
          code: 'treeCycle',
          message: 'Нельзя переместить внутрь себя или того, что лежит ниже',
        },
      ],
    ]);
  }
  const general = await make('Общая', undefined, 'GENERAL');
  const across = await move(await read(north), general.id);
  expect([across.status, across.body.details?.errors?.[0]?.code]).toEqual([400, 'treeRoot']);
  // An action moves a whole tree to another root.
  await server.pool.query(`update folders set root = 'GENERAL' where id = $1`, [other.id]);
  expect([(await read(north)).root, (await read(street)).root]).toEqual(['GENERAL', 'GENERAL']);
  expect((await move(await read(north), null)).body.path).toHaveLength(1);
});

it('two concurrent moves into one another make no cycle', async () => {
  for (let round = 0; round < 8; round += 1) {
    const [a, b] = [await make(`A${round}`), await make(`B${round}`)];
    const below = await make(`C${round}`, b);
    const answers = await Promise.all([move(a, below.id), move(b, a.id)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    for (const folder of [a, b, below]) {
      const { path, parentId } = await read(folder);
      expect(path.at(-1)!.id).toBe(folder.id);
      expect(path.at(-2)?.id ?? null).toBe(parentId);
    }
  }
});

it('a record created below one that is being moved has the right path', async () => {
  for (let round = 0; round < 8; round += 1) {
    const [a, b] = [await make(`A${round}`), await make(`B${round}`)];
    const [, made] = await Promise.all([move(b, a.id), make(`C${round}`, b)]);
    expect(await wayOf(made)).toEqual([`A${round}`, `B${round}`, `C${round}`]);
  }
});

it('a tree is 32 levels deep at most, also when a deep part is moved', async () => {
  let deepest = await make('1');
  const top = deepest;
  for (let level = 2; level <= 32; level += 1) deepest = await make(String(level), deepest);
  const deeper = await client.post<ProblemReply>('/folder', { name: '33', parentId: deepest.id });
  expect([deeper.status, deeper.body.code]).toEqual([409, 'treeDepth']);
  const above = await make('0');
  expect((await move(top, above.id)).body.code).toBe('treeDepth');
});

it('names are unique among neighbours only', async () => {
  const city = await make('Город');
  await make('Север', city);
  const taken = await client.post<ProblemReply>('/folder', { name: 'СЕВЕР', parentId: city.id });
  expect([taken.status, taken.body.details?.errors?.[0]]).toMatchObject([
    400,
    { field: 'name', code: 'duplicate' },
  ]);
  await make('Север');
});

it('a deletion is refused while something is below, or deletes it as well, as declared', async () => {
  const city = await make('Город');
  const north = await make('Север', city);
  const street = await make('Улица', north);
  const refused = await client.delete(`/folder/${city.id}`);
  expect([refused.status, refused.body.code]).toEqual([409, 'treeNotEmpty']);
  expect((await client.delete(`/folder/${street.id}`)).status).toBe(204);
  expect((await sweeping.delete(`/folder/${city.id}`)).status).toBe(204);
  expect(await names({})).toEqual([]);
  const { rows } = await server.pool.query<{ entity_id: string }>(
    `select entity_id from audit_log where entity = 'folder' and action = 'delete' order by id`,
  );
  expect(rows.map((row) => row.entity_id)).toEqual([street.id, north.id, city.id]);
});

it('a record is copied with everything below', async () => {
  const city = await make('Город');
  const north = await make('Север', city);
  await make('Улица', north);
  const { rows } = await server.pool.query<{ id: string }>("select id from accounts where login = 'manager'");
  const scope = await scopeOf(connection.db, rows[0]!.id);
  const account = (await readAccount(connection.db, rows[0]!.id))!;
  const copies = await scope.transaction((trx) =>
    cloneTree(trx, account, {
      entity: 'folder' as RecordName,
      table: 'folders',
      id: north.id,
      top: { parent_id: null, name: 'Север (копия)', root: 'GENERAL' },
    }),
  );
  expect(copies.size).toBe(2);
  const copy = await read({ id: copies.get(north.id)! } as Folder);
  expect(copy).toMatchObject({ parentId: null, root: 'GENERAL', version: 1 });
  expect(await names({ below: copy.id })).toEqual(['Улица']);
  expect(await names({ below: city.id })).toEqual(['Север', 'Улица']);
  // Records of others are not available for copying.
  const { rows: strangers } = await server.pool.query<{ id: string }>(
    "select id from accounts where login = 'manager2'",
  );
  const elsewhere = await scopeOf(connection.db, strangers[0]!.id);
  const theirs = elsewhere.transaction((trx) =>
    cloneTree(trx, account, { entity: 'folder' as RecordName, table: 'folders', id: north.id, top: {} }),
  );
  await expect(theirs).rejects.toMatchObject({ code: 'notFound' });
});

it('locations are such a tree: what is below a district belongs to it', async () => {
  const { rows } = await sql<{ wrong: number; deep: number }>`
    select count(*) filter (where l.path <> p.path || l.id) as wrong, max(cardinality(l.path)) as deep
    from locations l join locations p on p.id = l.parent_id`.execute(server.db);
  expect(rows[0]).toMatchObject({ wrong: 0 });
  expect(rows[0]!.deep).toBeGreaterThan(1);
});
