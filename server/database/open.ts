/** Opens the database of the product, external or built-in, at the schema of this version. */
import { connect, requireVersion, type Connection, type Db } from './connection.ts';
import { startEmbedded } from './embedded.ts';
import { migrate } from './migrate.ts';
import { withOwnerLock } from './ownerLock.ts';
import { grantApplication, grantReports } from './roles.ts';

export interface OpenOptions {
  /** An external PostgreSQL; the built-in one is started if not given. */
  url?: string | undefined;
  /** The role that owns the tables there, when requests run as another role. */
  ownerUrl?: string | undefined;
  dataDir: string;
  fsync?: boolean;
  log?: (line: string) => void;
  /** Fills the database, as the owner of its tables. */
  prepare?: (db: Db) => Promise<void>;
}

export interface OpenDatabase extends Connection {
  /** Describes the database, without its password. */
  label: string;
}

/** Connects as the application's role, starting the built-in database if needed; migrations run first, as the owner. */
export async function openDatabase(options: OpenOptions): Promise<OpenDatabase> {
  if (options.url) {
    const { host, pathname } = new URL(options.url);
    await prepare(options.ownerUrl ?? options.url, options.ownerUrl && options.url, options.prepare);
    return { ...connect(options.url), label: `${host}${pathname}` };
  }
  const embedded = await startEmbedded(options);
  try {
    await prepare(embedded.ownerUrl, embedded.url, options.prepare);
  } catch (error) {
    await embedded.stop();
    throw error;
  }
  const connection = connect(embedded.url, { embedded: true });
  const close = async () => {
    await connection.close();
    await embedded.stop();
  };
  return { ...connection, close, label: `built-in PostgreSQL, ${embedded.dataDir}` };
}

/**
 * Prepares tables, rights and data as the owner, before requests are accepted. One server does it at a time. When
 * requests run as the owner, nothing is granted.
 */
async function prepare(
  ownerUrl: string,
  applicationUrl: string | undefined,
  fill: OpenOptions['prepare'],
): Promise<void> {
  const owner = connect(ownerUrl, { max: 2, queryLimit: 0 });
  try {
    await requireVersion(owner.pool);
    await withOwnerLock(owner.pool, async (client) => {
      await migrate(client);
      if (applicationUrl) {
        await grantApplication(client, decodeURIComponent(new URL(applicationUrl).username));
      }
      await grantReports(client, applicationUrl ?? ownerUrl);
      await fill?.(owner.db);
    });
  } finally {
    await owner.close();
  }
}
