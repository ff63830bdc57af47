/** The connection pool and the typed query builder over it. */
import { Kysely, sql, type Transaction } from 'kysely';
import pg from 'pg';
import { PoolDialect } from './dialect.ts';
import type { Database } from './schema.ts';

/** Queries that read or write any instance; modules get a `Scope` instead. */
export type Db = Kysely<Database>;
/** A transaction of `Db`; one of a `Scope` is a `ScopedTransaction`. */
export type DbTransaction = Transaction<Database>;

/** Runs `work` in a transaction; when `db` already is one, as for a whole request, `work` joins it. */
export function transaction<T>(db: Db, work: (trx: DbTransaction) => Promise<T>): Promise<T> {
  return db.isTransaction ? work(db as DbTransaction) : db.transaction().execute(work);
}

/**
 * Returns an object that identifies a database, the same for its transactions and scopes. Data about a database, such
 * as caches, is stored by it in a `WeakMap`.
 */
export const databaseKey = (db: Db): object => db.getExecutor().adapter;

interface Origin {
  db: Db;
  url: string;
  embedded: boolean;
}

/** By `databaseKey`. */
const opened = new WeakMap<object, Origin>();

/**
 * Returns the database behind a scope or a transaction, its URL, and whether it is the embedded one: for writes outside
 * the transaction of a request, and for roles derived from the application's.
 */
export function originOf(db: Db): Origin {
  const found = opened.get(databaseKey(db));
  if (!found) throw new Error('This database was not opened by connect');
  return found;
}

/**
 * Runs work whose failure must undo nothing but itself. Outside a transaction the work opens its own; within one, which
 * may span the whole request, it runs after a savepoint.
 */
export async function alone<T>(db: Db, work: () => Promise<T>): Promise<T> {
  if (!db.isTransaction) return work();
  const whole = db.withoutPlugins();
  await sql`savepoint alone`.execute(whole);
  try {
    const result = await work();
    await sql`release savepoint alone`.execute(whole);
    return result;
  } catch (error) {
    await sql`rollback to savepoint alone`.execute(whole);
    throw error;
  }
}

export interface Connection {
  pool: pg.Pool;
  db: Db;
  /** A connection outside the pool, not yet open: for LISTEN. */
  single(): pg.Client;
  close(): Promise<void>;
}

export interface ConnectOptions {
  /** The most connections at a time. */
  max?: number;
  /** Milliseconds that a query may take; 0 means no limit, for migrations. */
  queryLimit?: number;
  /** The database is the one that this server runs, so its processes are on this machine. */
  embedded?: boolean;
}

/** Time limit of a request's query; the database enforces it first, the client when the database does not respond. */
const QUERY_LIMIT_MS = 20_000;
/** Extra time that the client waits after the database's limit. */
const SILENCE_MS = 5_000;
/** `close` stops waiting for a pool that still has work after this long. */
const CLOSE_LIMIT_MS = 1_500;

const { builtins } = pg.types;

/** Types as in the API: dates stay text, numbers become numbers. */
const types: pg.CustomTypesConfig = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (oid === builtins.DATE) return (value: string) => value;
    if (oid === builtins.INT8 || oid === builtins.NUMERIC) return Number;
    // The driver's types accept one format at a time.
    return format === 'binary' ? pg.types.getTypeParser(oid, 'binary') : pg.types.getTypeParser(oid, 'text');
  },
};

/** Opens a pool. The pool replaces lost connections; queries in flight fail with 503. */
export function connect(connectionString: string, options: ConnectOptions = {}): Connection {
  const limit = options.queryLimit ?? QUERY_LIMIT_MS;
  const pool = new pg.Pool({
    connectionString,
    max: options.max ?? 20,
    types,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    // The dialect ends unresponsive connections; `query_timeout` is for code that uses the pool directly.
    ...(limit > 0 && { statement_timeout: limit, query_timeout: limit + 2 * SILENCE_MS }),
    idle_in_transaction_session_timeout: 60_000,
  });
  // The pool replaces lost clients; without listeners their errors would end the process.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  const silenceLimit = limit > 0 ? limit + SILENCE_MS : 0;
  const db = new Kysely<Database>({ dialect: new PoolDialect({ pool, silenceLimit }) });
  opened.set(databaseKey(db), { db, url: connectionString, embedded: options.embedded ?? false });
  const single = () => new pg.Client({ connectionString, types, connectionTimeoutMillis: 10_000 });
  return { pool, db, single, close: () => closePool(pool) };
}

/** Ends the pool; a client that is never released does not keep the process alive. */
async function closePool(pool: pg.Pool): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<void>((resolve) => (timer = setTimeout(resolve, CLOSE_LIMIT_MS)));
  await Promise.race([pool.end(), limit]);
  clearTimeout(timer);
}

/** Throws an error that names the version when the database is too old. */
export async function requireVersion(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ server_version_num: string; server_version: string }>(
    "select current_setting('server_version_num') server_version_num, current_setting('server_version') server_version",
  );
  const row = rows[0];
  if (!row || Number(row.server_version_num) < 150_000) {
    throw new Error(`PostgreSQL 15 or later is needed; DATABASE_URL leads to ${row?.server_version}.`);
  }
}
