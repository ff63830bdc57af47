import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readTables } from '../../../server/database/knownTables.ts';
import { allPermissions } from '../../../server/seed/accounts.ts';
import { scopeOf, signIn, startTestServer, type Client, type TestServer } from '../support.ts';
import { Requests, send, type Base } from './requests.ts';
import { idsIn, Rows } from './rows.ts';
import { keyOf, sitesOf, type Place, type Site } from './sites.ts';

/**
 * `FOREIGN=all` tries everything. Otherwise one account tries every path each day, and all accounts try every tenth
 * place, beginning at `SEED`.
 */
const ALL = process.env['FOREIGN'] === 'all';
const SEED = Number(process.env['SEED'] ?? 1);
const STRIDE = ALL ? 1 : 10;
/** Ids of the owner that are tried at a place. */
const IDS = ALL ? 3 : 1;
/** Ids searched for one that makes a difference to the owner. */
const LOOKED_AT = ALL ? 12 : 4;
/** Records and rows of the caller that are tried until only the id is the reason for a refusal. */
const TURNS = ALL ? 6 : 2;
const OWN = 12;

/** An account of the owner that has all permissions. */
const OWNER = 'admin';
/** Accounts of the other types of instances, each with all permissions. */
const WIDE = ['manager2', 'carrier', 'weigher', 'ecology'];
/** An account linked to the owner by contracts, with few permissions. */
const NARROW = 'claims';
/** Accounts that call operations with changes. */
const WRITERS = ALL ? ['manager2', 'carrier'] : ['manager2'];

interface Asker {
  login: string;
  /** Type of the instance. */
  type: string;
  client: Client;
  requests: Requests;
}

let server: TestServer;
let rows: Rows;
let sites: Site[];
let owner: Asker;
let askers: Asker[];
/** Every id of the owner. */
let ids: Set<string>;

beforeAll(async () => {
  server = await startTestServer({ scale: 0.02 });
  const { pool, db, api } = server;
  const tables = await readTables(db);
  rows = await Rows.of(pool, tables, OWNER);
  await pool.query(
    `insert into role_permissions select a.role_id, p from account_roles a cross join unnest($1::text[]) p
     where a.account_id in (select id from accounts where login = any ($2)) on conflict do nothing`,
    [allPermissions(), WIDE],
  );
  // Turns off the setting that locks parts: a locked one is refused before any lookup.
  await pool.query(`update app_properties set value = 'false' where name = 'ccgsBlocked'`);
  const { rows: found } = await pool.query<{ login: string; id: string; instance: string; type: string }>(
    `select a.login, a.id, i.id as instance, i.type from accounts a join instances i on i.id = a.instance_id
     where a.login = any ($1)`,
    [[OWNER, ...WIDE, NARROW]],
  );
  sites = sitesOf(api, tables, await scopeOf(db, found.find(({ login }) => login === OWNER)!.id));
  const asker = async (login: string): Promise<Asker> => {
    const client = await signIn(server, login);
    const { instance, type } = found.find((one) => one.login === login)!;
    return { login, type, client, requests: new Requests(server, rows, client, instance, sites) };
  };
  owner = await asker(OWNER);
  askers = await Promise.all([...WIDE, NARROW].map(asker));
  await Promise.all(writers().map(provide));
  // No worker runs here: ends queued calculations, since a busy record is refused before any lookup.
  for (const table of ['solutions', 'hypotheses'])
    await pool.query(
      `update ${table} set status = 'SUCCESS' where status = 'QUEUED' and instance_id is distinct from $1`,
      [rows.owner],
    );
  ids = await rows.ids();
});
afterAll(() => server.close());

interface Tried {
  tried: Record<Place, number>;
  /** Places whose requests are refused, or answered, in the same way for every id. */
  blind: string[];
  /** Requests whose reply depends on whether the id exists. */
  differing: string[];
}

const writers = () => askers.filter(({ login }) => WRITERS.includes(login));
const admits = ({ operation: { instanceTypes } }: Pick<Site, 'operation'>, type: string) =>
  !instanceTypes || instanceTypes.includes(type);
const isRead = ({ operation }: Site) => operation.method === 'GET';

