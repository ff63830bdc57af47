/** Opens the database of the product, whichever it is, at the schema of this version. */
import { connect, requireVersion, type Connection } from './connection.ts';
import { startEmbedded } from './embedded.ts';
import { migrate } from './migrate.ts';

export interface OpenOptions {
  /** A PostgreSQL of one's own; the built-in one is started if not given. */
  url?: string | undefined;
  dataDir: string;
  fsync?: boolean;
  log?: (line: string) => void;
}

export interface OpenDatabase extends Connection {
  /** Says which database this is, without its password. */
  label: string;
}

/** Connects, starting the built-in database if need be, and migrates. */
export async function openDatabase(options: OpenOptions): Promise<OpenDatabase> {
  if (options.url) {
    const connection = connect(options.url);
    try {
      await requireVersion(connection.pool);
      await migrate(connection.pool);
    } catch (error) {
      await connection.close();
      throw error;
    }
    const { host, pathname } = new URL(options.url);
    return { ...connection, label: `${host}${pathname}` };
  }
  const embedded = await startEmbedded(options);
  const connection = connect(embedded.url);
  const close = async () => {
    await connection.close();
    await embedded.stop();
  };
  try {
    await migrate(connection.pool);
  } catch (error) {
    await close();
    throw error;
  }
  return { ...connection, close, label: `built-in PostgreSQL, ${embedded.dataDir}` };
}
