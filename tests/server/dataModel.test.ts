import { copyFileSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connect } from '../../server/database/connection.ts';
import { migrate } from '../../server/database/migrate.ts';
import { withOwnerLock } from '../../server/database/ownerLock.ts';
import { loadLocales } from '../../server/core/projectFiles.ts';
import { toProblem } from '../../server/core/problems.ts';
import { createFilledDatabase } from './databases.ts';
import { createTestDatabase, ROOT, startTestServer, temporaryFolder, type TestServer } from './support.ts';

const TODAY = '2026-11-21';
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ scale: 0.05, today: TODAY });
});
afterAll(() => server.close());

async function select<Row extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<Row[]> {
  return (await server.pool.query<Row>(text, values)).rows;
}

/** The code of the error that a statement ends with, or `done`; always rolled back. */
async function outcome(text: string, values: unknown[] = []): Promise<string> {
  const client = await server.pool.connect();
  try {
    await client.query('begin');
    const { rowCount } = await client.query(text, values);
    await client.query('set constraints all immediate');
    return rowCount === 0 ? 'nothing to do' : 'done';
  } catch (error) {
    return (error as pg.DatabaseError).code ?? String(error);
  } finally {
    await client.query('rollback');
    client.release();
  }
}

const tables = () =>
  select<{ name: string }>(
    `select relname as name from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace order by 1`,
  ).then((rows) => rows.map(({ name }) => name));

/** Names of tables that have all of the given columns. */
const tablesWith = (...columns: string[]) =>
  select<{ name: string }>(
    `select table_name as name from information_schema.columns
     where table_schema = 'public' and column_name = any ($1)
     group by 1 having count(*) = $2 order by 1`,
    [columns, columns.length],
  ).then((rows) => rows.map(({ name }) => name));

