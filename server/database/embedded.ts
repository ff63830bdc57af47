/** The built-in PostgreSQL: initialised, started, adopted after a crash and stopped by the server itself. */
import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { canWrite, findBinaries, reachableHome, runAs, type Binaries, type RunAs } from './binaries.ts';
import { isAlive, takeLock } from './lock.ts';

export interface EmbeddedOptions {
  /** Folder for the database and all that belongs to it. */
  dataDir: string;
  /** False trades safety against power cuts for speed; for tests only. */
  fsync?: boolean;
  log?: (line: string) => void;
}

export interface EmbeddedDatabase {
  /** Connection string of the product's database. */
  url: string;
  /** The folder in use; differs from the one asked for when that one was out of the database's reach. */
  dataDir: string;
  /** True when a database left running by a killed server was taken over. */
  adopted: boolean;
  pid: number;
  stop(): Promise<void>;
}

interface Running {
  pid: number;
  port: number;
}

const USER = 'postgres';
const DATABASE = 'waste';
const START_LIMIT_MS = 60_000;
const STOP_LIMIT_MS = 20_000;

/** Starts the built-in database, or adopts the one that a killed server left behind. */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const log = options.log ?? (() => undefined);
  const user = runAs();
  const dataDir = prepareFolder(path.resolve(options.dataDir), user, log);
  const release = takeLock(path.join(dataDir, 'server.lock'), dataDir);
  try {
    const cluster = path.join(dataDir, 'cluster');
    const password = readPassword(dataDir);
    let running = findRunning(cluster);
    const adopted = running !== undefined;
    if (running) {
      await waitReady(running, password, () => undefined);
      log(`Took over the running database, process ${running.pid}`);
    } else {
      const binaries = findBinaries(user);
      if (!existsSync(path.join(cluster, 'PG_VERSION'))) initialise(binaries, cluster, password, user);
      running = await launch(binaries, dataDir, cluster, password, user, options.fsync ?? true);
    }
    const { pid, port } = running;
    await createDatabase(port, password);
    return {
      url: urlOf(port, password, DATABASE),
      dataDir,
      adopted,
      pid,
      stop: async () => {
        await shutDown(pid);
        release();
      },
    };
  } catch (error) {
    release();
    throw error;
  }
}

function urlOf(port: number, password: string, database: string): string {
  return `postgres://${USER}:${password}@127.0.0.1:${port}/${database}`;
}

/** Makes the folder and gives it to the database's user; moves it when a closed parent keeps that user out. */
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

/** The random password of this data folder. Others on the machine reach the loopback port, but not this file. */
function readPassword(dataDir: string): string {
  const file = path.join(dataDir, 'password');
  if (!existsSync(file)) writeFileSync(file, randomBytes(24).toString('hex'), { mode: 0o600 });
  return readFileSync(file, 'utf8').trim();
}

/** The database that its pid file tells of, if it is alive; a file left by a power cut is cleared away. */
function findRunning(cluster: string): Running | undefined {
  const file = path.join(cluster, 'postmaster.pid');
  if (!existsSync(file)) return undefined;
  const lines = readFileSync(file, 'utf8').split('\n');
  const pid = Number(lines[0]);
  const port = Number(lines[3]);
  if (pid > 0 && port > 0 && isAlive(pid) && isDatabase(pid, cluster)) return { pid, port };
  rmSync(file, { force: true });
  return undefined;
}

/** After a restart of the machine another program may bear the number that the pid file tells. */
function isDatabase(pid: number, cluster: string): boolean {
  if (process.platform !== 'linux') return true;
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(cluster);
  } catch {
    return false;
  }
}

/** Makes an empty cluster beside its place and moves it there when it is whole. */
function initialise(binaries: Binaries, cluster: string, password: string, user: RunAs | undefined): void {
  const fresh = `${cluster}.new`;
  const passwordFile = `${fresh}.password`;
  rmSync(fresh, { recursive: true, force: true });
  rmSync(cluster, { recursive: true, force: true });
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (user) chownSync(passwordFile, user.uid, user.gid);
  try {
    // ICU sorts Russian properly everywhere; the C library's locale only classifies letters.
    for (const locale of ['C.UTF-8', 'en_US.UTF-8', 'C']) {
      const made = spawnSync(
        binaries.initdb,
        [
          `--pgdata=${fresh}`,
          `--username=${USER}`,
          `--pwfile=${passwordFile}`,
          '--auth=scram-sha-256',
          '--encoding=UTF8',
          '--locale-provider=icu',
          '--icu-locale=ru',
          `--locale=${locale}`,
        ],
        { ...user, cwd: path.dirname(cluster), encoding: 'utf8' },
      );
      if (made.status === 0) {
        renameSync(fresh, cluster);
        return;
      }
      rmSync(fresh, { recursive: true, force: true });
      if (locale === 'C') throw new Error(`initdb failed: ${made.error?.message ?? made.stderr}`);
    }
  } finally {
    rmSync(passwordFile, { force: true });
  }
}

/** A loopback port that is free now. */
function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

async function launch(
  binaries: Binaries,
  dataDir: string,
  cluster: string,
  password: string,
  user: RunAs | undefined,
  fsync: boolean,
): Promise<Running> {
  const port = await freePort();
  const logFile = path.join(dataDir, 'postgres.log');
  const settings = [
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    'max_connections=60',
    ...(fsync ? [] : ['fsync=off', 'full_page_writes=off', 'synchronous_commit=off']),
  ];
  // A group of its own, and a file for its output: Ctrl-C and the server's death do not reach the database.
  const output = openSync(logFile, 'a', 0o600);
  const child = spawn(
    binaries.postgres,
    ['-D', cluster, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])],
    { ...user, cwd: dataDir, detached: true, stdio: ['ignore', output, output] },
  );
  closeSync(output);
  let failure: string | undefined;
  child.once('error', (error) => (failure = error.message));
  child.once('exit', (code) => (failure ??= `it ended with code ${code}; see ${logFile}`));
  child.unref();
  const running = { pid: child.pid ?? 0, port };
  await waitReady(running, password, () => failure);
  return running;
}

async function connect(port: number, password: string, database: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: urlOf(port, password, database) });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

/** Waits until the database answers; recovery after a crash may take a while. */
async function waitReady(
  running: Running,
  password: string,
  failed: () => string | undefined,
): Promise<void> {
  const limit = Date.now() + START_LIMIT_MS;
  for (;;) {
    try {
      const client = await connect(running.port, password, 'postgres');
      await client.end();
      return;
    } catch (error) {
      const reason = failed() ?? (Date.now() > limit ? (error as Error).message : undefined);
      if (reason) throw new Error(`The built-in database did not start: ${reason}`, { cause: error });
      await sleep(40);
    }
  }
}

async function createDatabase(port: number, password: string): Promise<void> {
  const client = await connect(port, password, 'postgres');
  try {
    const found = await client.query('select 1 from pg_database where datname = $1', [DATABASE]);
    if (found.rowCount === 0) await client.query(`create database ${DATABASE}`);
  } finally {
    await client.end();
  }
}

/** Fast shutdown: open transactions roll back, everything committed reaches the disk. */
async function shutDown(pid: number): Promise<void> {
  const limit = Date.now() + STOP_LIMIT_MS;
  if (isAlive(pid)) process.kill(pid, 'SIGINT');
  while (isAlive(pid)) {
    if (Date.now() > limit) {
      process.kill(pid, 'SIGQUIT');
      return;
    }
    await sleep(20);
  }
}
