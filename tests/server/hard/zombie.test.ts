/** Processes that a killed database leaves behind do not keep the product from starting again. */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, afterEach, expect, it } from 'vitest';
import { findBinaries, runAs } from '../../../server/database/binaries.ts';
import { freePort } from '../../../server/database/cluster.ts';
import { connect } from '../../../server/database/connection.ts';
import { startEmbedded } from '../../../server/database/embedded.ts';
import { temporaryFolder } from '../support.ts';

const { folder, remove } = temporaryFolder();
afterAll(remove);
const closing: (() => Promise<unknown> | void)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

async function start(dataDir: string) {
  const database = await startEmbedded({ dataDir, fsync: false });
  closing.push(() => database.stop());
  return database;
}

/** A data folder whose database was stopped. */
async function prepared(name: string) {
  const dataDir = path.join(folder, name);
  await (await startEmbedded({ dataDir, fsync: false })).stop();
  return dataDir;
}

/** Runs the database of a data folder as the child of a process that never reaps its children. */
async function startUnreaped(dataDir: string): Promise<number> {
  const user = runAs();
  const cluster = path.join(dataDir, 'cluster');
  const listen = ['-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories='];
  const parent = spawn(
    '/bin/sh',
    // The shell becomes `sleep`, which reaps no children.
    [
      '-c',
      '"$0" "$@" & exec sleep 600',
      findBinaries(user).postgres,
      '-D',
      cluster,
      '-p',
      String(await freePort()),
      ...listen,
    ],
    { ...user, cwd: dataDir, stdio: 'ignore' },
  );
  closing.push(() => void parent.kill('SIGKILL'));
  const lines = () => readFileSync(path.join(cluster, 'postmaster.pid'), 'utf8').split('\n');
  await expect.poll(() => lines()[7]?.trim(), { timeout: 20_000 }).toBe('ready');
  return Number(lines()[0]);
}

const stateOf = (pid: number): string | undefined =>
  /\) (\w)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1];

async function killToZombie(pid: number): Promise<void> {
  process.kill(pid, 'SIGKILL');
  await expect.poll(() => stateOf(pid)).toBe('Z');
}

async function answers(url: string): Promise<void> {
  const { pool, close } = connect(url);
  await expect
    .poll(() => pool.query('select 1 one').then(({ rows }) => rows, String), { timeout: 30_000 })
    .toEqual([{ one: 1 }]);
  await close();
}

const onLinux = it.runIf(process.platform === 'linux');

onLinux('starts while the killed database is a zombie', async () => {
  const dataDir = await prepared('zombie');
  const killed = await startUnreaped(dataDir);
  await killToZombie(killed);
  const database = await start(dataDir);
  expect([database.adopted, stateOf(killed)]).toEqual([false, 'Z']);
  await answers(database.url);
});

onLinux('starts an adopted database again that became a zombie', async () => {
  const dataDir = await prepared('adopted');
  const killed = await startUnreaped(dataDir);
  const database = await start(dataDir);
  expect([database.adopted, database.pid]).toEqual([true, killed]);
  await killToZombie(killed);
  await expect.poll(() => database.pid, { timeout: 20_000 }).not.toBe(killed);
  expect(stateOf(killed)).toBe('Z');
  await answers(database.url);
});

onLinux('waits for a process of the killed database that still holds its memory', async () => {
  const dataDir = await prepared('remains');
  const postmaster = await startUnreaped(dataDir);
  const first = await startEmbedded({ dataDir, fsync: false });
  const { pool, close } = connect(first.ownerUrl);
  const { rows } = await pool.query<{ pid: number }>('select pg_backend_pid() pid');
  const backend = rows[0]!.pid;
  process.kill(backend, 'SIGSTOP');
  closing.push(() => void close().catch(() => undefined));
  // Its server ends first and does not restart it; the stopped process cannot end with it.
  process.kill(postmaster, 'SIGKILL');
  await first.stop();
  const timer = setTimeout(() => process.kill(backend, 'SIGKILL'), 1_500);
  closing.push(() => clearTimeout(timer));
  const begun = Date.now();
  const database = await start(dataDir);
  expect(Date.now() - begun).toBeGreaterThan(1_000);
  await answers(database.url);
});
