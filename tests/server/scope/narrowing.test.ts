import { sql, type Kysely } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Db } from '../../../server/database/connection.ts';
import { Scope } from '../../../server/access/scope.ts';
import { reachOf, type Reach, type Side } from '../../../server/access/reach.ts';
import { shapeOf, withoutReach, withReach } from '../../../server/access/reachParameters.ts';
import { readAccount, type Account } from '../../../server/access/accounts.ts';
import { waysOf } from '../../../server/access/ways.ts';
import { readTables, type Tables } from '../../../server/database/knownTables.ts';
import { toProblem } from '../../../server/core/problems.ts';
import { scopeOf, startTestServer, type TestServer } from '../support.ts';

type Loose = Kysely<Record<string, Record<string, unknown>>>;

let server: TestServer;
/** A database that reads its tables again, after a key was added. */
let db: Db;
let tables: Tables;
let account: string;
let home: string;
/** A district of the account's instance and another one, both with stands in them. */
let inside: string;
let outside: string;

async function rows<Row extends object = { id: string }>(
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  return (await server.pool.query<Row>(text, values)).rows;
}

beforeAll(async () => {
  server = await startTestServer({ scale: 0.1 });
  // The district of a contract district is the code of a location; with the key these rows are narrowed too.
  await server.pool.query(
    'alter table contract_districts add foreign key (instance_id, district) references locations (instance_id, code)',
  );
  db = server.db.withoutPlugins();
  tables = await readTables(db);
  const [manager] = await rows<{ id: string; instance_id: string }>(
    `select id, instance_id from accounts where login = 'manager'`,
  );
  account = manager!.id;
  home = manager!.instance_id;
  const districts = await rows(
    `select l.id from locations l where l.instance_id = $1 and l.kind = 'DISTRICT'
       and exists (select from stands s join visit_points p on p.id = s.id where p.location_id in (
         select c.id from locations c where l.id in (c.id, c.parent_id)))
     order by l.code limit 2`,
    [home],
  );
  [inside, outside] = districts.map(({ id }) => id) as [string, string];
  await server.pool.query(
    `insert into locations (instance_id, parent_id, kind, code, name) values ($1, $2, 'SETTLEMENT', 'BELOW', 'Заречье')`,
    [home, inside],
  );
  await server.pool.query(
    `update visit_points set location_id = (select id from locations where code = 'BELOW') where id = (
       select p.id from visit_points p join stands s on s.id = p.id where p.location_id = $1 order by p.id limit 1)`,
    [inside],
  );
});
afterAll(() => server.close());

/** Returns the scope of the manager with these districts and divisions. */
async function narrowed(districts: string[], divisions: string[] = []): Promise<Scope> {
  await server.pool.query('delete from account_districts where account_id = $1', [account]);
  await server.pool.query('delete from account_divisions where account_id = $1', [account]);
  for (const id of districts)
    await server.pool.query('insert into account_districts values ($1, $2, $3)', [home, account, id]);
  for (const id of divisions)
    await server.pool.query('insert into account_divisions values ($1, $2, $3)', [home, account, id]);
  return scopeOf(db, account);
}

/** Location ids of a district and all below, as SQL. */
const BELOW = `(with recursive d (id) as (select $2::uuid union select l.id from locations l join d on d.id = l.parent_id)
  select id from d)`;
