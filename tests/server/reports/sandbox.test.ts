/** The sandbox: the parser, the database behind it, two tenants and the limits. */
import { existsSync, readFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readAccount, type Account } from '../../../server/access/accounts.ts';
import { connect, type Db } from '../../../server/database/connection.ts';
import { reportsUrlOf } from '../../../server/database/roles.ts';
import { QueryRefused, readQuery } from '../../../server/reports/query.ts';
import { runReports, RunTooLong } from '../../../server/reports/sandbox.ts';
import { REPORT_VIEWS } from '../../../server/reports/views.ts';
import { startTestServer, type TestServer } from '../support.ts';
import { disagree } from './disagreements.ts';
import { ENDLESS, HOSTILE, UNWANTED } from './hostile.ts';

let server: TestServer;
let accounts: Map<string, Account>;
beforeAll(async () => {
  server = await startTestServer({ scale: 0.05, today: '2026-11-21' });
  await disagree(server);
  const { rows } = await server.pool.query<{ id: string; login: string }>('select id, login from accounts');
  accounts = new Map();
  for (const { id, login } of rows) {
    if (['admin', 'analyst', 'manager2', 'chief'].includes(login))
      accounts.set(login, (await readAccount(server.application.db, id))!);
  }
});
afterAll(() => server.close());

async function rowsOf(query: string, account: Account, count = 1000): Promise<(string | null)[][]> {
  return runReports(server.application.db, account, { seconds: 5 }, async (session) => {
    const open = await session.open(await readQuery(query, []), []);
    return open.next(count);
  });
}

/** Opens a session with the role of reports, bypassing the parser. */
async function bare<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({
    connectionString: reportsUrlOf(server.application.pool.options.connectionString!),
  });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Nice values of a process, and of its session where the system shares the cores among sessions. */
function prioritiesOf(pid: number): number[] {
  const session = `/proc/${pid}/autogroup`;
  const told = existsSync(session) ? /nice (-?\d+)/.exec(readFileSync(session, 'utf8')) : null;
  return [getPriority(pid), ...(told ? [Number(told[1])] : [])];
}

describe('the parser', () => {
  const all = [...Object.values(HOSTILE).flat(), ...UNWANTED];

  it('refuses 200 hostile queries, each with a position', async () => {
    expect(all.length).toBeGreaterThanOrEqual(200);
    const passed: string[] = [];
    for (const query of all) {
      const refusal = await readQuery(query, []).then(
        () => undefined,
        (error: unknown) => error,
      );
      const told = refusal instanceof QueryRefused && refusal.fault.line >= 1 && refusal.fault.column >= 1;
      if (!told) passed.push(query);
    }
    expect(passed).toEqual([]);
  });

  it('accepts queries that reports consist of', async () => {
    const parameters = [
      { name: 'period', alias: 'Период', type: 'DATE_INTERVAL' as const },
      { name: 'districts', alias: 'Районы', type: 'DICTIONARY' as const, multi: true },
    ];
    const query = `with q as (select t.*, row_number() over (partition by stand order by task_date desc) as n from tasks t)
      select date_trunc('month', task_date)::date as month, "stand", count(*) filter (where n = 1) as last,
        round(100.0 * sum(done_volume) / nullif(sum(planned_volume), 0), 1) as part, ':period' as text
      from q where task_date between :period_from and :period_to and (:districts is null or location_code = any(:districts))
      group by 1, 2 having count(*) > 0 order by 1, 2 limit 50 -- :none`;
    const read = await readQuery(query, parameters);
    expect(read.names).toEqual(['period_from', 'period_to', 'districts']);
    expect(read.views).toEqual(['tasks']);
    expect(read.text).toContain('($3::text[])');
    // A position behind parameters is that of the original text.
    const fault = await readQuery('select :period_from,\n  nothing(1) from tasks', parameters).catch(
      (error: QueryRefused) => error.fault,
    );
    expect(fault).toMatchObject({ line: 2, column: 3, values: { name: 'nothing' } });
  });
});