/** The places of the day: those that all accounts try, and those that any account tries. */
function share(all: readonly Site[]): { shared: ReadonlySet<Site>; chosen: Site[] } {
  const shared = new Set(all.filter((_, at) => at % STRIDE === SEED % STRIDE));
  return { shared, chosen: all.filter((site) => shared.has(site) || site.place === 'path') };
}

interface Answer {
  status: number;
  /** The reply, with the requested id replaced by a placeholder. */
  text: string;
  lacks: boolean;
}

async function ask({ client, requests }: Asker, site: Site, id: string, base?: Base): Promise<Answer> {
  const request = await requests.with(site, id, base);
  const { status, body } = await send(client, request);
  // A number is not replaced within another.
  const asked = new RegExp(`(?<![\\w-])${id}(?![\\w-])`, 'g');
  const text = `${status} ${JSON.stringify(body).replace(asked, 'ID')}`;
  return { status, text, lacks: request.lacks };
}

/** Expects rows of the owner to be unchanged, and no more rows of others to refer to them. */
async function unchanged(work: () => Promise<void>): Promise<void> {
  const before = [await rows.fingerprint(), await rows.named(ids)];
  await work();
  expect([await rows.fingerprint(), await rows.named(ids)]).toEqual(before);
}

/** Records where the reply for the owner's id differs from that for an unknown id, or contains ids of the owner. */
function compare(tried: Tried, { login }: Asker, site: Site, foreign: Answer, nobody: Answer): void {
  tried.tried[site.place] += 1;
  // A save that does not look at the id returns another version each time.
  const alike =
    foreign.status < 300 && nobody.status < 300 && !isRead(site)
      ? foreign.status === nobody.status
      : foreign.text === nobody.text;
  const leaks = idsIn(foreign.text).some((id) => ids.has(id));
  if (!alike || leaks || foreign.status >= 500)
    tried.differing.push(`${login}, ${site.place} ${keyOf(site)}: ${foreign.text}, not ${nobody.text}`);
}

