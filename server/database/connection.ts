/** The connection pool and the typed query builder over it. */
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Database } from './schema.ts';

/** Queries that read or write any instance; modules get a `Scope` instead. */
export type Db = Kysely<Database>;

export interface Connection {
  pool: pg.Pool;
  db: Db;
  /** A connection beside the pool, not yet open: for LISTEN. */
  single(): pg.Client;
  close(): Promise<void>;
}

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

/** Opens a pool. Lost idle connections are replaced by the pool; queries in flight fail with 503. */
export function connect(connectionString: string, options: { max?: number } = {}): Connection {
  const pool = new pg.Pool({
    connectionString,
    max: options.max ?? 20,
    types,
    connectionTimeoutMillis: 10_000,
    statement_timeout: 60_000,
    idle_in_transaction_session_timeout: 60_000,
  });
  pool.on('error', () => undefined);
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });
  const single = () => new pg.Client({ connectionString, types, connectionTimeoutMillis: 10_000 });
  return { pool, db, single, close: () => db.destroy() };
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
