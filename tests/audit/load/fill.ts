/** A database as large as a region's: one instance has a million contracts, the others have their seed data. */
import pg from 'pg';
import { startEmbedded } from '../../../server/database/embedded.ts';
import { connect } from '../../../server/database/connection.ts';
import { migrate } from '../../../server/database/migrate.ts';
import { withOwnerLock } from '../../../server/database/ownerLock.ts';
import { grantApplication } from '../../../server/database/roles.ts';
import { storeWords } from '../../../server/dictionaries/store.ts';
import { seed } from '../../../server/seed/seed.ts';

/** The large instance. */
const LARGE = 'ЭкоРегион';

/** Creates the database in the folder, or migrates the existing one to the current schema. */
export async function fillDatabase(dataDir: string, contracts: number): Promise<void> {
  const embedded = await startEmbedded({ dataDir, fsync: false });
  try {
    const { pool, db, close } = connect(embedded.ownerUrl, { queryLimit: 0, max: 2 });
    try {
      await withOwnerLock(pool, async (owner) => {
        await migrate(owner);
        await grantApplication(owner, new URL(embedded.url).username);
      });
      await storeWords(db);
      await seed(db);
    } finally {
      await close();
    }
    const client = new pg.Client({ connectionString: embedded.ownerUrl });
    await client.connect();
    await enlarge(client, contracts).finally(() => client.end());
  } finally {
    await embedded.stop();
  }
}

/** All or nothing: a later process finds all rows or none. */
async function enlarge(client: pg.Client, contracts: number): Promise<void> {
  const found = await client.query(`select 1 from pg_class where relname = 'load_filled'`);
  if (found.rowCount) return;
  await client.query('begin');
  // Keys and triggers were checked when the original rows were created.
  await client.query(`set local session_replication_role = replica; set local maintenance_work_mem = '1GB'`);
  for (const [table, rows, set] of copies(contracts)) await copyRows(client, table, rows, set);
  await tieVehicles(client, Math.round(contracts * 0.3));
  await client.query('create table load_filled ()');
  await client.query('commit');
  await client.query('vacuum analyze');
}

const instance = `(select id from instances where name = '${LARGE}')`;
const agoOf = (days: number) => `now() - random() * interval '${days} days'`;

/** Columns that differ between copies of a row `s`, of which `s.n` counts the copies; and random references. */
type Differing = Record<string, string>;

function copies(contracts: number): [table: string, rows: number, set: Differing][] {
  const customer = `case when s.customer_id = s.owner_id then s.customer_id else any_customers.id end`;
  const shift = '(s.number || s.n)';
  const moved = (column: string) => `s.${column} - (hashtext(${shift}) & 1023)`;
  return [
    [
      'customers',
      Math.round(contracts * 0.03),
      {
        short_name: `s.short_name || ' ' || s.n`,
        name: `s.name || ' ' || s.n`,
        tin: `lpad((6000000000 + s.n * 1000 + s.at)::text, 10, '0')`,
        code: `s.code || '-' || s.n`,
        change_time: agoOf(1500),
      },
    ],
    [
      'vehicles',
      Math.round(contracts * 0.1),
      {
        reg_number: plate('(s.n * 1000 + s.at)'),
        garage_number: `s.garage_number || '-' || s.n`,
        attributes: `case when random() < 0.5 then s.attributes else '{}' end`,
        trailer1_id: 'null',
        trailer2_id: 'null',
      },
    ],
    [
      'contracts',
      contracts,
      {
        number: `s.number || '-' || s.n`,
        name: `s.name || ', участок ' || s.n`,
        code_1c: `s.code_1c || s.n`,
        customer_id: customer,
        effective_date: moved('effective_date'),
        expiration_date: moved('expiration_date'),
        change_time: agoOf(1500),
      },
    ],
    [
      'weighings',
      contracts,
      {
        vehicle_id: 'any_vehicles.id',
        weigh_time: agoOf(1000),
        gross: 's.tare + (1000 + floor(random() * 19000))',
        coupon_id: 'null',
        document_number: `s.document_number || '-' || s.n`,
      },
    ],
  ];
}

/** A plate that no seeded vehicle has: there is no region 977. */
const plate = (number: string) => {
  const letter = (divisor: number) => `substr('АВЕКМНОРСТУХ', 1 + (${number} / ${divisor} % 12)::int, 1)`;
  return `${letter(1000)} || lpad((${number} % 1000)::text, 3, '0') || ${letter(12_000)} || ${letter(144_000)} || '977'`;
};