describe('the database', () => {
  it('also refuses each of them when the parser is bypassed', async () => {
    const passed: string[] = [];
    await bare(async (client) => {
      for (const query of Object.values(HOSTILE).flat()) {
        await client.query('begin read only');
        // Bound parameters allow one statement only, as in the sandbox.
        const run = {
          text: `declare report no scroll cursor for ${query}`,
          values: [],
          queryMode: 'extended',
        };
        try {
          await client.query(run as pg.QueryConfig);
          await client.query('fetch 1 from report');
          passed.push(query);
        } catch (error) {
          if (!(error instanceof pg.DatabaseError)) throw error;
        }
        await client.query('rollback');
      }
    });
    expect(passed).toEqual([]);
  });

  it('has a role that may select the views and nothing else', async () => {
    const { rows } = await bare((client) =>
      client.query<{ name: string }>(
        `select n.nspname || '.' || c.relname || ' ' || p.privilege as name
         from pg_class c join pg_namespace n on n.oid = c.relnamespace,
           unnest(array['select', 'insert', 'update', 'delete', 'truncate', 'references', 'trigger']) p (privilege)
         where n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast') and c.relkind in ('r', 'v', 'm', 'p', 'f')
           and has_table_privilege(c.oid, p.privilege) order by 1`,
      ),
    );
    expect(rows.map(({ name }) => name)).toEqual(
      REPORT_VIEWS.map(({ name }) => `report.${name} select`).toSorted(),
    );
    const { rows: made } = await bare((client) =>
      client.query(`select rolsuper, rolcreatedb, rolcreaterole, rolbypassrls, rolinherit,
        has_schema_privilege('public', 'create') or has_schema_privilege('report', 'create') as creates,
        (select count(*)::int from pg_auth_members m where m.member = r.oid) as roles,
        current_setting('transaction_read_only') as reads
        from pg_roles r where rolname = current_user`),
    );
    expect(made[0]).toEqual({ rolsuper: false, rolcreatedb: false, rolcreaterole: false, rolbypassrls: false, rolinherit: false, creates: false, roles: 0, reads: 'on' }); // prettier-ignore
  });

  it('shows nothing to a session without an asker, which cannot set one', async () => {
    const counts = await bare(async (client) => {
      const { rows } = await client.query(
        `select ${REPORT_VIEWS.map(({ name }) => `(select count(*)::int from ${name}) as ${name}`).join()}`,
      );
      return Object.values(rows[0] as Record<string, number>);
    });
    expect(new Set(counts)).toEqual(new Set([0]));
  });

  it('has the columns of each view that the product declares', async () => {
    const { rows } = await server.pool.query<{ view: string; columns: string[] }>(
      `select table_name as view, array_agg(column_name::text order by ordinal_position) as columns
       from information_schema.columns where table_schema = 'report' and table_name <> 'asker' group by 1 order by 1`,
    );
    const told = REPORT_VIEWS.map(({ name, columns }) => ({
      view: name,
      columns: columns.map((one) => one.name),
    }));
    expect(told.toSorted((a, b) => a.view.localeCompare(b.view))).toEqual(rows);
    const { rows: open } = await server.pool.query(
      `select relname from pg_class where relnamespace = 'report'::regnamespace and relkind = 'v'
       and not coalesce(reloptions @> array['security_barrier=true'] or reloptions @> array['security_barrier=on'], false)`,
    );
    expect(open).toEqual([]);
  });
});