const POINT = `select id from visit_points where location_id is null or location_id in ${BELOW}`;
const EVACUATION = `select id from evacuation_points where stand_id in (${POINT})`;
/** Rows of a district, by table: conditions written by hand, without the code under test. */
const IN_DISTRICT: Record<string, string> = {
  visit_points: `t.id in (${POINT})`,
  stands: `t.id in (${POINT})`,
  parkings: `t.id in (${POINT})`,
  unloading_points: `t.id in (${POINT})`,
  divisions: `t.location_id is null or t.location_id in ${BELOW}`,
  evacuation_points: `t.stand_id in (${POINT})`,
  csoris: `t.stand_id in (${POINT})`,
  carrier_claims: `t.stand_id in (${POINT})`,
  carrier_claim_messages: `t.claim_id in (select id from carrier_claims where stand_id in (${POINT}))`,
  containers: `t.evacuation_point_id in (${EVACUATION})`,
  contract_plans: `t.evacuation_point_id in (${EVACUATION})`,
  task_items: `t.evacuation_point_id in (${EVACUATION})`,
  visits: `t.visit_point_id in (${POINT})`,
  contract_districts: `t.district in (select code from locations where id in ${BELOW})`,
  contract_area_rules: `t.district in (select code from locations where id in ${BELOW})`,
  contract_visit_points: `t.visit_point_id in (${POINT})`,
  contract_rule_findings: `t.task_item_id in (select id from task_items where evacuation_point_id in (${EVACUATION}))`,
  v_task_items: `t.evacuation_point_id in (${EVACUATION})`,
  task_visits: `t.visit_id in (select id from visits where visit_point_id in (${POINT}))`,
  visit_photos: `t.visit_id in (select id from visits where visit_point_id in (${POINT}))`,
  incidents: `t.task_item_id in (select id from task_items where evacuation_point_id in (${EVACUATION}))`,
  weighers: `t.visit_point_id in (${POINT})`,
  weighings: `t.visit_point_id in (${POINT})`,
  coupons: `t.visit_point_id in (${POINT})`,
  cameras: `t.visit_point_id in (${POINT})`,
  inventory_stands: `t.stand_id in (${POINT})`,
  inventory_containers: `t.inventory_stand_id in (select id from inventory_stands where stand_id in (${POINT}))`,
  inventory_differences: `t.inventory_stand_id in (select id from inventory_stands where stand_id in (${POINT}))`,
  contracts: 'true',
  vehicles: 'true',
  customers: 'true',
  locations: 'true',
};

async function idsOf(scope: Scope, table: string): Promise<string[]> {
  const found = await (scope.db as unknown as Loose).selectFrom(table).select('id').execute();
  return found.map(({ id }) => id as string).toSorted();
}

