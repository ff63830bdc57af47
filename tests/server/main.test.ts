import { spawn, type ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { afterAll, afterEach, expect, it } from 'vitest';
import { Client, ROOT, temporaryFolder } from './support.ts';

const { folder, remove } = temporaryFolder();
const running: ChildProcess[] = [];
afterEach(async () => {
  for (const child of running.splice(0)) {
    if (child.exitCode !== null) continue;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    await ended;
  }
});
afterAll(remove);

/** Starts the product as `npm start` does; resolves with all that it printed once it listens or ends. */
async function start(env: Record<string, string>) {
  const child = spawn(process.execPath, ['--import', 'tsx', 'server/main.ts'], {
    cwd: ROOT,
    env: { ...process.env, DATABASE_URL: '', PORT: '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.push(child);
  const ended = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));
  let output = '';
  const listening = new Promise<void>((resolve) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        output += String(chunk);
        if (output.includes('Database  ')) resolve();
      });
    }
  });
  await Promise.race([listening, ended]);
  return { child, ended, output: () => output };
}

it('starts with one command, tells who can sign in, traces, and stops cleanly', async () => {
  const traceFile = path.join(folder, 'trace.txt');
  const server = await start({
    DATA_DIR: path.join(folder, 'pg'),
    TRACE_FILE: traceFile,
    SEED_SCALE: '0.02',
  });
  expect(server.output()).toContain('manager');
  const url = /Portal\s+(\S+)/.exec(server.output())?.[1] ?? '';
  const client = new Client(url);
  expect((await client.post('/auth/renew')).status).toBe(401);
  expect((await client.get('/system/info/public')).status).toBe(200);
  server.child.kill('SIGTERM');
  expect(await server.ended).toBe(0);
  expect(readFileSync(traceFile, 'utf8')).toBe('authRenew 401\nsystemInfoPublic 200\n');
});

it('takes the next port only when nobody asked for this one', async () => {
  const blocker = createServer();
  await new Promise<void>((resolve) => blocker.listen(0, '127.0.0.1', resolve));
  const address = blocker.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  try {
    const server = await start({ DATA_DIR: path.join(folder, 'pg'), PORT: String(port), SEED: 'off' });
    expect(await server.ended).toBe(1);
    expect(server.output()).toContain(`Port ${port} is in use`);
  } finally {
    blocker.close();
  }
});
