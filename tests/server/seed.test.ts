/** The demonstration is consistent: its records pass their own forms, sums match rows, past events are in the past. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { dayIn } from '../../server/core/dayIn.ts';
import { PERIODS } from '../../server/modules/contracts/partTerms.ts';
import { records } from '../../server/modules/handlers.ts';
import { saveSchemaOf } from '../../server/records/bind.ts';
import { columnOf } from '../../server/records/rows.ts';
import { demoAccounts } from '../../server/seed/accounts.ts';
import { nowOf, startOf, TIME_ZONE } from '../../server/seed/ground.ts';
import { createSeededDatabase } from './databases.ts';
import { savedOf } from './saved.ts';
import { ROOT, signIn, startTestServer, type Client, type ProblemReply, type TestServer } from './support.ts';

let server: TestServer;
let admin: Client;
beforeAll(async () => {
  server = await startTestServer({ scale: 0.1 });
  admin = await signIn(server, 'admin');
});
afterAll(() => server.close());

/**
 * Number of records of a kind to try: more vehicles, for they are random; most coupons are used up, most policies
 * agreed.
 */
const tried = (name: string): number => ({ vehicle: 30, coupon: 30, contractPolicy: 30 })[name] ?? 5;
/**
 * Codes of a 409 about the content; any other is about the state: a coupon that is used up, an inventory that is
 * closed.
 */
const OF_CONTENT: readonly unknown[] = ['conflict', 'periodCrosses'];
/** Kinds that cannot be saved before a person fills them in: by name, the reason. */
const UNFINISHED: Readonly<Record<string, string>> = {
  inventoryStand: 'the condition that an inspector finds',
};

/** Values that a form requires in each save, in addition to the record. */
const ASKED: Readonly<Record<string, object>> = { weighing: { changeReason: 'Описка' } };

/** Returns what the form sends: an empty field that may not be null is left out. */
function formOf(name: string, record: Record<string, unknown>): Record<string, unknown> {
  const { properties = {} } = server.api.schemas[saveSchemaOf(server.api.resources.get(name)!)]!;
  const sent = Object.entries(savedOf(server.api, name, record)).filter(
    ([property, value]) =>
      value !== null ||
      ![properties[property]!.type].flat().includes('string') ||
      [properties[property]!.type].flat().includes('null'),
  );
  return { ...Object.fromEntries(sent), ...ASKED[name] };
}

it('the day of the demo is the one of its zone, which begins three hours before that of UTC', () => {
  const evening = new Date('2026-11-30T20:59:59Z');
  const night = new Date('2026-11-30T21:00:00Z');
  expect([dayIn(TIME_ZONE, evening), dayIn(TIME_ZONE, night)]).toEqual(['2026-11-30', '2026-12-01']);
  const now = (day: string, late: string) =>
    nowOf(new Date(`${day}T00:00:00Z`), new Date(late)).toISOString();
  // Nothing in the future has happened yet; in the evening the data are the same as in the morning.
  expect(now('2026-12-01', '2026-11-30T21:00:00Z')).toBe('2026-11-30T21:00:00.000Z');
  expect(now('2026-12-01', '2026-12-01T05:00:00Z')).toBe('2026-12-01T05:00:00.000Z');
  expect(now('2026-12-01', '2026-12-01T20:00:00Z')).toBe('2026-12-01T08:00:00.000Z');
  // Past events are before that day began in its zone, so before any moment at which the demo is made.
  expect(startOf(new Date('2026-12-01T00:00:00Z'))).toEqual(night);
  // For a day that a test specifies, now is its morning.
  expect(now('2026-12-01', '2026-11-30T20:59:59Z')).toBe('2026-12-01T08:00:00.000Z');
});

it('has every kind of row on whichever day it is made, however small', async () => {
  const filled = async (today?: string) => {
    const database = await createSeededDatabase({ scale: 0.02, ...(today !== undefined && { today }) });
    const pool = new pg.Pool({ connectionString: database.url, max: 1 });
    try {
      const { rows } = await pool.query<{ table: string }>(
        `select table_name as "table" from information_schema.tables
         where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`,
      );
      const names: string[] = [];
      for (const { table } of rows)
        if ((await pool.query(`select from ${table} limit 1`)).rowCount) names.push(table);
      return names;
    } finally {
      await pool.end();
      await database.close();
    }
  };
  const today = await filled();
  expect(today).toContain('incidents');
  // The eve of a holiday, the last day of a short month, the first of a year.
  for (const day of ['2026-12-31', '2028-02-29', '2030-01-01']) expect(await filled(day), day).toEqual(today);
});