describe('districts of an account', () => {
  it('narrow what is in them and below, in every table with a place', async () => {
    const scope = await narrowed([inside]);
    const everything = await narrowed([]);
    let fewer = 0;
    for (const [table, condition] of Object.entries(IN_DISTRICT)) {
      const expected = await rows(
        `select t.id from ${table} t where t.instance_id = $1 and (${condition}) and $2::uuid is not null`,
        [home, inside],
      );
      const seen = await idsOf(scope, table);
      expect([table, seen]).toEqual([table, expected.map(({ id }) => id).toSorted()]);
      const all = await idsOf(everything, table);
      if (condition !== 'true' && seen.length < all.length) fewer += 1;
    }
    expect(fewer).toBeGreaterThan(7);
    const told = [...tables.keys()].filter((table) => waysOf(tables, table).district.length > 0);
    const untold = told.filter((table) => tables.get(table)!.columns.has('id') && !(table in IN_DISTRICT));
    expect(untold).toEqual(await tablesNarrowedOtherwise());
  });

  /** Returns tables that are narrowed by a required unloading point or parking. */
  async function tablesNarrowedOtherwise(): Promise<string[]> {
    const found = [...tables].filter(
      ([table, { references, columns }]) =>
        !(table in IN_DISTRICT) &&
        columns.has('id') &&
        references.some(
          ({ required, table: to }) => required && ['unloading_points', 'parkings'].includes(to),
        ),
    );
    return found.map(([table]) => table);
  }

  it('narrow joins and subqueries: inner joins lose the row, left joins show what a visible row refers to', async () => {
    const { db: own } = await narrowed([inside]);
    const inner = await own
      .selectFrom('containers as c')
      .innerJoin('evacuation_points as e', 'e.id', 'c.evacuation_point_id')
      .innerJoin('visit_points as p', 'p.id', 'e.stand_id')
      .select('p.location_id')
      .distinct()
      .execute();
    const places = (await rows(`select id from ${BELOW} x where $1::text <> ''`, ['x', inside])).map(
      ({ id }) => id,
    );
    expect(inner.length).toBeGreaterThan(0);
    expect(inner.every(({ location_id: id }) => id === null || places.includes(id))).toBe(true);
    const [far] = await rows('select id from parkings where instance_id = $1 order by id limit 1', [home]);
    await server.pool.query('update visit_points set location_id = $2 where id = $1', [far!.id, outside]);
    await server.pool.query(
      `update vehicles set parking_id = $1 where id = (select id from vehicles where instance_id = $2 order by id limit 1)`,
      [far!.id, home],
    );
    const tied = own.selectFrom('vehicles as v').where('v.parking_id', '=', far!.id).select('v.id');
    expect(await tied.innerJoin('parkings as p', 'p.id', 'v.parking_id').execute()).toEqual([]);
    const left = await tied.leftJoin('visit_points as p', 'p.id', 'v.parking_id').select('p.name').execute();
    expect(left.every(({ name }) => name !== null)).toBe(true);
    expect(left.length).toBeGreaterThan(0);
    const nested = await own
      .selectFrom('vehicles as v')
      .select('v.id')
      .where('v.parking_id', 'in', (eb) => eb.selectFrom('parkings').select('id').where('id', '=', far!.id))
      .execute();
    expect(nested).toEqual([]);
    const raw = await sql<{ n: number }>`select count(*) n from (${own
      .selectFrom('parkings')
      .select('id')
      .where('id', '=', far!.id)}) x`.execute(own);
    expect(raw.rows).toEqual([{ n: 0 }]);
  });

  it('narrow updates and deletes', async () => {
    const { db: own } = await narrowed([inside]);
    const before = await rows(
      `select md5(string_agg(p::text, '' order by id)) from visit_points p
       where location_id not in ${BELOW} and instance_id = $1`,
      [home, inside],
    );
    const changed = await own.updateTable('visit_points').set({ comment: 'Проверено' }).executeTakeFirst();
    expect(Number(changed.numUpdatedRows)).toBeGreaterThan(0);
    const removed = await own
      .deleteFrom('containers')
      .where('evacuation_point_id', 'in', (eb) => eb.selectFrom('evacuation_points').select('id'))
      .executeTakeFirst();
    expect(Number(removed.numDeletedRows)).toBeGreaterThan(0);
    const left = await rows<{ n: number }>(
      `select count(*) n from containers where instance_id = $1 and evacuation_point_id in (${EVACUATION})`,
      [home, inside],
    );
    expect(left).toEqual([{ n: 0 }]);
    expect(
      await rows(
        `select md5(string_agg(p::text, '' order by id)) from visit_points p
         where location_id not in ${BELOW} and instance_id = $1`,
        [home, inside],
      ),
    ).toEqual(before);
  });

  it('refuse rows outside of them, with the name of the field', async () => {
    const { db: own } = await narrowed([inside]);
    const point = (location_id: string | null) => ({
      instance_id: home,
      type: 'LOADING',
      name: 'Погрузка',
      address: 'Тула',
      latitude: 54,
      longitude: 37,
      location_id,
    });
    const [far] = await rows(
      `select e.id from evacuation_points e join visit_points p on p.id = e.stand_id
       where e.instance_id = $1 and p.location_id not in ${BELOW} limit 1`,
      [home, inside],
    );
    const [type] = await rows<{ code: string }>(
      'select code from container_types where instance_id = $1 limit 1',
      [home],
    );
    const container = {
      instance_id: home,
      evacuation_point_id: far!.id,
      container_type: type!.code,
      number: 'Н-1',
      begin_date: '2026-01-01',
    };
    const refusals: [string, () => Promise<unknown>][] = [
      ['location', () => own.insertInto('visit_points').values(point(outside)).execute()],
      [
        'location',
        () =>
          own
            .insertInto('visit_points')
            .values([point(inside), point(outside)])
            .execute(),
      ],
      ['evacuationPoint', () => own.insertInto('containers').values(container).execute()],
      ['location', () => own.updateTable('visit_points').set({ location_id: outside }).execute()],
    ];
    for (const [field, write] of refusals) {
      const problem = toProblem(
        await write().then(
          () => undefined,
          (error: unknown) => error,
        ),
      );
      const errors = problem.options.errors?.map((error) => [error.field, error.code]);
      expect([problem.status, problem.code, errors]).toEqual([
        403,
        'outsideReach',
        [[field, 'outsideReach']],
      ]);
    }
    await own
      .insertInto('visit_points')
      .values([point(inside), point(null)])
      .execute();
    const near = await own.selectFrom('evacuation_points').select('id').limit(1).executeTakeFirstOrThrow();
    await own
      .insertInto('containers')
      .values({ ...container, evacuation_point_id: near.id })
      .execute();
  });

  it('also apply to an administration, in its own instance only', async () => {
    const [admin] = await rows<{ id: string; instance_id: string }>(
      `select id, instance_id from accounts where login = 'administration'`,
    );
    const [district] = await rows(
      `select id from locations where instance_id = $1 and kind = 'DISTRICT' limit 1`,
      [admin!.instance_id],
    );
    const all = await idsOf(await scopeOf(db, admin!.id), 'visit_points');
    await server.pool.query('insert into account_districts values ($1, $2, $3)', [
      admin!.instance_id,
      admin!.id,
      district!.id,
    ]);
    const seen = await idsOf(await scopeOf(db, admin!.id), 'visit_points');
    expect(seen.length).toBeLessThan(all.length);
    const others = await rows('select id from visit_points where instance_id <> $1', [admin!.instance_id]);
    expect(others.every(({ id }) => seen.includes(id))).toBe(true);
  });
});