describe('the reach of a report', () => {
  const VIEWS = REPORT_VIEWS.filter(({ name }) => !['words', 'instances'].includes(name)).map(
    ({ name }) => name,
  );

  it('is one instance, in every view, and all for an administration', async () => {
    const count = (name: string) =>
      `(select count(*) from ${name}) as ${name}, (select count(distinct instance_id) from ${name}) as ${name}_of`;
    const query = `select ${VIEWS.map(count).join()}`;
    for (const login of ['admin', 'manager2', 'chief']) {
      const account = accounts.get(login)!;
      const [row] = await rowsOf(query, account);
      const home = login === 'chief' ? 'true' : `instance_id = '${account.instance.id}'`;
      const personal = account.permissions.includes('REPORTS_PERSONAL_DATA');
      for (const [at, view] of VIEWS.entries()) {
        const table =
          { tasks: 'task_items', shifts: 'units', drivers: 'staff', points: 'visit_points', claims: 'carrier_claims' }[view] ?? view; // prettier-ignore
        const { rows } = await server.pool.query<{ n: string }>(
          // Annulled weighings have no weight.
          `select count(*)::text as n from ${table} where ${home} ${view === 'weighings' ? `and status <> 'ANNULLED'` : ''}`,
        );
        const all = view === 'drivers' && !personal ? '0' : rows[0]!.n;
        expect([login, view, row![at * 2]]).toEqual([login, view, all]);
        if (login !== 'chief' && Number(all) > 0) expect([view, row![at * 2 + 1]]).toEqual([view, '1']);
      }
    }
  });

  it('cannot be bypassed by naming another instance, by functions that fail on foreign rows, or by two at once', async () => {
    const [admin, other] = [accounts.get('admin')!, accounts.get('manager2')!];
    expect(await rowsOf(`select * from contracts where instance_id = '${other.instance.id}'`, admin)).toEqual(
      [],
    );
    // A cheap function before the security barrier would reveal foreign rows by its error.
    expect(
      await rowsOf(
        `select 1 as x from contracts where instance_id = '${other.instance.id}' and 1 / (length(number) - length(number)) = 1`,
        admin,
      ),
    ).toEqual([]);
    const both = await Promise.all(
      Array.from({ length: 6 }, (_one, i) =>
        rowsOf('select distinct instance_id from tasks', i % 2 ? admin : other),
      ),
    );
    expect(both.map((rows) => rows.map(([id]) => id))).toEqual(
      both.map((_rows, i) => [(i % 2 ? admin : other).instance.id]),
    );
    const { rows } = await server.pool.query('select * from report_askers');
    expect(rows).toEqual([]);
  });

  it('shows claims and inventories of one operator to no other, row by row', async () => {
    const [admin, other] = [accounts.get('admin')!, accounts.get('manager2')!];
    const tables = { claims: 'carrier_claims', inventory_stands: 'inventory_stands', inventory_differences: 'inventory_differences' }; // prettier-ignore
    for (const [view, table] of Object.entries(tables)) {
      const { rows } = await server.pool.query<{ id: string }>(
        `select id from ${table} where instance_id = $1 order by id`,
        [admin.instance.id],
      );
      expect(rows.length).toBeGreaterThan(0);
      const ids = rows.map(({ id }) => `'${id}'`).join();
      const query = `select id from ${view} where id in (${ids}) order by id`;
      expect([view, await rowsOf(query, other)]).toEqual([view, []]);
      expect([view, await rowsOf(query, admin)]).toEqual([view, rows.map(({ id }) => [id])]);
    }
  });

  it('narrows claims and inventories to the districts of their stands', async () => {
    const admin = accounts.get('admin')!;
    const tables = { claims: 'carrier_claims', inventory_stands: 'inventory_stands', inventory_differences: '(select d.*, n.stand_id from inventory_differences d join inventory_stands n on n.id = d.inventory_stand_id)' }; // prettier-ignore
    for (const [view, table] of Object.entries(tables)) {
      const { rows } = await server.pool.query<{ id: string | null; n: number }>(
        `select p.location_id as id, count(*)::int as n from ${table} t join visit_points p on p.id = t.stand_id
         where t.instance_id = $1 group by 1 order by 2`,
        [admin.instance.id],
      );
      const [district] = rows.filter(({ id }) => id !== null);
      const nowhere = rows.find(({ id }) => id === null)?.n ?? 0;
      expect([view, rows.length > 1]).toEqual([view, true]);
      const [told] = await rowsOf(`select count(*) from ${view}`, { ...admin, districts: [district!.id!] });
      expect([view, told]).toEqual([view, [String(district!.n + nowhere)]]);
    }
  });

  it('has the expected containers of an inventory stand at the time when it was completed', async () => {
    const admin = accounts.get('admin')!;
    const [told] = await rowsOf(
      `select count(*) as stands, sum(expected_count) as expected, sum(counted_count) as counted, sum(differences) as differences
       from inventory_stands where inventory_status = 'COMPLETED' and state = 'CHECKED'`,
      admin,
    );
    const { rows: truth } = await server.pool.query<{ [name: string]: string }>(
      `with checked as (select n.* from inventory_stands n join inventories v on v.id = n.inventory_id
         where n.instance_id = $1 and v.status = 'COMPLETED' and n.state = 'CHECKED')
       select (select count(*)::text from checked) as stands,
         (select count(*)::text from checked c join evacuation_points e on e.stand_id = c.stand_id
           join containers k on k.evacuation_point_id = e.id
           where k.begin_date <= current_date and (k.end_date is null or k.end_date >= current_date)) as expected,
         (select sum(f.count)::text from checked c join inventory_containers f on f.inventory_stand_id = c.id) as counted,
         (select count(*)::text from checked c join inventory_differences d on d.inventory_stand_id = c.id) as differences`,
      [admin.instance.id],
    );
    expect(told).toEqual(Object.values(truth[0]!));
    // Nothing is compared before the inventory is completed.
    await server.pool.query(
      `update inventories set status = 'IN_PROGRESS', complete_time = null where id = (select n.inventory_id
         from inventory_stands n join inventories v on v.id = n.inventory_id
         where v.instance_id = $1 and v.status = 'COMPLETED' and n.state = 'CHECKED' limit 1)`,
      [admin.instance.id],
    );
    const [open] = await rowsOf(
      `select count(counted_count) > 0 as counted, count(expected_count) as expected, count(differences) as differences
       from inventory_stands where inventory_status = 'IN_PROGRESS'`,
      admin,
    );
    expect(open).toEqual(['t', '0', '0']);
  });

  it('is narrowed to the districts and divisions of the account as everywhere', async () => {
    const admin = accounts.get('admin')!;
    const { rows } = await server.pool.query<{ id: string }>(
      `select p.location_id as id from task_items i join evacuation_points e on e.id = i.evacuation_point_id
       join visit_points p on p.id = e.stand_id where i.instance_id = $1 and p.location_id is not null limit 1`,
      [admin.instance.id],
    );
    const district = rows[0]!.id;
    const [told] = await rowsOf('select count(*) as n from tasks', { ...admin, districts: [district] });
    const { rows: truth } = await server.pool.query<{ n: string }>(
      `select count(*)::text as n from task_items i join evacuation_points e on e.id = i.evacuation_point_id
       join visit_points p on p.id = e.stand_id where i.instance_id = $1 and (p.location_id is null or p.location_id = $2)`,
      [admin.instance.id, district],
    );
    expect(told).toEqual([truth[0]!.n]);
    const { rows: divisions } = await server.pool.query<{ id: string; n: string }>(
      `select s.division_id as id, count(*)::text as n from units u join staff s on s.id = u.driver_id
       where u.instance_id = $1 and s.division_id is not null group by 1 limit 1`,
      [admin.instance.id],
    );
    const [division] = divisions;
    const [shifts] = await rowsOf('select count(*) as n from shifts where division is not null', {
      ...admin,
      divisions: [division!.id],
    });
    expect(shifts).toEqual([division!.n]);
  });

  it('includes personal data for accounts with the permission', async () => {
    const analyst = accounts.get('analyst')!;
    expect(await rowsOf('select * from drivers', analyst)).toEqual([]);
    const [without] = await rowsOf(
      `select count(*) as n from customers where kind = 'PERSON' and name is not null`,
      analyst,
    );
    expect(without).toEqual(['0']);
    const open = { ...analyst, permissions: [...analyst.permissions, 'REPORTS_PERSONAL_DATA'] };
    expect((await rowsOf('select * from drivers', open)).length).toBeGreaterThan(5);
    for (const [view, people] of Object.entries({
      claims: ['author', 'responsible'],
      inventory_stands: ['inspector'],
      inventory_differences: ['inspector', 'decided_by'],
    })) {
      const counts = `select ${people.map((name) => `count(${name}) > 0 as ${name}`).join()} from ${view}`;
      expect([view, await rowsOf(counts, analyst)]).toEqual([view, [people.map(() => 'f')]]);
      expect([view, await rowsOf(counts, open)]).toEqual([view, [people.map(() => 't')]]);
    }
  });
});