it('one of each kind is loaded and saved as its form would', async () => {
  const kinds = records.filter(({ name }) => {
    const verbs = ['Get', 'Save'].map((verb) => server.api.operations.has(`${name}${verb}`));
    return verbs.every(Boolean) && !(name in UNFINISHED);
  });
  const refused: unknown[] = [];
  const untried: string[] = [];
  for (const { name, table, only } of kinds) {
    const resource = server.api.resources.get(name)!;
    const address = resource.path.replace('/api/v3', '');
    const { rows } = await sql<{ id: string }>`
      select t.id from ${sql.table(table)} t join instances i on i.id = t.instance_id
      where i.name = 'ЭкоРегион' ${sql.join(
        Object.entries(only ?? {}).map(([column, value]) => sql`and ${sql.ref(`t.${column}`)} = ${value}`),
        sql` `,
      )} order by md5(t.id::text) limit ${tried(name)}`.execute(server.db);
    let saved = 0;
    for (const { id } of rows) {
      const { status, body: record } = await admin.get<Record<string, unknown>>(`${address}/${id}`);
      if (status !== 200) continue;
      const answer = await admin.post(address, formOf(name, record));
      if (answer.status === 200) saved += 1;
      else if (answer.status !== 409 || OF_CONTENT.includes(answer.body.code))
        refused.push([name, id, answer.status, answer.body.details?.errors ?? answer.body.code]);
    }
    if (rows.length > 0 && saved === 0) untried.push(name);
  }
  expect(refused).toEqual([]);
  expect(untried).toEqual([]);
  expect(kinds.length).toBeGreaterThan(30);
});

it('parts of contracts are within their terms, and shares of districts within 100 percent', async () => {
  for (const [name, { table, begin, end }] of Object.entries(PERIODS)) {
    const from = sql.ref(`p.${columnOf(begin)}`);
    const to = end ? sql.ref(`p.${columnOf(end)}`) : sql`null::date`;
    const { rows } = await sql`
      select p.id from ${sql.table(table)} p join contracts c on c.id = p.contract_id
      where ${from} < c.effective_date
        or not c.auto_renewal and greatest(${from}, ${to}) > c.expiration_date`.execute(server.db);
    expect([name, rows]).toEqual([name, []]);
  }
  const { rows } = await server.pool.query(
    'select contract_id from contract_districts group by 1 having sum(share) > 100',
  );
  expect(rows).toEqual([]);
});

it('weights are those of the vehicles, and no vehicle is overloaded', async () => {
  const { rows } = await server.pool.query<Record<string, number>>(`
    select count(*)::int as all, count(*) filter (where w.gross > v.max_mass)::int as over,
      count(*) filter (where w.gross <= w.tare)::int as empty,
      count(*) filter (where abs(w.tare - v.weight) > 10)::int as strange,
      count(distinct w.tare)::int as tares
    from weighings w join vehicles v on v.id = w.vehicle_id`);
  expect(rows[0]).toMatchObject({ over: 0, empty: 0, strange: 0 });
  expect(rows[0]!['all']).toBeGreaterThan(100);
  expect(rows[0]!['tares']).toBeGreaterThan(20);
  const vehicles = await server.pool.query('select reg_number from vehicles where max_mass <= weight');
  expect(vehicles.rows).toEqual([]);
});

