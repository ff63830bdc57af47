/** One PostgreSQL cluster as files and processes: initialised, started, found again, polled until ready, stopped. */
import { spawn, spawnSync } from 'node:child_process';
import {
  chownSync,
  closeSync,
  existsSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { totalmem } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Binaries, RunAs } from './binaries.ts';
import { isAlive } from './lock.ts';

/** Everything needed to start a cluster. */
export interface Cluster {
  binaries: Binaries;
  /** Folder of the cluster, its log and its passwords. */
  dataDir: string;
  folder: string;
  password: string;
  user: RunAs | undefined;
  fsync: boolean;
}

export interface Running {
  pid: number;
  port: number;
}

/** The superuser of the built-in database: it owns everything and runs migrations; requests never run as it. */
export const OWNER = 'postgres';
const START_LIMIT_MS = 60_000;
/** Longest clean shutdown; then the database is killed and recovers at its next start. */
const STOP_LIMIT_MS = 4_000;

export function urlOf(port: number, user: string, password: string, database: string): string {
  return `postgres://${user}:${password}@127.0.0.1:${port}/${database}`;
}

/**
 * Returns the database named by its pid file, if it is alive. A file that names a dead process is not deleted:
 * PostgreSQL uses it to detect remaining processes that still use the data.
 */
export function findRunning(folder: string): Running | undefined {
  const file = pidFile(folder);
  if (!existsSync(file)) return undefined;
  const lines = readFileSync(file, 'utf8').split('\n');
  const pid = Number(lines[0]);
  const port = Number(lines[3]);
  if (!(pid > 0) || !isAlive(pid)) return undefined;
  if (port > 0 && isDatabase(pid, folder)) return { pid, port };
  rmSync(file, { force: true });
  return undefined;
}

const pidFile = (folder: string): string => path.join(folder, 'postmaster.pid');

/** Whether a pid file exists. PostgreSQL leaves it when processes of a killed server still use its shared memory. */
export const hasPidFile = (folder: string): boolean => existsSync(pidFile(folder));

/**
 * PostgreSQL does not start while the process in the pid file exists, and a zombie that its parent has not reaped
 * exists. So the id of a dead process is replaced by that of this process: PostgreSQL ignores its own parent's, but
 * still checks that the shared memory named in the file is free.
 */
function disownZombie(folder: string): void {
  const file = pidFile(folder);
  if (!existsSync(file)) return;
  const [first, ...rest] = readFileSync(file, 'utf8').split('\n');
  if (isAlive(Number(first))) return;
  writeFileSync(file, [process.pid, ...rest].join('\n'));
}

/** After a restart of the machine another program may have the process id in the pid file. */
function isDatabase(pid: number, folder: string): boolean {
  if (process.platform !== 'linux') return true;
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(folder);
  } catch {
    return false;
  }
}

/** Creates an empty cluster under a temporary name and renames it when it is complete. */
export function initialise({ binaries, folder, password, user }: Cluster): void {
  const fresh = `${folder}.new`;
  const passwordFile = `${fresh}.password`;
  rmSync(fresh, { recursive: true, force: true });
  rmSync(folder, { recursive: true, force: true });
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (user) chownSync(passwordFile, user.uid, user.gid);
  try {
    // ICU sorts Russian properly everywhere; the C library's locale only classifies letters.
    for (const locale of ['C.UTF-8', 'en_US.UTF-8', 'C']) {
      const made = spawnSync(
        binaries.initdb,
        [
          `--pgdata=${fresh}`,
          `--username=${OWNER}`,
          `--pwfile=${passwordFile}`,
          '--auth=scram-sha-256',
          '--encoding=UTF8',
          '--locale-provider=icu',
          '--icu-locale=ru',
          `--locale=${locale}`,
        ],
        { ...user, cwd: path.dirname(folder), encoding: 'utf8' },
      );
      if (made.status === 0) {
        renameSync(fresh, folder);
        return;
      }
      rmSync(fresh, { recursive: true, force: true });
      if (locale === 'C') throw new Error(`initdb failed: ${made.error?.message ?? made.stderr}`);
    }
  } finally {
    rmSync(passwordFile, { force: true });
  }
}

/** Returns a loopback port that is free now. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

/** Starts a cluster on a port and waits until it accepts connections; stops it when it does not. */
export async function launch(cluster: Cluster, port: number, signal?: AbortSignal): Promise<Running> {
  const { binaries, dataDir, folder, user } = cluster;
  const logFile = path.join(dataDir, 'postgres.log');
  disownZombie(folder);
  const settings = [
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    'max_connections=120',
    ...memorySettings(totalmem()),
    // Rows are found by keys, on disks without a seek time. Many short queries share the machine: compiling one, or
    // running it in several processes, costs more than it saves.
    'random_page_cost=1.1',
    'jit=off',
    'max_parallel_workers_per_gather=0',
    ...(cluster.fsync ? [] : ['fsync=off', 'full_page_writes=off', 'synchronous_commit=off']),
  ];
  // A separate process group, and a file for its output: Ctrl-C and the death of the server do not reach the database.
  const output = openSync(logFile, 'a', 0o600);
  const child = spawn(
    binaries.postgres,
    ['-D', folder, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])],
    { ...user, cwd: dataDir, detached: true, stdio: ['ignore', output, output] },
  );
  closeSync(output);
  let failure: string | undefined;
  child.once('error', (error) => (failure = error.message));
  child.once('exit', (code) => (failure ??= `it ended with code ${code}; see ${logFile}`));
  child.unref();
  const running = { pid: child.pid ?? 0, port };
  try {
    await waitReady(running, cluster.password, () => (signal?.aborted ? 'it is to stop' : failure));
  } catch (error) {
    if (running.pid) await shutDown(running.pid);
    throw error;
  }
  return running;
}

/**
 * Shared buffers are an eighth of the machine's memory, at most a gigabyte; the rest is left to the system, which
 * caches pages too.
 */
function memorySettings(bytes: number): string[] {
  const megabytes = Math.floor(bytes / 1024 / 1024);
  const shared = Math.max(128, Math.min(1024, Math.floor(megabytes / 8)));
  return [
    `shared_buffers=${shared}MB`,
    `effective_cache_size=${Math.max(256, Math.floor(megabytes / 2))}MB`,
    'work_mem=16MB',
  ];
}

/** Opens a connection to a database of the cluster as its owner. */
export async function connectOwner(port: number, password: string, database: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: urlOf(port, OWNER, password, database),
    connectionTimeoutMillis: 5_000,
  });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

/** Waits until the database accepts connections; recovery after a crash may take a while. */
export async function waitReady(
  running: Running,
  password: string,
  failed: () => string | undefined,
): Promise<void> {
  const limit = Date.now() + START_LIMIT_MS;
  for (;;) {
    try {
      const client = await connectOwner(running.port, password, 'postgres');
      await client.end();
      return;
    } catch (error) {
      const reason = failed() ?? (Date.now() > limit ? (error as Error).message : undefined);
      if (reason) throw new Error(`The built-in database did not start: ${reason}`, { cause: error });
      await sleep(40);
    }
  }
}

/** Fast shutdown: open transactions roll back, committed data is written to disk. */
export async function shutDown(pid: number): Promise<void> {
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