/** Tables that copies refer to; a customer of a contract is never its supplier too. */
const LISTS = [
  ['customers', 'not exists (select from contracts where supplier_id = customers.id)'],
  ['vehicles', 'true'],
] as const;

/** Numbers the rows of the lists, so that one can be drawn at random. */
async function chooseAny(client: pg.Client): Promise<void> {
  for (const [list, where] of LISTS)
    await client.query(`drop table if exists any_${list};
      create temporary table any_${list} on commit drop as select row_number() over ()::int as at, id
      from ${list} where instance_id = ${instance} and ${where};
      analyze any_${list}`);
}

/** Copies the large instance's rows of a table until it has this many more. */
async function copyRows(client: pg.Client, table: string, rows: number, set: Differing): Promise<void> {
  const { rows: columns } = await client.query<{ name: string }>(
    `select column_name as name from information_schema.columns
     where table_name = $1 and table_schema = current_schema() and is_generated = 'NEVER'`,
    [table],
  );
  const values: Differing = { id: 'gen_random_uuid()', ...set };
  const names = columns.map(({ name }) => name);
  const indexes = await dropIndexes(client, table);
  await chooseAny(client);
  await client.query(
    `insert into ${table} (${names.join(', ')})
     select ${names.map((name) => values[name] ?? `s.${name}`).join(', ')} from (
       select source.*, n, owner.owner_customer_id as owner_id, ${LISTS.map(
         ([list]) => `1 + floor(random() * (select count(*) from any_${list}))::int as ${list}_at`,
       ).join(', ')}
       from (select *, row_number() over () as at, count(*) over () as size from ${table}
         where instance_id = ${instance}) as source
       join (select owner_customer_id from instances where id = ${instance}) as owner on true
       cross join lateral generate_series(1, ceil($1::numeric / source.size)::int) as n limit $1
     ) as s ${LISTS.map(([list]) => `join any_${list} on any_${list}.at = s.${list}_at`).join(' ')}`,
    [rows],
  );
  for (const index of indexes) await client.query(index);
  await client.query(`analyze ${table}`);
}

/** Drops indexes that are faster to build afterwards; returns the statements that create them again. */
export async function dropIndexes(client: pg.Client, table: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string; made: string }>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as made from pg_index i
     where i.indrelid = $1::regclass and not exists (select from pg_constraint c where c.conindid = i.indexrelid)`,
    [table],
  );
  for (const { name } of rows) await client.query(`drop index ${name}`);
  return rows.map(({ made }) => made);
}

/** Gives vehicles works of contracts, kinds of waste and drivers, and most of them a terminal. */
async function tieVehicles(client: pg.Client, works: number): Promise<void> {
  const fresh = `(select id, instance_id, row_number() over () as at from vehicles where reg_number like '%977') v`;
  const statements = [
    `insert into vehicle_terminals (instance_id, vehicle_id, terminal_id, begin_time)
     select v.instance_id, v.id, t.id, now() - interval '1 year' from ${fresh}
     join lateral (select gen_random_uuid() as id, v.at) t on true where v.at % 10 < 7`,
    `insert into terminals (id, instance_id, device_id, imei)
     select m.terminal_id, m.instance_id, 'L' || row_number() over (), lpad((990000000000000 + row_number() over ())::text, 15, '0')
     from vehicle_terminals m where not exists (select from terminals d where d.id = m.terminal_id)`,
    `insert into vehicle_drivers (instance_id, vehicle_id, driver_id)
     select v.instance_id, v.id, d.ids[1 + v.at % d.size] from ${fresh}
     cross join (select array_agg(distinct driver_id) as ids, count(distinct driver_id) as size
       from vehicle_drivers where instance_id = ${instance}) d`,
    `insert into vehicle_container_types (instance_id, vehicle_id, container_type)
     select v.instance_id, v.id, c.code from ${fresh}
     cross join (select code from container_types where instance_id = ${instance} limit 3) c`,
    `insert into contract_vehicles (instance_id, contract_id, vehicle_id, begin_date)
     select c.instance_id, c.id, v.id, date '2024-01-01'
     from (select id, instance_id, 1 + floor(random() * (select count(*) from any_vehicles))::int as at
       from contracts where instance_id = ${instance} order by id limit ${works}) c
     join any_vehicles v on v.at = c.at on conflict do nothing`,
    `insert into vehicle_garbage_types (instance_id, vehicle_id, garbage_type)
     select v.instance_id, v.id, g.code from ${fresh}
     cross join (select code from garbage_types where instance_id = ${instance} limit 2) g`,
  ];
  for (const statement of statements) await client.query(statement);
  await client.query(
    `select count_contracts(array(select id from vehicles where instance_id = ${instance}))`,
  );
}
