/** The built-in PostgreSQL: initialised, started, adopted after a crash, kept alive and stopped by the server itself. */
import { randomBytes } from 'node:crypto';
import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { canWrite, findBinaries, reachableHome, runAs, type RunAs } from './binaries.ts';
import {
  connectOwner,
  findRunning,
  freePort,
  hasPidFile,
  initialise,
  launch,
  OWNER,
  urlOf,
  waitReady,
  type Cluster,
  type Running,
} from './cluster.ts';
import { isAlive, takeLock } from './lock.ts';
import { ensureRole } from './roles.ts';
import { supervise } from './supervise.ts';

export interface EmbeddedOptions {
  /** Folder for the database and all its files. */
  dataDir: string;
  /** False trades safety against power cuts for speed; for tests only. */
  fsync?: boolean;
  log?: (line: string) => void;
}

export interface EmbeddedDatabase {
  /** Connection string of the product's database, as its owner: for migrations. */
  ownerUrl: string;
  /** The same database as the application's role: for requests. */
  url: string;
  /** The folder in use; differs from the requested one when the database's user could not reach that. */
  dataDir: string;
  /** True when a database that a killed server left running was taken over. */
  adopted: boolean;
  /** Process id of the database; changes when it is restarted. */
  readonly pid: number;
  stop(): Promise<void>;
}

/** The role that requests run as. */
export const APPLICATION = 'application';
const DATABASE = 'waste';
/** Processes of a killed database exit once they notice; until then it cannot be started. */
const REMAINS_LIMIT_MS = 30_000;
const RETRY_MS = 250;

/** Starts the built-in database, or adopts the one left by a killed server, and keeps it running. */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const log = options.log ?? (() => undefined);
  const user = runAs();
  const dataDir = prepareFolder(path.resolve(options.dataDir), user, log);
  const release = takeLock(path.join(dataDir, 'server.lock'), dataDir);
  try {
    const cluster: Cluster = {
      binaries: findBinaries(user),
      dataDir,
      folder: path.join(dataDir, 'cluster'),
      password: readPassword(dataDir, 'password'),
      user,
      fsync: options.fsync ?? true,
    };
    const left = await adopt(cluster, log);
    const running = left ?? (await start(cluster));
    const { port } = running;
    const secret = readPassword(dataDir, 'application.password');
    await prepareDatabase(port, cluster.password, secret);
    const supervisor = supervise(cluster, running, log);
    return {
      ownerUrl: urlOf(port, OWNER, cluster.password, DATABASE),
      url: urlOf(port, APPLICATION, secret, DATABASE),
      dataDir,
      adopted: left !== undefined,
      get pid() {
        return supervisor.pid();
      },
      stop: async () => {
        await supervisor.stop();
        release();
      },
    };
  } catch (error) {
    release();
    throw error;
  }
}

/** Takes over a database that still runs; returns undefined when there is none, or it was just ending. */
async function adopt(cluster: Cluster, log: (line: string) => void): Promise<Running | undefined> {
  const running = findRunning(cluster.folder);
  if (!running) return undefined;
  try {
    await waitReady(running, cluster.password, () => (isAlive(running.pid) ? undefined : 'it ended'));
  } catch (error) {
    if (isAlive(running.pid)) throw error;
    return undefined;
  }
  log(`Took over the running database, process ${running.pid}`);
  return running;
}

async function start(cluster: Cluster): Promise<Running> {
  if (!existsSync(path.join(cluster.folder, 'PG_VERSION'))) initialise(cluster);
  const limit = Date.now() + REMAINS_LIMIT_MS;
  for (;;) {
    try {
      return await launch(cluster, await freePort());
    } catch (error) {
      if (!hasPidFile(cluster.folder) || Date.now() > limit) throw error;
      await sleep(RETRY_MS);
    }
  }
}

/** Creates the folder for the database's user; uses another place when that user cannot enter a parent folder. */
function prepareFolder(wanted: string, user: RunAs | undefined, log: (line: string) => void): string {
  for (const folder of [wanted, path.join(reachableHome(wanted), 'data')]) {
    mkdirSync(folder, { recursive: true });
    if (user) chownSync(folder, user.uid, user.gid);
    chmodSync(folder, 0o700);
    if (canWrite(folder, user)) {
      if (folder !== wanted)
        log(`${wanted} is out of reach for the database's user; its data is in ${folder}`);
      return folder;
    }
  }
  throw new Error(
    `The database's user cannot write to ${wanted}. Set DATA_DIR to a folder that it can reach.`,
  );
}

/**
 * Returns a random password, stored in this data folder. Other users can reach the loopback port, but not this file.
 */
function readPassword(dataDir: string, name: string): string {
  const file = path.join(dataDir, name);
  if (!existsSync(file)) writeFileSync(file, randomBytes(24).toString('hex'), { mode: 0o600 });
  return readFileSync(file, 'utf8').trim();
}

async function prepareDatabase(port: number, password: string, applicationPassword: string): Promise<void> {
  const client = await connectOwner(port, password, 'postgres');
  try {
    const found = await client.query('select 1 from pg_database where datname = $1', [DATABASE]);
    if (found.rowCount === 0) await client.query(`create database ${DATABASE}`);
    await ensureRole(client, APPLICATION, applicationPassword);
  } finally {
    await client.end();
  }
}