describe('the page about the data model', () => {
  it('names every table once, and nothing else', async () => {
    const page = readFileSync(path.join(ROOT, 'docs/data-model.md'), 'utf8');
    const named = [...page.matchAll(/^\|[^|`]+\|\s*`(\w+)`/gm)].map(([, name]) => name);
    expect(named.toSorted()).toEqual(await tables());
  });
});

describe('records of an instance', () => {
  it('have (instance_id, id) as a key; tables of links have the instance in their key', async () => {
    const keys = await select<{ name: string; columns: string[] }>(
      `select c.relname as name, array(
         select a.attname::text from unnest(i.indkey) with ordinality k (attnum, nth)
         join pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum order by nth) as columns
       from pg_index i join pg_class c on c.oid = i.indrelid
       where i.indisunique and i.indpred is null and c.relnamespace = 'public'::regnamespace`,
    );
    const withId = await tablesWith('instance_id', 'id');
    const missing = (await tablesWith('instance_id')).filter((name) => {
      const own = keys.filter((key) => key.name === name).map((key) => key.columns.join());
      return withId.includes(name)
        ? !own.includes('instance_id,id')
        : !own.some((key) => key.includes('instance_id'));
    });
    // No table refers to rows of the logs and of the properties; a host is unique worldwide; a limit determines the
    // instance.
    expect(missing).toEqual([
      'app_properties',
      'audit_log',
      'classifiers',
      'contract_limit_usage',
      'file_chunks',
      'file_variants',
      'host_instances',
      'security_log',
    ]);
  });

  it('refer to each other by keys with the instance, and the database refuses every other reference', async () => {
    const foreign = await select<{ child: string; parent: string; columns: string[]; targets: string[] }>(
      `select k.conrelid::regclass::text as child, k.confrelid::regclass::text as parent,
         array(select attname::text from unnest(k.conkey) with ordinality u (n, o)
           join pg_attribute on attrelid = k.conrelid and attnum = n order by o) as columns,
         array(select attname::text from unnest(k.confkey) with ordinality u (n, o)
           join pg_attribute on attrelid = k.confrelid and attnum = n order by o) as targets
       from pg_constraint k where k.contype = 'f' and k.connamespace = 'public'::regnamespace order by 1, 2`,
    );
    const own = new Set(await tablesWith('instance_id'));
    const ties = foreign.filter(({ child, parent }) => own.has(child) && own.has(parent));
    expect(ties.filter(({ columns }) => columns[0] !== 'instance_id')).toEqual([]);
    expect(ties.length).toBeGreaterThan(60);
    const tried: string[] = [];
    for (const { child, parent, columns, targets } of ties) {
      const [, column] = columns;
      const [, target] = targets;
      const [row] = await select<{ at: string; value: string }>(
        `select c.ctid::text as at, p.${target}::text as value from ${child} c
         join ${parent} p on p.instance_id <> c.instance_id
         where not exists (select from ${parent} o where o.instance_id = c.instance_id and o.${target} = p.${target})
         limit 1`,
      );
      // Codes of trade lists are the same in every instance: each refers to the instance's own row.
      if (!row) continue;
      const refused = await outcome(
        `update ${child} set ${column} = $1::text::${target === 'id' ? 'uuid' : 'text'} where ctid = $2::tid`,
        [row.value, row.at],
      );
      tried.push(`${child}.${column} ${refused}`);
    }
    // A few already violate a key or a period.
    expect(tried.filter((line) => !/ (23503|23505|23P01)$/.test(line))).toEqual([]);
    expect(tried.filter((line) => line.endsWith(' 23503')).length).toBeGreaterThan(40);
  });
});

describe('periods', () => {
  it('run forwards in every table', async () => {
    const pairs: [string, string, string][] = [
      ['begin_date', 'end_date', 'begin_date - 1'],
      ['begin_time', 'end_time', 'begin_time'],
    ];
    const accepted: string[] = [];
    let tried = 0;
    for (const [begin, end, wrong] of pairs) {
      for (const table of await tablesWith(begin, end)) {
        const one = `ctid = (select ctid from ${table} where ${begin} is not null limit 1)`;
        const code = await outcome(`update ${table} set ${end} = ${wrong} where ${one}`);
        if (code !== '23514') accepted.push(`${table} ${code}`);
        tried += 1;
      }
    }
    for (const table of await tablesWith('time_from', 'time_to')) {
      const one = `ctid = (select ctid from ${table} limit 1)`;
      const code = await outcome(`update ${table} set time_from = '12:00', time_to = '11:00' where ${one}`);
      // A schedule computes with its hours before it checks them.
      if (code !== '23514' && code !== '22000') accepted.push(`${table} ${code}`);
      tried += 1;
    }
    expect(accepted).toEqual([]);
    expect(tried).toBeGreaterThan(10);
  });

  /** Inserts a copy of the earliest row with another period. */
  const copy = (table: string, changes: Record<string, string>) => {
    const values = Object.entries(changes).map(([name, value]) => `'${name}', ${value}`);
    const [begin] = Object.keys(changes);
    return outcome(
      `insert into ${table}
       select (json_populate_record(t, json_build_object('id', gen_random_uuid(), ${values.join()}))).*
       from ${table} t where t.id = (select id from ${table} order by ${begin}, id limit 1)`,
    );
  };

  it.each(['vehicle_polygon_tickets', 'containers', 'contract_plans'])(
    'of days never cross in %s, both ends inclusive',
    async (table) => {
      const before = (days: number) => `t.begin_date - ${days}`;
      expect(await copy(table, { begin_date: before(9), end_date: before(1) })).toBe('done');
      expect(await copy(table, { begin_date: before(9), end_date: before(0) })).toBe('23P01');
      expect(await copy(table, { begin_date: before(9), end_date: 'null' })).toBe('23P01');
    },
  );

  it('of terminals never cross, the end exclusive', async () => {
    const begin = "t.begin_time - interval '1 day'";
    const late = "t.begin_time + interval '1 second'";
    expect(await copy('vehicle_terminals', { begin_time: begin, end_time: late })).toBe('23P01');
    expect(await copy('vehicle_terminals', { begin_time: begin, end_time: 't.begin_time' })).toBe('done');
  });

  it('that cross are refused with a message that says so', async () => {
    const crossing = server.pool.query(
      `insert into vehicle_polygon_tickets select (json_populate_record(t, json_build_object('id', gen_random_uuid()))).*
       from vehicle_polygon_tickets t limit 1`,
    );
    const { status, code } = toProblem(await crossing.catch((error: unknown) => error));
    expect([status, code]).toEqual([409, 'periodCrosses']);
    const empty = await server.pool
      .query('update contracts set effective_date = null')
      .catch((error: unknown) => toProblem(error));
    expect(empty).toMatchObject({
      status: 400,
      options: { errors: [{ field: 'effectiveDate', code: 'required' }] },
    });
    const { ru, en } = loadLocales(ROOT);
    expect([ru['server.periodCrosses'], en['server.periodCrosses']]).not.toContain(undefined);
  });

  it('of a schedule never cross in days, week days, weeks and hours at once', async () => {
    const [schedule] = await select<{ id: string; instance_id: string }>('select * from schedules limit 1');
    const client = await server.pool.connect();
    const add = async (period: Record<string, unknown>) => {
      await client.query('savepoint one');
      const row = { kind: 'EVERYDAY', week_days: [], weeks: [], excluded: false, ...period };
      try {
        await client.query(
          `insert into schedule_periods (instance_id, schedule_id, excluded, kind, week_days, weeks, time_from, time_to,
             begin_date, end_date)
           select $1, $2, excluded, kind, week_days, weeks, time_from, time_to, begin_date, end_date
           from json_populate_record(null::schedule_periods, $3)`,
          [schedule!.instance_id, schedule!.id, JSON.stringify(row)],
        );
        return 'done';
      } catch (error) {
        await client.query('rollback to one');
        return (error as pg.DatabaseError).code;
      }
    };
    try {
      await client.query('begin');
      await client.query('delete from schedule_periods where schedule_id = $1', [schedule!.id]);
      const morning = { kind: 'EVERY_WEEK', week_days: [1, 3], time_from: '06:00', time_to: '10:00' };
      expect(await add(morning)).toBe('done');
      expect(await add({ ...morning, time_from: '10:00', time_to: '12:00' })).toBe('done');
      expect(await add({ ...morning, week_days: [2, 4] })).toBe('done');
      expect(await add({ ...morning, week_days: [3], time_from: '09:00', time_to: '09:30' })).toBe('23P01');
      expect(await add({ kind: 'NUMBERED_WEEKS', week_days: [3], weeks: [5] })).toBe('23P01');
      expect(await add({ excluded: true, begin_date: '2027-01-01', end_date: '2027-01-08' })).toBe('done');
      expect(await add({ excluded: true, begin_date: '2027-01-08', end_date: '2027-01-09' })).toBe('23P01');
      const first = { kind: 'NUMBERED_WEEKS', week_days: [6], weeks: [1, 3] };
      expect(await add(first)).toBe('done');
      expect(await add({ ...first, weeks: [2] })).toBe('done');
      expect(await add({ ...first, weeks: [2, 4] })).toBe('23P01');
      expect(await add({ kind: 'EVERY_WEEK' })).toBe('23514');
      expect(await add({ kind: 'EVERY_WEEK', week_days: [8] })).toBe('23514');
    } finally {
      await client.query('rollback');
      client.release();
    }
  });
});

describe('values', () => {
  it('of coordinates are valid on the globe, in every table', async () => {
    const columns = await select<{ table: string; column: string; domain: string }>(
      `select table_name as table, column_name as column, coalesce(domain_name, data_type) as domain
       from information_schema.columns
       where table_schema = 'public' and column_name ~ '(latitude|longitude)$' order by 1, 2`,
    );
    expect(columns.length).toBeGreaterThan(8);
    for (const { table, column, domain } of columns) {
      const limit = column.endsWith('latitude') ? 90 : 180;
      expect([table, domain]).toEqual([table, limit === 90 ? 'latitude' : 'longitude']);
      const one = `ctid = (select ctid from ${table} where ${column} is not null limit 1)`;
      for (const wrong of [`${limit}.01`, `-${limit}.01`, "'NaN'", "'Infinity'"]) {
        const set = `update ${table} set ${column} = ${wrong} where ${one}`;
        expect([table, wrong, await outcome(set)]).toEqual([table, wrong, '23514']);
      }
      expect(await outcome(`update ${table} set ${column} = ${-limit} where ${one}`)).toBe('done');
    }
  });

  it('of money have kopecks and are never negative', async () => {
    const one = 'id = (select id from vehicles limit 1)';
    expect(await outcome(`update vehicles set cost_km = -0.01 where ${one}`)).toBe('23514');
    const [row] = await select<{ cost: number }>(`select 12.345::roubles as cost`);
    expect(row).toEqual({ cost: 12.35 });
  });

  it('of the location tree never form a cycle', async () => {
    const [leaf] = await select<{ id: string; root: string; parent: string; depth: number }>(
      `with recursive down (id, root, parent_id, depth) as (
         select id, id, null::uuid, 1 from locations where parent_id is null
         union all select l.id, d.root, l.parent_id, d.depth + 1 from locations l join down d on d.id = l.parent_id
       ) select id, root, parent_id as parent, depth from down order by depth desc limit 1`,
    );
    expect(leaf?.depth).toBe(3);
    const move = 'update locations set parent_id = $1 where id = $2';
    expect(await outcome(move, [leaf!.id, leaf!.root])).toBe('WS409');
    expect(await outcome(move, [leaf!.id, leaf!.parent])).toBe('WS409');
    expect(await outcome(move, [leaf!.id, leaf!.id])).toBe('WS409');
    expect(await outcome(move, [leaf!.root, leaf!.id])).toBe('done');
  });
});

describe('the seed', () => {
  /** Tables whose rows are made by people, by events, or with the files. */
  const EMPTY = [
    'account_districts',
    'carrier_claim_findings',
    'contract_rule_findings',
    'contract_talon_links',
    'file_removals',
    'idempotency_keys',
    'job_pieces',
    'jobs',
    'known_devices',
    'live_messages',
    'live_sequences',
    'login_tries',
    'preferences',
    'report_askers',
    'report_templates',
    'security_log',
    'sessions',
    'sheet_imports',
  ];

  it('fills every table', async () => {
    const empty: string[] = [];
    for (const name of await tables()) {
      const [row] = await select<{ some: boolean }>(`select exists (select from ${name}) as some`);
      if (!row?.some) empty.push(name);
    }
    expect(empty).toEqual(EMPTY);
  });

  it('gives every contract district a location of its instance', async () => {
    const lost = await select(
      `select district from contract_districts d where not exists (
         select from locations l where l.instance_id = d.instance_id and l.code = d.district and l.kind = 'DISTRICT')`,
    );
    expect(lost).toEqual([]);
  });

  it('is the same for the same day', async () => {
    const database = await createFilledDatabase({ scale: 0.05, today: TODAY });
    const again = connect(database.url);
    try {
      // Differences: salted hashes and times of this run, ids of parts that nothing refers to, and ids of found routes.
      const names = (await tables()).filter((name) => !['accounts', 'schema_migrations'].includes(name));
      const run = '"(audit|change|create|next_try)_time": "[^"]*"';
      const uuid = '[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}';
      const linesOf = async ({ pool }: { pool: pg.Pool }, name: string) => {
        const left = /^(solution|v_ro|v_run)/.test(name) ? `${run}|${uuid}` : run;
        const { rows } = await pool.query<{ line: string }>(
          `select regexp_replace((to_jsonb(t) - 'id')::text, $1, '', 'g') as line from ${name} t`,
          [left],
        );
        return rows.map(({ line }) => line);
      };
      for (const name of names) {
        const [lines, others] = [await linesOf(server, name), await linesOf(again, name)];
        const known = new Set(lines);
        const more = others.filter((line) => !known.has(line)).slice(0, 2);
        expect.soft([name, others.length, ...more]).toEqual([name, lines.length]);
      }
    } finally {
      await again.close();
      await database.close();
    }
  });
});

it('a database of an earlier version gets a location for every district value that its contracts may have', async () => {
  const database = await createTestDatabase();
  const { pool, close } = connect(database.url);
  const { folder, remove } = temporaryFolder();
  try {
    for (const name of ['0001_tables.sql', '0002_reference.sql']) {
      copyFileSync(path.join(ROOT, 'server/database/migrations', name), path.join(folder, name));
    }
    await withOwnerLock(pool, (client) => migrate(client, { folder }));
    await pool.query(`
      with i as (insert into instances (name, type) values ('Прежний', 'RO') returning id),
        j as (insert into instances (name, type) values ('Пустой', 'RO') returning id),
        c as (insert into customers (instance_id, kind, name, short_name)
          select id, 'LEGAL', n, n from i, unnest(array['А', 'Б']) n returning id, instance_id),
        k as (insert into contracts (instance_id, number, name, type, customer_id, supplier_id, effective_date)
          select instance_id, '1', '1', 'SERVICE', min(id::text)::uuid, max(id::text)::uuid, '2026-01-01'
          from c group by 1 returning id, instance_id)
      insert into contract_districts (instance_id, contract_id, district, share, effective_date)
      select instance_id, id, d, 1, '2026-01-01' from k, unnest(array['CENTRAL', 'SADOVY']) d`);
    await withOwnerLock(pool, (client) => migrate(client));
    const { rows } = await pool.query(`
      select i.name, l.kind, count(*) n, bool_and(p.kind = 'REGION') is distinct from false as below
      from locations l join instances i on i.id = l.instance_id left join locations p on p.id = l.parent_id
      group by 1, 2 order by 2`);
    expect(rows).toEqual([
      { name: 'Прежний', kind: 'DISTRICT', n: 12, below: true },
      { name: 'Прежний', kind: 'REGION', n: 1, below: true },
    ]);
  } finally {
    await close();
    await database.close();
    remove();
  }
});
