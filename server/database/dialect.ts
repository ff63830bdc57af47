/** PostgreSQL dialect for Kysely over a `pg` pool: prepared statements, closing of lost or unresponsive connections. */
import {
  PostgresDialect,
  PostgresDriver,
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
} from 'kysely';
import pg from 'pg';
import { DatabaseUnavailable } from '../core/databaseUnavailable.ts';
import { statementNameOf } from './prepared.ts';

interface DialectOptions {
  pool: pg.Pool;
  /** Milliseconds after which a query without a reply ends with its connection; 0 means no limit. */
  silenceLimit: number;
}

export class PoolDialect extends PostgresDialect {
  readonly #options: DialectOptions;

  constructor(options: DialectOptions) {
    super({ pool: options.pool });
    this.#options = options;
  }

  override createDriver(): Driver {
    return new PoolDriver(this.#options);
  }
}

/** Transactions and savepoints are Kysely's; connections come from the pool. */
class PoolDriver extends PostgresDriver {
  readonly #options: DialectOptions;
  readonly #connections = new WeakMap<pg.PoolClient, PoolConnection>();

  constructor(options: DialectOptions) {
    super({ pool: options.pool });
    this.#options = options;
  }

  override async acquireConnection(): Promise<PoolConnection> {
    const { pool, silenceLimit } = this.#options;
    const client = await pool.connect().catch((error: unknown) => {
      throw error instanceof pg.DatabaseError ? error : new DatabaseUnavailable('connect', error);
    });
    const connection = this.#connections.get(client) ?? new PoolConnection(client, silenceLimit);
    this.#connections.set(client, connection);
    return connection;
  }

  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    // The database has already rolled back the transaction of a lost connection.
    if (!ownOf(connection).unusable) await super.rollbackTransaction(connection);
  }

  override async releaseConnection(connection: DatabaseConnection): Promise<void> {
    ownOf(connection).release();
  }
}

/** Kysely passes back the connections that it acquired. */
function ownOf(connection: DatabaseConnection): PoolConnection {
  if (connection instanceof PoolConnection) return connection;
  throw new Error('The connection is not of this driver');
}

type Unusable = 'lost' | 'timeout';

class PoolConnection implements DatabaseConnection {
  /** Why no more queries can be sent. */
  unusable: Unusable | undefined;

  constructor(
    private readonly client: pg.PoolClient,
    private readonly silenceLimit: number,
  ) {
    client.on('error', () => (this.unusable ??= 'lost'));
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const silence = this.silenceLimit > 0 ? setTimeout(() => this.#cut(), this.silenceLimit) : undefined;
    try {
      return resultOf(await this.client.query(configOf(query)));
    } catch (error) {
      const rethrow = error instanceof pg.DatabaseError || !this.unusable;
      throw rethrow ? error : new DatabaseUnavailable(this.unusable!, error);
    } finally {
      clearTimeout(silence);
    }
  }

  // oxlint-disable-next-line require-yield
  async *streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw new Error('Long lists are read by key, piece after piece; this driver has no cursors');
  }

  /** Returns the client to the pool, which drops one that cannot be used. */
  release(): void {
    this.client.release(this.unusable !== undefined);
  }

  /** Closes the connection, so that nothing waits for the rest of its reply. */
  #cut(): void {
    this.unusable = 'timeout';
    this.client.connection.stream.destroy();
  }
}

function configOf(query: CompiledQuery): pg.QueryConfig {
  const name = statementNameOf(query);
  return { text: query.sql, values: [...query.parameters], ...(name !== undefined && { name }) };
}

const CHANGES = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE']);

function resultOf<Row>({ command, rowCount, rows }: pg.QueryResult): QueryResult<Row> {
  return {
    rows: (rows ?? []) as Row[],
    ...(CHANGES.has(command) && { numAffectedRows: BigInt(rowCount ?? 0) }),
  };
}
