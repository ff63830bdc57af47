/**
 * Runs queries of reports: as a role that reads the published views and nothing else, in a read-only transaction, with
 * limits, for the reach of one account. A database session serves one run and is closed.
 *
 * The visible rows are not determined by a setting, which a query could change by `set_config`, but by a row of
 * `report_askers` with the process number of the session: the role cannot write or see that table, and cannot choose
 * its process.
 */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import pg from 'pg';
import type { Account } from '../access/accounts.ts';
import { reachOf } from '../access/reach.ts';
import { Problem } from '../core/problems.ts';
import { lowerProcessPriority } from '../core/priority.ts';
import { Turns } from '../core/turns.ts';
import { originOf, type Db } from '../database/connection.ts';
import { reportsUrlOf } from '../database/roles.ts';
import type { QueryFault } from './definition.ts';
import { QueryRefused, type ReadyQuery } from './query.ts';
import { kindOfType, type CellKind } from './types.ts';

/** A column of the query result. */
export interface FoundColumn {
  name: string;
  kind: CellKind;
}

export interface RunLimits {
  /** Of the whole run, in seconds. */
  seconds: number;
}

/** Rows as PostgreSQL texts. */
export type RawRow = (string | null)[];

export interface OpenQuery {
  columns: FoundColumn[];
  /** Returns the next rows; none after the last. */
  next(count: number): Promise<RawRow[]>;
  close(): Promise<void>;
}

export interface Session {
  /** Opens a query; the previous one must be closed. */
  open(query: ReadyQuery, values: readonly unknown[]): Promise<OpenQuery>;
}

/** Thrown when a run exceeds its time limit. */
export class RunTooLong extends Error {}

/** Runs of users who wait for the result: few at once, so that lists stay fast. */
const turns = new Turns({ atOnce: 3, atOnceOfAccount: 1, waiting: 30, waitingOfAccount: 3 });

/** Runs reports for a user who waits: queued, one at a time per account. */
export async function runNow<T>(
  db: Db,
  account: Account,
  limits: RunLimits,
  work: (session: Session) => Promise<T>,
): Promise<T> {
  const end = await turns.take(account.id);
  try {
    return await runReports(db, account, limits, work);
  } finally {
    end();
  }
}

/** Opens a session for an account and closes it when `work` is done, or immediately when `signal` aborts. */
export async function runReports<T>(
  db: Db,
  account: Account,
  { seconds }: RunLimits,
  work: (session: Session) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  const { db: whole, url, embedded } = originOf(db);
  const client = new pg.Client({
    connectionString: reportsUrlOf(url),
    application_name: 'reports',
    connectionTimeoutMillis: 10_000,
    types: { getTypeParser: () => (value: string) => value } as unknown as pg.CustomTypesConfig,
  });
  client.on('error', () => undefined);
  // Ends the query too: the role checks twice a second whether its client is connected.
  const abort = () =>
    (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
  try {
    await client.connect();
  } catch (error) {
    throw new Problem(503, 'reportsOff', { cause: error });
  }
  const token = randomUUID();
  try {
    signal?.throwIfAborted();
    signal?.addEventListener('abort', abort, { once: true });
    const pid = Number((await client.query<{ pid: string }>('select pg_backend_pid() as pid')).rows[0]?.pid);
    await admit(whole, pid, token, account);
    if (embedded) await lowerProcessPriority(pid);
    const until = Date.now() + seconds * 1000;
    await client.query('begin isolation level repeatable read read only');
    await client.query(`set local timezone to ${pg.escapeLiteral(account.instance.timeZone)}`);
    return await work(new RunSession(client, until));
  } catch (error) {
    signal?.throwIfAborted();
    throw error;
  } finally {
    signal?.removeEventListener('abort', abort);
    await client.end().catch(() => undefined);
    await whole.deleteFrom('report_askers').where('token', '=', token).execute();
  }
}

/** Stores the account for which a database process reads. Committed before the transaction of that process starts. */
async function admit(db: Db, pid: number, token: string, account: Account): Promise<void> {
  const { home, everywhere, districts, divisions } = reachOf(account, 'own');
  const all = everywhere ? await db.selectFrom('instances').select('id').execute() : [{ id: home }];
  const row = {
    token,
    home,
    instances: all.map(({ id }) => id),
    districts: districts.length > 0 ? [...districts] : null,
    divisions: divisions.length > 0 ? [...divisions] : null,
    personal: account.permissions.includes('REPORTS_PERSONAL_DATA'),
  };
  await db
    .insertInto('report_askers')
    .values({ pid, ...row })
    .onConflict((conflict) => conflict.column('pid').doUpdateSet({ ...row, create_time: sql`now()` }))
    .execute();
}

/** Deletes rows left by servers that were killed. */
export async function forgetAskers(db: Db): Promise<void> {
  await db
    .deleteFrom('report_askers')
    .where('create_time', '<', sql<Date>`now() - interval '1 day'`)
    .execute();
}

const DECLARE = 'declare report no scroll cursor for ';

class RunSession implements Session {
  constructor(
    private readonly client: pg.Client,
    private readonly until: number,
  ) {}

  async open(query: ReadyQuery, values: readonly unknown[]): Promise<OpenQuery> {
    const position = (error: unknown) => this.#faultOf(error, query);
    const run = async (text: string, given: readonly unknown[] = []) => {
      await this.#limit();
      return this.client
        .query<RawRow>({
          text,
          values: [...given],
          rowMode: 'array',
          queryMode: 'extended',
        } as pg.QueryArrayConfig)
        .catch((error: unknown) => position(error));
    };
    await run(DECLARE + query.text, values);
    // Fetches no rows yet, only the description of the columns.
    const { fields } = await run('fetch 0 from report');
    const names = new Set<string>();
    const columns = fields.map(({ name, dataTypeID }) => {
      if (names.has(name) || name === '?column?')
        throw new QueryRefused({ line: 1, column: 1, key: 'server.report.fault.column', values: { name } });
      names.add(name);
      return { name, kind: kindOfType(dataTypeID) };
    });
    return {
      columns,
      next: async (count) => (await run(`fetch forward ${Math.trunc(count)} from report`)).rows,
      close: async () => void (await run('close report')),
    };
  }

  async #limit(): Promise<void> {
    const left = Math.trunc(this.until - Date.now());
    if (left <= 0) throw new RunTooLong();
    await this.client.query(`set local statement_timeout = ${left}`);
  }

  /** Converts a database error into one at its place in the query. */
  #faultOf(error: unknown, query: ReadyQuery): never {
    if (!(error instanceof pg.DatabaseError)) throw error;
    if (error.code === '57014') throw new RunTooLong();
    // Classes 53 and 57: the database has no resources or shuts down, which is not an error in the query.
    if (/^(53[1-3]|57P|58|XX)/.test(error.code ?? '') && error.code !== '53400') throw error;
    const at = Number(error.position ?? 0) - DECLARE.length - 1;
    const fault: QueryFault = { ...query.placeOf(Math.max(0, at)), text: error.message };
    throw new QueryRefused(fault);
  }
}