describe('divisions of an account', () => {
  it('narrow staff, parkings and rows that require them', async () => {
    const divisions = await rows('select id from divisions where instance_id = $1 order by name limit 1', [
      home,
    ]);
    const scope = await narrowed([], [divisions[0]!.id]);
    for (const table of ['staff', 'parkings']) {
      const expected = await rows(
        `select id from ${table} where instance_id = $1 and (division_id is null or division_id = $2) order by id`,
        [home, divisions[0]!.id],
      );
      expect([table, await idsOf(scope, table)]).toEqual([table, expected.map(({ id }) => id).toSorted()]);
    }
    const units = await rows(
      `select u.id from units u join staff s on s.id = u.driver_id left join parkings p on p.id = u.start_parking_id
       where u.instance_id = $1 and (s.division_id is null or s.division_id = $2)`,
      [home, divisions[0]!.id],
    );
    expect(await idsOf(scope, 'units')).toEqual(units.map(({ id }) => id).toSorted());
    const write = scope.db
      .insertInto('staff')
      .values({
        instance_id: home,
        last_name: 'Иванов',
        first_name: 'Иван',
        division_id: (
          await rows('select id from divisions where id <> $1 and instance_id = $2', [divisions[0]!.id, home])
        )[0]!.id,
      })
      .execute();
    expect(
      toProblem(
        await write.then(
          () => undefined,
          (error: unknown) => error,
        ),
      ).code,
    ).toBe('outsideReach');
  });
});

describe('rows without an instance', () => {
  it('can be read by everyone in shared tables, with the records that they join, and changed by no one', async () => {
    const [setting] = await rows<{ name: string }>(
      'select name from app_properties where instance_id is null limit 1',
    );
    const [other] = await rows(`select id from instances where id <> $1 limit 1`, [home]);
    await server.pool.query(
      `insert into app_properties (instance_id, name, value, type)
       values ($1, 'scope', 'own', 'STRING'), ($2, 'scope', 'foreign', 'STRING')`,
      [home, other!.id],
    );
    const { db: own } = await narrowed([]);
    const read = await own.selectFrom('app_properties').select(['name', 'value', 'instance_id']).execute();
    expect(read.map(({ name }) => name)).toContain(setting!.name);
    expect(read.filter(({ name }) => name === 'scope')).toEqual([
      { name: 'scope', value: 'own', instance_id: home },
    ]);
    const tied = await own
      .selectFrom('divisions as d')
      .leftJoin('app_properties as p', (join) => join.onTrue())
      .select('p.instance_id')
      .distinct()
      .orderBy('p.instance_id')
      .execute();
    expect(tied.map(({ instance_id: id }) => id)).toEqual([home, null]);
    const mine = read.filter(({ instance_id: id }) => id === home).length;
    const changed = await own.updateTable('app_properties').set({ value: 'x' }).executeTakeFirst();
    expect(Number(changed.numUpdatedRows)).toBe(mine);
    const removed = await own.deleteFrom('app_properties').executeTakeFirst();
    expect(Number(removed.numDeletedRows)).toBe(mine);
  });

  it('exist in no other tables', () => {
    const shared = [...tables]
      .filter(([, table]) => table.shared)
      .map(([name]) => name)
      .toSorted();
    expect(shared).toEqual(['app_properties', 'classifiers', 'roles']);
  });
});