describe('limits', () => {
  it('end endless runs, leave nothing behind, and the database answers others meanwhile', async () => {
    const admin = accounts.get('admin')!;
    const began = Date.now();
    const runs = ENDLESS.map((query) =>
      runReports(server.application.db, admin, { seconds: 2 }, async (session) => {
        const open = await session.open(await readQuery(query, []), []);
        return open.next(10);
      }).then(
        () => 'done',
        (error: unknown) => (error instanceof RunTooLong || error instanceof QueryRefused ? 'ended' : error),
      ),
    );
    await server.application.pool.query('select count(*) from contracts');
    expect(await Promise.all(runs)).toEqual(ENDLESS.map(() => 'ended'));
    expect(Date.now() - began).toBeLessThan(30_000);
    const { rows } = await server.pool.query(
      `select count(*)::int as n from pg_stat_activity
       where datname = current_database() and application_name = 'reports' and state = 'active'`,
    );
    expect(rows).toEqual([{ n: 0 }]);
  });

  it('lower the priority of reports on the embedded database, and leave an external one unchanged', async () => {
    const prioritiesIn = (db: Db) =>
      runReports(db, accounts.get('admin')!, { seconds: 5 }, async () => {
        const { rows } = await server.pool.query<{ pid: number; name: string }>(
          `select pid, application_name as name from pg_stat_activity
           where datname = current_database() and (application_name = 'reports' or pid = pg_backend_pid())`,
        );
        const pidOf = (report: boolean) => rows.find(({ name }) => (name === 'reports') === report)!.pid;
        return [prioritiesOf(pidOf(true)), prioritiesOf(pidOf(false))];
      });
    const [external, others] = await prioritiesIn(server.application.db);
    expect(external).toEqual(others);
    const { connectionString } = server.application.pool.options;
    const embedded = connect(connectionString!, { max: 1, embedded: true });
    try {
      const [lowered, same] = await prioritiesIn(embedded.db);
      expect(lowered).toEqual(others!.map(() => 10));
      expect(same).toEqual(others);
    } finally {
      await embedded.close();
    }
  });

  it('end a run whose job was canceled', async () => {
    const abort = new AbortController();
    const run = runReports(
      server.application.db,
      accounts.get('admin')!,
      { seconds: 60 },
      async (session) => {
        const open = await session.open(await readQuery(ENDLESS[1]!, []), []);
        return open.next(1);
      },
      abort.signal,
    );
    setTimeout(() => abort.abort(new Error('canceled')), 300);
    await expect(run).rejects.toThrow('canceled');
    await expect
      .poll(
        async () =>
          (
            await server.pool.query(
              `select from pg_stat_activity
               where datname = current_database() and application_name = 'reports' and state = 'active'`,
            )
          ).rowCount,
      )
      .toBe(0);
  });
});