it('figures of a visit point match their rows', async () => {
  const { rows } = await server.pool.query<{ id: string; weighings: number; visits: number }>(`
    select p.id,
      (select count(*) from weighings w where w.visit_point_id = p.id and w.status <> 'ANNULLED'
        and w.weigh_time > now() - interval '29 days')::int as weighings,
      (select count(*) from visits v where v.visit_point_id = p.id and v.status = 'SUCCESS'
        and v.visit_date > now()::date - 29)::int as visits
    from visit_points p join instances i on i.id = p.instance_id
    where i.name = 'ЭкоРегион' order by 2 desc, 3 desc limit 20`);
  let seen = 0;
  for (const { id, weighings, visits } of rows) {
    const whole = await admin.get<Record<string, number>>(`/visit-point/${id}/statistic`);
    expect(whole.body['visits']).toBeGreaterThanOrEqual(weighings + visits);
    for (const by of ['time', 'action', 'garbage']) {
      const parts = await admin.get<Record<string, number>[]>(`/visit-point/${id}/traffic`, { by });
      const sum = (figure: string) => parts.body.reduce((all, one) => all + Number(one[figure]), 0);
      expect([by, sum('weight'), sum('volume')]).toEqual([
        by,
        expect.closeTo(whole.body['weight']!, 3),
        expect.closeTo(whole.body['volume']!, 3),
      ]);
      // A visit with two kinds of waste is counted under both.
      if (by === 'time') expect(sum('visits')).toBe(whole.body['visits']);
      else expect(sum('visits')).toBeGreaterThanOrEqual(whole.body['visits']!);
    }
    seen += whole.body['visits']!;
  }
  expect(seen).toBeGreaterThan(100);
});

/** Columns of planned times, or of ends in the future. */
const PLANNED = new Set([
  'units.begin_time',
  'units.end_time',
  'visits.plan_time',
  'vehicle_terminals.end_time',
  'sessions.expire_time',
  'road_closures.begin_time',
  'road_closures.end_time',
  'road_closures.next_try_time',
]);

it('no moment of the past is in the future', async () => {
  const { rows: columns } = await server.pool.query<{ table: string; column: string }>(`
    select c.table_name as table, c.column_name as column from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.data_type = 'timestamp with time zone'`);
  const ahead: string[] = [];
  for (const { table, column } of columns) {
    // Variants of plans consist of planned times only.
    if (table.startsWith('v_') || PLANNED.has(`${table}.${column}`)) continue;
    const { rows } = await sql<{ most: string | null }>`
      select max(${sql.ref(column)})::text as most from ${sql.table(table)} where ${sql.ref(column)} > now()`.execute(
      server.db,
    );
    if (rows[0]!.most) ahead.push(`${table}.${column} ${rows[0]!.most}`);
  }
  expect(columns.length).toBeGreaterThan(60);
  expect(ahead).toEqual([]);
});

it('limits are told apart by their type or period', async () => {
  const { rows } = await server.pool.query<Record<string, string>>(
    'select contract_id, type, period from contract_limits group by 1, 2, 3 having count(*) > 1',
  );
  expect(rows).toEqual([]);
});

it('a reader reads: its first page is the list of contracts, it can open each and change none', async () => {
  const reader = await signIn(server, 'reader');
  const page = await reader.get<{ list: { id: string; version: number }[] }>('/contract/paging');
  expect(page.body.list.length).toBeGreaterThan(5);
  const { id } = page.body.list[0]!;
  const one = await reader.get<Record<string, unknown>>(`/contract/${id}`);
  expect(one.body['editing']).toMatchObject({ name: 'NO_RIGHT' });
  const saved = await reader.post<ProblemReply>('/contract', savedOf(server.api, 'contract', one.body));
  expect(saved.status).toBe(403);
  const gates = ['contracts/contracts', 'contracts/contract/contract'].map(
    (screen) =>
      (
        JSON.parse(readFileSync(path.join(ROOT, `screens/${screen}.screen.json`), 'utf8')) as {
          access: string[];
        }
      ).access,
  );
  const { permissions } = demoAccounts.find(({ login }) => login === 'reader')!;
  for (const gate of gates) expect(gate.some((word) => permissions.includes(word))).toBe(true);
});

it('the accounts of the guide match the existing ones', () => {
  const text = readFileSync(path.join(ROOT, 'README.md'), 'utf8');
  const table = text.slice(text.indexOf('## Demo accounts'), text.indexOf('## Licence'));
  const told = [...table.matchAll(/^\| `(\w+)` /gm)].map(([, login]) => login);
  expect(told).toEqual(demoAccounts.map(({ login }) => login));
});
