/** What the parties of a contract agree on: tariffs and policies; the tests try to break each rule through the API. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadLocales } from '../../../server/core/projectFiles.ts';
import { translator } from '../../../server/core/texts.ts';
import { lapsePolicies } from '../../../server/modules/contracts/lapsePolicies.ts';
import { partsOf } from '../../../server/print/tabs.ts';
import { printed, printedAt } from '../../../server/print/values.ts';
import { spec } from '../../spec/spec.ts';
import { meet } from './editors.ts';
import { readPdf, type Piece } from './pdfText.ts';
import { contractsBetween, type Ids, type Stands } from '../scope/contracts.ts';
import {
  ROOT,
  signIn,
  startTestServer,
  type Answer,
  type Client,
  type ProblemReply,
  type TestServer,
} from '../support.ts';

interface Policy {
  id: string;
  version: number;
  status: { name: string };
  result: { name: string } | null;
  rejectReason: string | null;
  decidedBy: string | null;
  replyDate: string | null;
  lapseTime: string | null;
}
interface BatchReply {
  done: number;
  summary: string;
  rows: { id: string; status: number; code: string | null; reason: string | null; version: number | null }[];
}
interface Page<T> {
  list: T[];
  size: number;
}

let server: TestServer;
let contracts: Record<Stands, Ids>;
/** The owner's manager, the other party's, a stranger, and one with read access only. */
let owner: Client;
let carrier: Client;
let stranger: Client;

beforeAll(async () => {
  server = await startTestServer({ scale: 0.1 });
  contracts = await contractsBetween(server);
  [owner, carrier, stranger] = await Promise.all([
    signIn(server, 'manager'),
    signIn(server, 'carrier'),
    signIn(server, 'manager2'),
  ]);
  await server.pool.query(
    "update contracts set effective_date = '2026-01-01', expiration_date = null where id = any($1)",
    [Object.values(contracts).map(({ contract }) => contract)],
  );
  for (const table of ['contract_policies', 'contract_collection_tariffs', 'contract_customer_tariffs'])
    await server.pool.query(`delete from ${table} where contract_id = any($1)`, [
      Object.values(contracts).map(({ contract }) => contract),
    ]);
});
afterAll(() => server.close());

const codeOf = ({ status, body }: Answer<unknown>) => [status, (body as Partial<ProblemReply>).code];
const word = (name: string) => ({ name, caption: '' });
const shared = () => contracts.supplier['contract']!;

/** The code of a kind of waste of the owner's instance. */
async function garbage(at = 0): Promise<{ name: string; caption: string }> {
  const { body } = await owner.get<{ name: string; caption: string }[]>('/common/garbageTypes');
  return body[at]!;
}

