/** Three contracts of «ЭкоРегион»: two with «ЧистоТранс», once as each party, and one without it. */
import { Readable } from 'node:stream';
import { readAccount } from '../../../server/access/accounts.ts';
import { Scope } from '../../../server/access/scope.ts';
import { readTables } from '../../../server/database/knownTables.ts';
import { claimFile } from '../../../server/records/fileClaims.ts';
import { DEFAULT_FILE_SETTINGS } from '../../../server/files/settings.ts';
import { takeUpload } from '../../../server/files/upload.ts';
import { records } from '../../../server/modules/handlers.ts';
import { columnOf } from '../../../server/records/rows.ts';
import { photo } from '../files/samples.ts';
import type { TestServer } from '../support.ts';

/** Role of the linked instance in a contract. */
export const STANDS = ['supplier', 'customer', 'nowhere'] as const;
export type Stands = (typeof STANDS)[number];

/** Ids of records by the name of the resource; also of a file and a job, and the day of the file. */
export type Ids = Record<string, string>;

/** The instances that access the contracts, by an account of each. */
export const PARTIES = { owner: 'admin', linked: 'carrier', third: 'manager2' } as const;
export type Party = keyof typeof PARTIES;

/** Creates a job of the owner's account, and a photo of a document. */
async function workOf({ pool, db }: TestServer, document: string): Promise<Ids> {
  const login = PARTIES.owner;
  const { rows } = await pool.query<{ id: string; job: string }>(
    `with owner as (select id, instance_id from accounts where login = $1),
       job as (insert into jobs (instance_id, owner_id, kind, lane, input, rank)
         select instance_id, id, 'test', 'light', '{}', 0 from owner returning id)
     select owner.id, job.id as job from owner, job`,
    [login],
  );
  const { id, job } = rows[0]!;
  const account = (await readAccount(db, id))!;
  const scope = new Scope(db, account, await readTables(db));
  const target = { entity: 'contractDocument', field: 'files' };
  const sent = { part: 'file', name: 'Фото.jpg', stream: Readable.from([await photo()]) };
  const file = await takeUpload(scope.db, DEFAULT_FILE_SETTINGS, account, target, sent);
  const { id: instanceId } = account.instance;
  await claimFile(scope.db, account, { ...target, instanceId, entityId: document, fileId: file });
  const stored = await db.selectFrom('files').select('date').where('id', '=', file).executeTakeFirstOrThrow();
  return { file, job, date: stored.date };
}

/**
 * A point has one plan for a period, whatever the contract: the plan is moved, since a second one cannot be inserted.
 */
const MOVED = 'contract_plans';

/** Sets up the contracts and returns the id of a record of each resource under each of them. */
export async function contractsBetween(server: TestServer): Promise<Record<Stands, Ids>> {
  const { pool, api } = server;
  const one = async (text: string, values: unknown[] = []) =>
    (await pool.query<{ id: string }>(text, values)).rows[0]!.id;
  // Copies, or for plans moves, a part of another contract of the instance where this one has none.
  const partOf = async (table: string, column: string, contract: string) => {
    const parts = `select id from ${table} where ${column} = $1 order by id limit 1`;
    const { rowCount } = await pool.query(parts, [contract]);
    if (!rowCount && table === MOVED)
      await pool.query(
        `update ${table} set ${column} = $1::uuid where id = (select id from ${table}
         where instance_id = (select instance_id from contracts where id = $1::uuid) and ${column} <> all ($2::uuid[])
         order by id desc limit 1)`,
        [contract, rows.map(({ id }) => id)],
      );
    else if (!rowCount)
      await pool.query(
        `insert into ${table} select (jsonb_populate_record(t, jsonb_build_object(
           'id', gen_random_uuid(), '${column}', $1::uuid))).* from ${table} t
         where instance_id = (select instance_id from contracts where id = $1::uuid) order by id limit 1`,
        [contract],
      );
    return one(parts, [contract]);
  };
  const home = await one(`select id from instances where name = 'ЭкоРегион'`);
  const owner = await one(`select owner_customer_id as id from instances where id = $1`, [home]);
  const linked = await one(
    `select c.id from customers c join instances i on i.id = c.linked_instance_id
     where c.instance_id = $1 and i.name = 'ЧистоТранс'`,
    [home],
  );
  const other = await one(
    `select id from customers where instance_id = $1 and id not in ($2, $3) order by id limit 1`,
    [home, owner, linked],
  );
  const { rows } = await pool.query<{ id: string }>(
    `select id from contracts c where instance_id = $1 and status = 'ACTIVE' and $2 not in (customer_id, supplier_id)
     order by number limit 3`,
    [home, linked],
  );
  const sides = { supplier: [owner, linked], customer: [linked, owner], nowhere: [owner, other] };
  const found: [Stands, Ids][] = [];
  for (const [at, stands] of STANDS.entries()) {
    const contract = rows[at]!.id;
    // A type of contract that has every part.
    await pool.query(
      `update contracts set customer_id = $2, supplier_id = $3, type = 'GENERATION' where id = $1`,
      [contract, ...sides[stands]],
    );
    const ids: Ids = {
      contract,
      customer: stands === 'nowhere' ? other : linked,
    };
    for (const { name, table } of records) {
      const parent = api.resources.get(name)!.parent;
      if (parent !== 'contractId') continue;
      ids[name] = await partOf(table, columnOf(parent), contract);
    }
    // A draft is visible to its owner only.
    await pool.query(
      "update contract_policies set status = 'EXPIRED' where id = $1 and status = 'STATUS_NOT_SET'",
      [ids['contractPolicy']],
    );
    found.push([stands, { ...ids, ...(await workOf(server, ids['contractDocument']!)) }]);
  }
  return Object.fromEntries(found) as Record<Stands, Ids>;
}