describe('queries that cannot be narrowed', () => {
  it('throw: unknown tables, right joins, merges', async () => {
    const { db: own } = await scopeOf(db, account);
    const loose = own as unknown as Loose;
    expect(() => loose.selectFrom('contractz').selectAll().compile()).toThrow('no table of the database');
    expect(() =>
      loose.selectFrom('contracts').innerJoin('visitz', 'visitz.id', 'contracts.id').selectAll().compile(),
    ).toThrow('visitz');
    expect(() => loose.updateTable('contractz').set({ id: 1 }).compile()).toThrow('contractz');
    expect(() => loose.deleteFrom('contractz').compile()).toThrow('contractz');
    expect(() => loose.insertInto('contractz').values({ id: 1 }).compile()).toThrow('contractz');
    expect(() =>
      own
        .selectFrom('contracts')
        .rightJoin('customers', 'customers.id', 'contracts.customer_id')
        .selectAll()
        .compile(),
    ).toThrow('RightJoin of customers');
    expect(() =>
      own
        .mergeInto('contracts')
        .using('customers', 'customers.id', 'contracts.customer_id')
        .whenMatched()
        .thenDelete()
        .compile(),
    ).toThrow('merge');
  });

  it('throw: rows for another instance, rows without one, and rows from another query', async () => {
    const { db: own } = await narrowed([]);
    const [foreign] = await rows('select id from instances where id <> $1 limit 1', [home]);
    const refused = 'A row for another instance must not enter locations';
    const loose = own as unknown as Loose;
    const enter = (values: Record<string, unknown>) =>
      loose.insertInto('locations').values({ kind: 'DISTRICT', code: 'X', name: 'X', ...values });
    expect(() => enter({ instance_id: foreign!.id }).compile()).toThrow(refused);
    expect(() => enter({}).compile()).toThrow(refused);
    expect(() =>
      loose
        .insertInto('locations')
        .columns(['instance_id', 'code'])
        .expression(loose.selectFrom('locations').select(['instance_id', 'code']))
        .compile(),
    ).toThrow(refused);
    expect(() => enter({ instance_id: home }).compile()).not.toThrow();
  });

  it('throw: rows for a linked instance in the scope of owners', async () => {
    const [carrier] = await rows<{ id: string; partner: string }>(
      `select a.id, c.instance_id as partner from accounts a join customers c on c.linked_instance_id = a.instance_id
       where a.login = 'carrier' limit 1`,
    );
    const enter = async (side: 'own' | 'linked') => {
      const loose = (await scopeOf(db, carrier!.id, side)).db as unknown as Loose;
      const row = { instance_id: carrier!.partner, kind: 'DISTRICT', code: 'X', name: 'X' };
      return () => loose.insertInto('locations').values(row).compile();
    };
    expect(await enter('own')).toThrow('A row for another instance must not enter locations');
    // The audit log entry of an action of the other party belongs to the owner.
    expect(await enter('linked')).not.toThrow();
  });

  it('the scope of files reaches those of linked instances, and nothing but files', async () => {
    const [carrier] = await rows<{ id: string; instance_id: string }>(
      `select id, instance_id from accounts where login = 'carrier'`,
    );
    const { db: files } = await scopeOf(db, carrier!.id, 'files');
    const loose = files as unknown as Loose;
    for (const table of ['contracts', 'accounts', 'jobs'])
      expect(() => loose.selectFrom(table).selectAll().compile(), table).toThrow('no files');
    const partners = await rows<{ instance_id: string }>(
      'select distinct instance_id from customers where linked_instance_id = $1',
      [carrier!.instance_id],
    );
    const homes = [carrier!.instance_id, ...partners.map((one) => one.instance_id)].toSorted();
    expect(homes.length).toBeGreaterThan(1);
    await server.pool.query(
      `insert into files (instance_id, entity, field, name, media_type, size, sha256, date, folder)
       select id, 'a', 'b', 'c', 'text/plain', 1, '\x01', current_date, false from instances`,
    );
    const seen = await files.selectFrom('files').select('instance_id').distinct().execute();
    expect(seen.map((one) => one.instance_id).toSorted()).toEqual(homes);
  });

  it('a left join shows nothing of another instance, whatever its condition', async () => {
    const { db: own, instanceId } = await scopeOf(db, account);
    const joined = await own
      .selectFrom('divisions as d')
      .leftJoin('customers as c', (join) => join.onTrue())
      .select('c.instance_id')
      .distinct()
      .execute();
    expect(joined).toEqual([{ instance_id: instanceId }]);
  });
});