/** Refusals that are about the id, whatever their field is called. */
const OF_ID = /"code":"(conflict|pointNotInGroup|pointUnknown|terminalNotMounted|unknownDevice)"/;
/** Replies of an empty list, of zero rows, or without a current version. */
const OF_NOTHING = /^200 (\[\]|\{"(done|count)":0)|"current":null/;

/** Whether the id is why a change was refused. */
function isSharp({ place, at }: Site, { status, text, lacks }: Answer): boolean {
  if (lacks) return false;
  if (status === 404 || OF_ID.test(text) || OF_NOTHING.test(text)) return true;
  return (
    place !== 'path' && status === 400 && text.includes(`"field":"${at[0]}`) && !text.includes('"required"')
  );
}

const fresh = (): Tried => ({ tried: { path: 0, query: 0, filter: 0, body: 0 }, blind: [], differing: [] });

function report(kind: string, { tried, blind, differing }: Tried): void {
  const count = Object.values(tried).reduce((sum, each) => sum + each, 0);
  const places = Object.entries(tried).map(([place, each]) => `${place} ${each}`);
  console.log(
    `foreign ids, ${kind}: ${count} tried, ${differing.length} differ (${places.join(', ')}; ${blind.length} blind)`,
  );
}

describe('ids of another instance', () => {
  it('are known for every place of the API that takes one, with at least one id of every table', async () => {
    const unknown = sites.filter(({ table }) => !table).map((site) => `${site.place} ${keyOf(site)}`);
    expect(unknown).toEqual([]);
    expect(await rows.empty()).toEqual([]);
  });

  it('read nothing: the reply is that for an unknown id', async () => {
    const tried = fresh();
    const { shared, chosen } = share(sites.filter(isRead));
    const foreign = new Map<Site, string[]>();
    for (const site of chosen) foreign.set(site, (await rows.foreign(site)).slice(0, IDS));
    // First the ids that make a difference to their owner, so that a difference for others would be noticed.
    for (const site of shared) {
      const nobody = await ask(owner, site, await rows.nobody(site));
      const known = await rows.foreign(site);
      const differing: string[] = [];
      for (const id of known.slice(0, LOOKED_AT)) {
        if (differing.length >= IDS) break;
        if ((await ask(owner, site, id)).text !== nobody.text) differing.push(id);
      }
      if (differing.length === 0) tried.blind.push(`${site.place} ${keyOf(site)}`);
      foreign.set(site, [...new Set([...differing, ...known])].slice(0, IDS));
    }
    await unchanged(async () => {
      const each = async (asker: Asker) => {
        for (const site of chosen) {
          if (!admits(site, asker.type) || (asker !== askers[0] && !shared.has(site))) continue;
          const nobody = await ask(asker, site, await rows.nobody(site));
          for (const id of foreign.get(site)!)
            compare(tried, asker, site, await ask(asker, site, id), nobody);
        }
      };
      await Promise.all(askers.map(each));
    });
    report('reads', tried);
    expect(tried.differing).toEqual([]);
    expect(tried.blind.length).toBeLessThan(shared.size / 4);
  });

  it('change nothing, and nothing refers to them afterwards', async () => {
    const tried = fresh();
    const { chosen } = share(sites.filter((site) => !isRead(site)));
    await unchanged(async () => {
      const each = async (asker: Asker) => {
        const bases = new Map<string, Base[]>();
        for (const site of chosen) {
          if (!admits(site, asker.type)) continue;
          const { id } = site.operation;
          const known = bases.get(id) ?? (await basesOf(asker, site));
          bases.set(id, known);
          await write(asker, site, known, tried);
        }
      };
      await Promise.all(writers().map(each));
    });
    report('changes', tried);
    expect(tried.differing).toEqual([]);
    expect(tried.blind.length).toBeLessThan((chosen.length * WRITERS.length) / 5);
  });
});

/** Requests a change with an unknown id, then with those of the owner. */
async function write(asker: Asker, site: Site, bases: readonly Base[], tried: Tried): Promise<void> {
  const none = await rows.nobody(site);
  let base = bases[0]!;
  let nobody = await ask(asker, site, none, base);
  for (const other of bases.slice(1)) {
    if (isSharp(site, nobody)) break;
    const answer = await ask(asker, site, none, other);
    if (isSharp(site, answer)) [base, nobody] = [other, answer];
  }
  if (!isSharp(site, nobody)) tried.blind.push(`${asker.login} ${site.place} ${keyOf(site)}: ${nobody.text}`);
  for (const id of (await rows.foreign(site)).slice(0, IDS))
    compare(tried, asker, site, await ask(asker, site, id, base), nobody);
}

/** Bases for the requests of an operation: records as they are read, or the API file alone. */
async function basesOf({ client, requests }: Asker, { operation }: Site): Promise<Base[]> {
  const made = Array.from({ length: TURNS }, (_, turn): Base => ({ turn }));
  const record = requests.siteOf(operation, ['id']);
  if (operation.resource?.verb !== 'save' || !record) {
    const alone = await requests.savedAlone(operation);
    return alone ? [{ turn: 0, read: () => requests.savedAlone(operation) }, ...made] : made;
  }
  const saved: Base[] = [];
  for (const id of (await requests.own(record)).slice(0, OWN)) {
    if (saved.length === TURNS) break;
    const read = () => requests.saved(operation, id);
    const body = await read();
    if (body && (await client.call('POST', operation.path, { body })).status === 200)
      saved.push({ turn: 0, read });
  }
  return [...saved, ...made];
}

/** Makes a record of each kind that the caller's instance lacks, where its API file is enough to make one. */
async function provide({ client, requests, type }: Asker): Promise<void> {
  const saves = sites.filter(
    ({ operation, at }) => operation.resource?.verb === 'save' && at.join('.') === 'id',
  );
  const calculate = server.api.operations.get('solutionCalculate')!;
  const makers = [...saves, { operation: calculate, table: 'solutions', column: 'id' }];
  // A second pass makes records whose parent comes later in the API files.
  for (let pass = 0; pass < 2; pass += 1)
    for (const maker of makers) {
      if (!admits(maker, type) || (await requests.own(maker)).length > 0) continue;
      await send(client, await requests.of(maker.operation));
      rows.forget(requests.instance);
    }
}