describe('tariffs', () => {
  const tariff = async (given: object = {}) => ({
    contractId: shared(),
    garbageType: await garbage(),
    type: word('PER_VOLUME'),
    unit: word('M3'),
    price: 512.35,
    beginDate: '2026-01-01',
    endDate: '2026-06-30',
    ...given,
  });

  it.each([
    ['collection-tariff', 'tariffId'],
    ['customer-tariff', 'customerTariffId'],
  ])('%s: saved, read by both parties, changed by the owner alone', async (path) => {
    spec('collection-tariff sub-resource');
    const { type, ...rest } = await tariff();
    const given = path === 'collection-tariff' ? { type, ...rest } : rest;
    const made = await owner.post<{ id: string; version: number; price: number }>(`/${path}`, given);
    expect([made.status, made.body]).toMatchObject([
      200,
      { price: 512.35, garbageType: { name: rest.garbageType.name, caption: rest.garbageType.caption } },
    ]);
    const query = {
      contractId: shared(),
      query: rest.garbageType.caption.slice(0, 6),
      order: '-garbageType',
    };
    expect((await carrier.get<Page<object>>(`/${path}/paging`, query)).body).toEqual({
      list: [made.body],
      size: 1,
    });
    expect((await stranger.get(`/${path}/paging`, query)).status).toBe(404);
    const changed = { ...given, id: made.body.id, version: 1, price: 600 };
    expect(codeOf(await carrier.post(`/${path}`, changed))).toEqual([403, 'ownersOnly']);
    expect((await stranger.post(`/${path}`, changed)).status).toBe(404);
    expect((await owner.post(`/${path}`, changed)).status).toBe(200);
    expect(codeOf(await owner.post(`/${path}`, changed))).toEqual([412, 'stale']);
    const history = await owner.get<Page<{ action: string; changes: object[] }>>(
      `/${path}/${made.body.id}/history`,
    );
    expect(history.body.list[0]).toMatchObject({
      action: 'save',
      changes: [{ field: 'price', before: '512.35', after: '600' }],
    });
    expect(history.body.list[1]!.changes).toContainEqual({
      field: 'garbageType',
      before: null,
      after: JSON.stringify(rest.garbageType),
    });
  });

  it('are never two for one kind of waste and day', async () => {
    const again = await owner.post(
      '/collection-tariff',
      await tariff({ beginDate: '2026-06-30', endDate: null }),
    );
    expect(codeOf(again)).toEqual([409, 'periodCrosses']);
    const later = await tariff({ beginDate: '2026-07-01', endDate: null });
    expect((await owner.post('/collection-tariff', later)).status).toBe(200);
    // Two concurrent saves: the database accepts one of them.
    const other = { ...later, garbageType: await garbage(1) };
    const both = await Promise.all([
      owner.post('/collection-tariff', other),
      owner.post('/collection-tariff', other),
    ]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });

  it.each([
    [{ endDate: '2025-12-31' }, 'endDate'],
    [{ price: -1 }, 'price'],
    [{ maxDensity: 300 }, 'excessRule'],
    [{ excessRule: word('BY_WEIGHT') }, 'excessRule'],
    [{ maxDensity: 0, excessRule: word('BY_WEIGHT') }, 'maxDensity'],
    [{ unit: word('OWN_LITRE') }, 'unit'],
    [{ garbageType: word('NOTHING') }, 'garbageType'],
  ])('refuses %j', async (given, field) => {
    const answer = await owner.post('/collection-tariff', await tariff(given));
    expect([answer.status, answer.body.details?.errors?.map((error) => error.field)]).toEqual([400, [field]]);
  });
});

describe('policies', () => {
  const policy = (given: object = {}) => ({
    contractId: shared(),
    name: 'Согласование результатов',
    effectiveDate: '2030-01-01',
    expirationDate: '2030-03-31',
    considerationDays: 5,
    ...given,
  });
  const make = async (given: object = {}) =>
    (await owner.post<Policy>('/contract-policy', policy(given))).body;
  const send = ({ id }: Policy) => owner.post<Policy>(`/contract-policy/${id}/send`);
  const accept = (client: Client, { id }: Policy) => client.post<Policy>(`/contract-policy/${id}/accept`);
  const reject = (client: Client, { id }: Policy, reason = 'Много дней') =>
    client.post<Policy>(`/contract-policy/${id}/reject`, { reason });
  const codes = async (client: Client, { id }: Policy) =>
    (await client.get<{ code: string }[]>('/contract-policy/transitions', { policyIds: [id] })).body.map(
      ({ code }) => code,
    );
  const gone = ({ id }: Policy) => server.pool.query('delete from contract_policies where id = $1', [id]);

  it('are sent by the owner, and rejected or accepted by the other party alone', async () => {
    spec('POST contract-policy', 'GET contract-policy', 'GET contract-policy paging');
    spec('POST contract-policy accept', 'POST contract-policy reject', 'S-006', 'S-007', 'B-176', 'B-177');
    const made = await make();
    expect(made).toMatchObject({ status: { name: 'STATUS_NOT_SET' }, result: null, replyDate: null });
    expect([await codes(owner, made), await codes(carrier, made)]).toEqual([['send'], []]);
    expect((await accept(carrier, made)).status).toBe(404);
    expect((await carrier.post(`/contract-policy/${made.id}/send`)).status).toBe(404);
    expect((await send(made)).body).toMatchObject({ status: { name: 'PROCEEDED' }, result: null });
    expect([await codes(owner, made), await codes(carrier, made), await codes(stranger, made)]).toEqual([
      [],
      ['accept', 'reject'],
      [],
    ]);
    // The owner cannot answer for the other party, a stranger not at all.
    for (const client of [owner, stranger])
      for (const answer of [await accept(client, made), await reject(client, made)])
        expect([403, 404]).toContain(answer.status);
    expect(codeOf(await reject(carrier, made, ''))).toEqual([400, 'validation']);
    const rejected = (await reject(carrier, made)).body;
    expect(rejected).toMatchObject({
      status: { name: 'REJECTED' },
      result: { name: 'REJECTED' },
      rejectReason: 'Много дней',
      decidedBy: 'ЧистоТранс',
    });
    // A rejected policy is a draft again once it is edited; the previous answer is cleared when it is sent.
    const changed = { ...policy({ considerationDays: 3 }), id: made.id, version: rejected.version };
    expect((await owner.post<Policy>('/contract-policy', changed)).body.status.name).toBe('STATUS_NOT_SET');
    expect((await send(made)).body).toMatchObject({ rejectReason: null, decidedBy: null });
    const accepted = (await accept(carrier, made)).body;
    expect(accepted).toMatchObject({
      status: { name: 'ACCEPTED' },
      result: { name: 'ACCEPTED' },
      decidedBy: 'ЧистоТранс',
    });
    for (const answer of [await accept(carrier, made), await reject(carrier, made), await send(made)])
      expect(codeOf(answer)).toEqual([409, 'transition']);
    const history = await owner.get<Page<{ action: string; account: object }>>(
      `/contract-policy/${made.id}/history`,
    );
    expect(history.body.list.map(({ action }) => action)).toEqual([
      'accept',
      'send',
      'save',
      'reject',
      'send',
      'create',
    ]);
    expect(history.body.list[0]!.account).toEqual({ login: '', name: 'ЧистоТранс' });
    const { rows } = await server.pool.query<{ meta: string; values: object }>(
      `select meta, event_values as values from events e join instances i on i.id = e.instance_id
       where entity_id = $1 and i.name = 'ЭкоРегион' order by event_time`,
      [made.id],
    );
    expect(rows.map(({ meta }) => meta)).toEqual([
      'POLICY_SENT',
      'POLICY_REJECTED',
      'POLICY_SENT',
      'POLICY_ACCEPTED',
    ]);
    await gone(made);
  });

  it('cannot be changed or deleted while they are sent or agreed', async () => {
    const made = await make();
    const sent = (await send(made)).body;
    const change = async (version: number) =>
      codeOf(await owner.post('/contract-policy', { ...policy({ name: 'Другая' }), id: made.id, version }));
    expect(await change(sent.version)).toEqual([409, 'policyClosed']);
    expect(codeOf(await owner.delete(`/contract-policy/${made.id}`))).toEqual([409, 'policyClosed']);
    const accepted = (await accept(carrier, made)).body;
    expect(await change(accepted.version)).toEqual([409, 'policyClosed']);
    expect(codeOf(await owner.delete(`/contract-policy/${made.id}`))).toEqual([409, 'policyClosed']);
    // A policy that overlaps it cannot be sent, one that follows it can.
    const crossing = await make({ effectiveDate: '2030-03-31', expirationDate: null });
    expect(codeOf(await send(crossing))).toEqual([409, 'periodCrosses']);
    const next = await make({ effectiveDate: '2030-04-01', expirationDate: null });
    expect((await send(next)).status).toBe(200);
    expect((await owner.delete(`/contract-policy/${crossing.id}`)).status).toBe(204);
    await Promise.all([gone(made), gone(next)]);
  });

  it('are sent and answered in batches, each separately, at its version', async () => {
    const year = (from: string) => make({ effectiveDate: `${from}-01-01`, expirationDate: `${from}-12-31` });
    const made = [await year('2031'), await year('2032'), await year('2032')];
    const batch = (client: Client, body: object) => client.post<BatchReply>('/contract-policy/batch', body);
    const rows = [...made, { id: contracts.nowhere['contract']!, version: 1 }].map(({ id, version }) => ({
      id,
      version,
    }));
    rows[0]!.version = 7;
    const sent = (await batch(owner, { action: 'send', rows })).body;
    expect(sent.rows.map(({ id, status, code }) => [id, status, code])).toEqual([
      [made[0]!.id, 412, 'stale'],
      [made[1]!.id, 200, null],
      // It overlaps the one before it: the database refuses this row and no other.
      [made[2]!.id, 409, 'periodCrosses'],
      [rows[3]!.id, 404, 'notFound'],
    ]);
    expect([sent.done, sent.summary, sent.rows[1]!.version]).toEqual([1, 'Выполнено: 1, не выполнено: 3', 2]);
    expect(sent.rows[2]!.reason).toContain('Период пересекается');
    // Parameters of an action are checked as in a single call, and only the other party may answer.
    const answered = [{ id: made[1]!.id }, { id: made[2]!.id }];
    const bare = (await batch(carrier, { action: 'reject', rows: answered })).body;
    expect(bare.rows.map(({ status, code }) => [status, code])).toEqual([
      [400, 'validation'],
      [400, 'validation'],
    ]);
    const reject = { action: 'reject', rows: answered, input: { reason: 'Много дней' } };
    expect((await batch(owner, reject)).body.rows.map(({ status }) => status)).toEqual([404, 404]);
    expect((await batch(stranger, reject)).body.done).toBe(0);
    // The other party does not see what was not sent.
    expect((await batch(carrier, reject)).body.rows.map(({ status }) => status)).toEqual([200, 404]);
    expect((await batch(await signIn(server, 'guest'), reject)).status).toBe(403);
    await Promise.all(made.map(gone));
  });

  it('are changed once by a batch sent twice under one key, refusals included', async () => {
    const made = [
      await make({ effectiveDate: '2033-01-01', expirationDate: null }),
      await make({ effectiveDate: '2034-01-01', expirationDate: null }),
    ];
    const body = { action: 'send', rows: made.map(({ id }) => ({ id })) };
    const once = () =>
      owner.call<BatchReply>('POST', '/api/v3/contract-policy/batch', {
        body,
        headers: { 'Idempotency-Key': 'policies-at-once' },
      });
    const first = (await once()).body;
    // The whole request is one transaction: the row that the database refuses is undone alone.
    expect(first.rows.map(({ status, code }) => [status, code])).toEqual([
      [200, null],
      [409, 'periodCrosses'],
    ]);
    expect((await once()).body).toEqual(first);
    const { body: states } = await owner.get<Page<Policy>>('/contract-policy/paging', {
      contractId: shared(),
    });
    const stateOf = ({ id }: Policy) => states.list.find((each) => each.id === id)!.status.name;
    expect(made.map(stateOf)).toEqual(['PROCEEDED', 'STATUS_NOT_SET']);
    await Promise.all(made.map(gone));
  });

  it('need another party on the portal, and an active contract', async () => {
    const alone = await make({ contractId: contracts.nowhere['contract'] });
    // An action whose condition fails is not offered either.
    expect(await codes(owner, alone)).toEqual([]);
    expect(codeOf(await send(alone))).toEqual([409, 'policyWithoutParty']);
    const made = await make();
    await owner.post(`/contract/${shared()}/block`);
    expect(codeOf(await send(made))).toEqual([409, 'policyOfIdleContract']);
    await owner.post(`/contract/${shared()}/unblock`);
    await send(made);
    await owner.post(`/contract/${shared()}/block`);
    expect(codeOf(await accept(carrier, made))).toEqual([409, 'policyOfIdleContract']);
    await owner.post(`/contract/${shared()}/unblock`);
    expect((await accept(carrier, made)).status).toBe(200);
    await gone(made);
  });

  it('are answered once when they are accepted and rejected concurrently: the other request is refused', async () => {
    const made = await make();
    await send(made);
    const answers = await Promise.all([accept(carrier, made), reject(carrier, made)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    await gone(made);
  });

  it('are ended by the scheduled job: unanswered ones become STATUS_NOT_SET again, accepted ones expire', async () => {
    spec('B-178');
    const late = await make();
    await send(late);
    const over = await make({ effectiveDate: '2030-04-01', expirationDate: '2030-04-30' });
    await send(over);
    await accept(carrier, over);
    // Nothing is due while the last day of either is today.
    const days = (text: string) =>
      server.pool.query(
        `update contract_policies set reply_date = d.day, expiration_date = case id when $1 then expiration_date else d.day end,
           effective_date = case id when $1 then effective_date else d.day end
         from (select (now() at time zone 'Europe/Moscow')::date ${text} as day) d where id in ($1, $2)`,
        [late.id, over.id],
      );
    const statuses = async () => {
      const read = ({ id }: Policy) => owner.get<Policy>(`/contract-policy/${id}`);
      return (await Promise.all([read(late), read(over)])).map(({ body }) => body.status.name);
    };
    await days('');
    await lapsePolicies(server.application.db);
    expect(await statuses()).toEqual(['PROCEEDED', 'ACCEPTED']);
    await days('- 1');
    // Twice at once, as two servers would.
    await Promise.all([lapsePolicies(server.application.db), lapsePolicies(server.application.db)]);
    expect(await statuses()).toEqual(['STATUS_NOT_SET', 'EXPIRED']);
    const { body } = await owner.get<Page<{ action: string; account: object }>>(
      `/contract-policy/${late.id}/history`,
    );
    expect(body.list.map(({ action }) => action)).toEqual(['lapse', 'send', 'create']);
    expect(body.list[0]!.account).toEqual({ login: '', name: '' });
    const { rows } = await server.pool.query<{ meta: string }>(
      "select meta from events where entity_id in ($1, $2) and source_type = 'JOB' order by meta",
      [late.id, over.id],
    );
    expect(rows.map(({ meta }) => meta)).toEqual(['POLICY_EXPIRED', 'POLICY_LAPSED']);
    // Not answered in time: the owner may send it again.
    expect((await send(late)).body).toMatchObject({ status: { name: 'PROCEEDED' }, lapseTime: null });
    expect(codeOf(await send(over))).toEqual([409, 'transition']);
  });
});

/** Text without its spaces: narrow columns break lines. */
const bare = (texts: readonly string[]) => texts.join('').replaceAll(/\s/g, '');

/** A heading is repeated on the next page, and above other content of its tab. */
const once = (titles: readonly string[]) => titles.filter((title, i) => title !== titles[i - 1]);

/** The text under each heading, page by page. */
function blocksOf(pieces: readonly Piece[]) {
  const blocks: { title: string; page: number; text: string[] }[] = [];
  for (const [i, { size, page, text }] of pieces.entries()) {
    const before = pieces[i - 1];
    const open = blocks.at(-1);
    if (size === 11 && before?.size === 11 && before.page === page && open) open.title += text;
    else if (size === 11) blocks.push({ title: text, page, text: [] });
    else if (open?.page === page) open.text.push(text);
  }
  return blocks.map((block) => ({ ...block, title: block.title.trim() }));
}

/** The cells of a limit before its comment. */
const LIMIT = {
  ru: ['Масса', '1 000,5', 'кг', 'Месяц', '01.01.2026 – 31.12.2026'],
  en: ['Weight', '1,000.5', 'kg', 'Month', '01.01.2026 – 31.12.2026'],
};

describe('print', () => {
  it('returns the contract with its tabs as one document, to accounts that can read it', async () => {
    await owner.post('/collection-tariff', {
      contractId: contracts.customer['contract'],
      garbageType: await garbage(),
      type: word('PER_VISIT'),
      unit: word('VISIT'),
      price: 1,
      beginDate: '2026-01-01',
    });
    const print = (client: Client) =>
      fetch(`${server.url}/api/v3/contract/${contracts.customer['contract']}/print`, {
        headers: { Cookie: client.cookie!, 'X-Requested-With': 'XMLHttpRequest' },
      });
    for (const client of [owner, carrier]) {
      const answer = await print(client);
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf']);
      const bytes = Buffer.from(await answer.arrayBuffer());
      expect([bytes.subarray(0, 5).toString(), bytes.subarray(-6).toString().trim()]).toEqual([
        '%PDF-',
        '%%EOF',
      ]);
      expect(bytes.length).toBeGreaterThan(10_000);
    }
    expect((await print(stranger)).status).toBe(404);
  });

  it.each(['ru', 'en'] as const)('reads on paper as on the page: %s', async (locale) => {
    const id = shared();
    const { pool } = server;
    await pool.query('delete from contract_limits where contract_id = $1', [id]);
    await pool.query(
      `insert into contract_limits (instance_id, contract_id, type, unit, value, period, effective_date, expiration_date, comment)
       select instance_id, id, 'WEIGHT', 'KG', 1000.5, 'MONTH', '2026-01-01', '2026-12-31', '№ ' || n
       from contracts, generate_series(1, 60) n where id = $1`,
      [id],
    );
    const t = translator(loadLocales(ROOT), locale);
    const headers = {
      Cookie: owner.cookie!,
      'X-Requested-With': 'XMLHttpRequest',
      'Accept-Language': locale,
    };
    const answer = await fetch(`${server.url}/api/v3/contract/${id}/print`, { headers });
    const pieces = readPdf(Buffer.from(await answer.arrayBuffer()));
    const pages = pieces.at(-1)!.page;
    expect(pages).toBeGreaterThan(3);
    const { body: contract } = await owner.get<{ number: string }>(`/contract/${id}`);
    const title = pieces.filter(({ size }) => size === 16).map(({ text }) => text);
    expect(bare(title)).toContain(bare([t('server.print.title', { number: contract.number })]));

    // Each page has a footer with its number; the rest is the document.
    const isFoot = ({ size }: { size: number }) => size === 8;
    const feet = pieces.filter(isFoot).map(({ text }) => text);
    for (let page = 1; page <= pages; page += 1) expect(bare(feet)).toContain(`${page}/${pages}`);
    const written = pieces.filter((piece) => !isFoot(piece));

    // Headings are in the order of the tabs, one for each that has content.
    const expected: string[] = [];
    const heads = new Map<string, string>();
    for (const part of partsOf('screens/contracts/contract', 'contract', 'contract')) {
      if ('facts' in part) {
        if (part.tab !== '.') expected.push(t(part.title));
        continue;
      }
      const { path } = server.api.operations.get(part.operation)!;
      const filter = part.fixed['kinds'] ? { filter: part.fixed } : {};
      const page = await owner.get<Page<object>>(path.replace('/api/v3', ''), { contractId: id, ...filter });
      if (page.body.size === 0) continue;
      expected.push(t(part.title));
      heads.set(t(part.title), bare(part.columns.map(({ label }) => t(label))));
    }
    const blocks = blocksOf(written);
    const titles = blocks.map(({ title }) => title);
    expect(once(titles)).toEqual(once(expected));
    expect(expected.length).toBeGreaterThan(15);
    // No heading is alone at the end of a page: its column titles, if any, and at least one row follow.
    for (const block of blocks) {
      const [text, names] = [bare(block.text), heads.get(block.title) ?? ''];
      expect(text.slice(0, names.length)).toBe(names);
      expect(text.length).toBeGreaterThan(names.length);
    }

    // A table that continues on the next page repeats its heading and columns there, and has each row once.
    const limits = blocks.filter(({ title }) => title === t('limits.title'));
    expect(limits.length).toBeGreaterThan(1);
    const columns = ['type', 'value', 'unit', 'period', 'validity', 'balance', 'balanceTime', 'comment'];
    const head = bare(columns.map((name) => t(`limit.${name}`)));
    const row = bare(LIMIT[locale]);
    for (const { text } of limits) expect(bare(text).startsWith(head + row)).toBe(true);
    const told = limits.map(({ text }) => bare(text).slice(head.length)).join('');
    expect(told.split(row).slice(1).toSorted()).toEqual(
      Array.from({ length: 60 }, (_, i) => `№${i + 1}`).toSorted(),
    );

    // No text is a key or a code, and column titles are in the language of the user.
    const texts = written.map(({ text }) => text.trim());
    expect(texts.filter((text) => /^[a-z]\w*(\.\w+)+$/.test(text))).toEqual([]);
    expect(texts.filter((text) => /^[A-Z]{2,}(_[A-Z0-9]+)+$/.test(text))).toEqual([]);
    expect(texts.filter((text) => text.includes('\uFFFD'))).toEqual([]);
    if (locale === 'en') {
      const names = written.filter(({ font, size }) => font.includes('Medium') && size < 16);
      expect(names.filter(({ text }) => /[а-яё]/i.test(text))).toEqual([]);
    }
  });

  it('has the content of the tabs, in their order and with their captions', () => {
    const parts = partsOf('screens/contracts/contract', 'contract', 'contract');
    const tables = parts.filter((part) => 'operation' in part);
    const facts = parts.filter((part) => 'facts' in part);
    expect(tables.slice(0, 2).map(({ title }) => title)).toEqual(['incidentRules.title', 'claimRules.title']);
    expect(tables.find(({ operation }) => operation === 'contractLimitPaging')).toMatchObject({
      title: 'limits.title',
      columns: expect.arrayContaining([
        { label: 'limit.validity', fields: ['effectiveDate', 'expirationDate'], cell: 'period' },
      ]),
    });
    // Two tabs call the same operation for different rows.
    const points = tables.filter(({ operation }) => operation === 'contractVisitPointPaging');
    expect(points.map(({ fixed }) => fixed)).toEqual([{ kinds: ['UNLOADING'] }, { kinds: ['LOADING'] }]);
    // Properties of the contract itself are printed too, whichever form shows them.
    expect(facts.map(({ tab }) => tab)).toEqual(['.', 'manage']);
    const labels = facts.map((part) => part.facts.map(({ label }) => label));
    expect(labels[0]).toEqual(expect.arrayContaining(['contract.number', 'contract.oldValidity']));
    expect(labels[1]).toEqual(expect.arrayContaining(['contract.transferEnabled', 'contract.signStatus']));
    const ru: (key: string) => string = translator(loadLocales(ROOT), 'ru');
    const keys = parts.flatMap((part) => [part.title, ...('facts' in part ? part.facts : part.columns)]);
    const untold = keys
      .map((one) => (typeof one === 'string' ? one : one.label))
      .filter((key) => ru(key) === key);
    expect(untold).toEqual([]);
  });

  it('formats values as on the page: days, periods, money, instants in the zone of the instance', () => {
    const ground = {
      translate: translator(loadLocales(ROOT), 'ru'),
      locale: 'ru' as const,
      timeZone: 'Asia/Yekaterinburg',
    };
    expect(printed({ name: 'X', caption: 'Слово' }, ground)).toBe('Слово');
    expect(printed('2026-03-10', ground)).toBe('10.03.2026');
    expect([printed(true, ground), printed(null, ground), printed([{ shortName: 'ООО' }], ground)]).toEqual([
      'Да',
      '',
      'ООО',
    ]);
    // Late in the evening in Greenwich it is the next day there.
    expect(printed('2026-03-10T21:30:00.000Z', ground)).toBe('11.03.2026 02:30');
    const period = { label: '', fields: ['from', 'to'], cell: 'period' };
    const told = (row: object) => printedAt(row, period, ground);
    expect(told({ from: '2026-01-01', to: '2026-12-31' })).toBe('01.01.2026 – 31.12.2026');
    expect([
      told({ from: '2026-01-01', to: null }),
      told({ from: null, to: '2026-12-31' }),
      told({}),
    ]).toEqual(['с 01.01.2026', 'по 31.12.2026', '']);
    expect(printedAt({ price: 1039.5 }, { label: '', fields: ['price'], cell: 'money' }, ground)).toMatch(
      /^1\s039,50\s₽$/,
    );
    const english = { ...ground, locale: 'en' as const };
    expect(printedAt({ price: 1039.5 }, { label: '', fields: ['price'], cell: 'money' }, english)).toMatch(
      /^1,039.50\s₽$/,
    );
    const file = { id: 'f', date: '2026-01-01', fileInfo: { id: 'f', name: 'Договор.pdf' } };
    expect(printed([file], ground)).toBe('Договор.pdf');
  });
});

it('two editors of any record lose no changes', async () => {
  const { kinds, acknowledged, stale, lost, strange } = await meet(server, 60);
  expect(strange).toEqual([]);
  expect([kinds >= 9, acknowledged > 60, stale > 10, lost]).toEqual([true, true, true, 0]);
});

describe('a removed contract', () => {
  it('accepts nothing new and no answers', async () => {
    const contractId = contracts.customer['contract'];
    const made = await owner.post<Policy>('/contract-policy', {
      contractId,
      name: 'П',
      effectiveDate: '2030-01-01',
      considerationDays: 1,
    });
    await owner.delete(`/contract/${contractId}`);
    expect(codeOf(await owner.post(`/contract-policy/${made.body.id}/send`))).toEqual([409, 'removed']);
    expect(codeOf(await owner.delete(`/contract-policy/${made.body.id}`))).toEqual([409, 'removed']);
    const filter = { policyIds: [made.body.id] };
    expect((await owner.get<object[]>('/contract-policy/transitions', filter)).body).toEqual([]);
  });
});