describe('a query compiled for one reach', () => {
  let one: Account;
  let other: Account;
  const accountWith = (given: Account, text: string, narrowedBy: Partial<Account>): Account => ({
    ...given,
    instance: { ...given.instance, id: text },
    ...narrowedBy,
  });

  beforeAll(async () => {
    const manager = (await readAccount(db, account))!;
    const links = (text: string) => [{ customerId: `${text} customer`, instanceId: `${text} partner` }];
    one = accountWith(manager, 'one', { links: links('one'), districts: ['d1'], divisions: ['p1'] });
    other = accountWith(manager, 'other', {
      links: [...links('other'), ...links('third')],
      districts: ['d2', 'd3'],
      divisions: ['p2'],
    });
  });

  const whole: Partial<Account>[] = [
    {},
    { links: [] },
    { districts: [] },
    { divisions: [] },
    { links: [], districts: [], divisions: [] },
  ];
  const sides: Side[] = ['own', 'both', 'linked'];

  it.each(sides.flatMap((side) => whole.map((parts) => [side, Object.keys(parts), parts] as const)))(
    'is the same for every reach of its shape: side %s, without %j',
    (side, _, parts) => {
      const [first, second] = [one, other].map(
        (each) => new Scope(db, { ...each, ...parts }, tables, side),
      ) as [Scope, Scope];
      expect(shapeOf(first.reach)).toBe(shapeOf(second.reach));
      let narrowedBy = 0;
      for (const table of tables.keys()) {
        const compile = ({ db: own }: Scope) =>
          (own as unknown as Loose)
            .selectFrom(`${table} as t`)
            .leftJoin(`${table} as u`, (join) => join.onTrue())
            .select(sql`${own.selectFrom('instances').select('id')}`.as('home'))
            .where(sql<boolean>`${'kept'}::text is not null`)
            .compile();
        const { sql: text, parameters } = compile(second);
        const shared = withReach(withoutReach(compile(first), first.reach), second.reach);
        expect([table, shared.sql, shared.parameters]).toEqual([table, text, parameters]);
        narrowedBy += parameters.length - 1;
      }
      expect(narrowedBy).toBeGreaterThan(tables.size / 2);
    },
  );

  it('has another shape for another side, without a link, district or division, and for an administration', () => {
    const shapes = [
      ...sides.flatMap((side) => whole.map((parts) => reachOf({ ...one, ...parts }, side))),
      { ...reachOf(one, 'own'), everywhere: true },
    ].map(shapeOf);
    // For the side `own` a reach has no links.
    expect(new Set(shapes).size).toBe(4 + 5 + 5 + 1);
  });

  it('is refused where a parameter is derived from the reach: it would be reused for others', () => {
    const reach: Reach = reachOf(one, 'both');
    expect(() => withoutReach({ parameters: [[reach.home, ...reach.partners]] }, reach)).toThrow(
      'made of the reach',
    );
    expect(withoutReach({ parameters: [['something else']] }, reach).parameters).toEqual([
      ['something else'],
    ]);
  });
});
