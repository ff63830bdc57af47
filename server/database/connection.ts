/** The connection pool and the typed query builder over it. */
import { createHash } from 'node:crypto';
import {
  Kysely,
  PostgresDialect,
  sql,
  type CompiledQuery,
  type Expression,
  type QueryResult,
  type Transaction,
} from 'kysely';
import pg from 'pg';
import type { Database } from './schema.ts';

/** Queries that read or write any instance; modules get a `Scope` instead. */
export type Db = Kysely<Database>;

/** Runs `work` in a transaction; when `db` is one already, as the whole request may be, it is part of that. */
export function transaction<T>(db: Db, work: (trx: Transaction<Database>) => Promise<T>): Promise<T> {
  return db.isTransaction ? work(db as Transaction<Database>) : db.transaction().execute(work);
}

/** Ends a statement that each connection plans only once. */
const PLANNED_ONCE = '/* planned once */';

/**
 * Has a query planned once a connection and not each time: for one whose values, keys and lists of keys, lead to the
 * same plan whatever they are. Nothing that varies, not even a limit, may stand in its text.
 */
export function plannedOnce<Q extends { modifyEnd(modifier: Expression<unknown>): Q }>(query: Q): Q {
  return query.modifyEnd(sql.raw(PLANNED_ONCE));
}

/** Asks what was compiled once: the values stand where `place` stood when it was made. */
export function askAgain<Row>(
  db: Db,
  question: CompiledQuery<Row>,
  place: symbol,
  value: unknown,
): Promise<QueryResult<Row>> {
  const parameters = question.parameters.map((given) => (given === place ? value : given));
  return db.executeQuery({ ...question, parameters });
}

export interface Connection {
  pool: pg.Pool;
  db: Db;
  /** A connection beside the pool, not yet open: for LISTEN. */
  single(): pg.Client;
  close(): Promise<void>;
}

export interface ConnectOptions {
  /** The most connections at a time. */
  max?: number;
  /** Milliseconds that a query may take; 0 is no limit, for migrations. */
  queryLimit?: number;
}

/** The limit of a request's query; the server side ends it first, the client side when the server is silent. */
const QUERY_LIMIT_MS = 20_000;
/** How much later than the database the client gives up. */
const SILENCE_MS = 5_000;
/** A pool that still has work after this long is left behind. */
const CLOSE_LIMIT_MS = 1_500;

const { builtins } = pg.types;

/** Values as the API speaks of them: days stay text, numbers become numbers. */
const types: pg.CustomTypesConfig = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (oid === builtins.DATE) return (value: string) => value;
    if (oid === builtins.INT8 || oid === builtins.NUMERIC) return Number;
    // The driver's declaration knows one format at a time.
    return format === 'binary' ? pg.types.getTypeParser(oid, 'binary') : pg.types.getTypeParser(oid, 'text');
  },
};

/** Opens a pool. Lost connections are replaced by the pool; queries in flight fail with 503. */
export function connect(connectionString: string, options: ConnectOptions = {}): Connection {
  const limit = options.queryLimit ?? QUERY_LIMIT_MS;
  const pool = new pg.Pool({
    connectionString,
    max: options.max ?? 20,
    types,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    ...(limit > 0 && { statement_timeout: limit, query_timeout: limit + SILENCE_MS }),
    idle_in_transaction_session_timeout: 60_000,
  });
  pool.on('error', () => undefined);
  pool.on('connect', guard);
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });
  const single = () => new pg.Client({ connectionString, types, connectionTimeoutMillis: 10_000 });
  return { pool, db, single, close: () => closePool(pool) };
}

/**
 * The pool hears its idle clients only: one at work whose connection is lost would end the process. And a client that
 * timed out still waits for its answer, so whoever gets it next would wait too: its connection is cut.
 */
function guard(client: pg.PoolClient): void {
  client.on('error', () => undefined);
  const query = client.query.bind(client) as (...given: unknown[]) => unknown;
  client.query = ((...given: unknown[]) => {
    const [text, values] = given;
    const planned = typeof text === 'string' && text.endsWith(PLANNED_ONCE);
    const answer = planned ? query({ name: nameOf(text), text, values }) : query(...given);
    if (!(answer instanceof Promise)) return answer;
    return answer.catch(async (error: Error) => {
      if (error.message === 'Query read timeout') {
        const ended = new Promise<void>((resolve) => client.once('end', resolve));
        client.connection.stream.destroy();
        await ended;
      }
      throw error;
    });
  }) as typeof client.query;
}

/** A name of a prepared statement: equal texts are one. */
const nameOf = (text: string): string => createHash('md5').update(text).digest('base64');

/** Ends the pool; a client that never comes back does not hold the process. */
async function closePool(pool: pg.Pool): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<void>((resolve) => (timer = setTimeout(resolve, CLOSE_LIMIT_MS)));
  await Promise.race([pool.end(), limit]);
  clearTimeout(timer);
}

/** Refuses a database that is too old with a sentence that says so. */
export async function requireVersion(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ server_version_num: string; server_version: string }>(
    "select current_setting('server_version_num') server_version_num, current_setting('server_version') server_version",
  );
  const row = rows[0];
  if (!row || Number(row.server_version_num) < 150_000) {
    throw new Error(`PostgreSQL 15 or later is needed; DATABASE_URL leads to ${row?.server_version}.`);
  }
}
