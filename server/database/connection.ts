/** The connection pool and the typed query builder over it. */
import { Kysely, sql, type Transaction } from 'kysely';
import pg from 'pg';
import { PoolDialect } from './dialect.ts';
import type { Database } from './schema.ts';

/** Queries that read or write any instance; modules get a `Scope` instead. */
export type Db = Kysely<Database>;
/** A transaction of `Db`; one of a `Scope` is a `ScopedTransaction`. */
export type DbTransaction = Transaction<Database>;

/** Runs `work` in a transaction; when `db` is one already, as the whole request may be, it is part of that. */
export function transaction<T>(db: Db, work: (trx: DbTransaction) => Promise<T>): Promise<T> {
  return db.isTransaction ? work(db as DbTransaction) : db.transaction().execute(work);
}

/**
 * An object that stands for a database: the same for its transactions and scopes. What belongs to a database and is no
 * part of it, such as caches, is kept by it in a `WeakMap`.
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
 * The database behind a scope or a transaction, its address, and whether it is the embedded one: for what must be written
 * outside of the transaction of a request, and for roles that follow from the application's.
 */
export function originOf(db: Db): Origin {
  const found = opened.get(databaseKey(db));
  if (!found) throw new Error('This database was not opened by connect');
  return found;
}

/**
 * Runs work whose failure must undo nothing but itself. Outside of a transaction the work opens its own; within one,
 * which the whole request may be, it runs behind a savepoint.
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
  /** A connection beside the pool, not yet open: for LISTEN. */
  single(): pg.Client;
  close(): Promise<void>;
}

export interface ConnectOptions {
  /** The most connections at a time. */
  max?: number;
  /** Milliseconds that a query may take; 0 is no limit, for migrations. */
  queryLimit?: number;
  /** The database is the one that this server runs, so its processes are of this machine. */
  embedded?: boolean;
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
    // The dialect ends silent connections; `query_timeout` is for those who use the pool itself.
    ...(limit > 0 && { statement_timeout: limit, query_timeout: limit + 2 * SILENCE_MS }),
    idle_in_transaction_session_timeout: 60_000,
  });
  // The pool replaces clients that are lost; without listeners their errors would end the process.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  const silenceLimit = limit > 0 ? limit + SILENCE_MS : 0;
  const db = new Kysely<Database>({ dialect: new PoolDialect({ pool, silenceLimit }) });
  opened.set(databaseKey(db), { db, url: connectionString, embedded: options.embedded ?? false });
  const single = () => new pg.Client({ connectionString, types, connectionTimeoutMillis: 10_000 });
  return { pool, db, single, close: () => closePool(pool) };
}

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
