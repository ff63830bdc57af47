/** The built product on a real server and a separate database, as a user would start it. */
import { spawn, type ChildProcess } from 'node:child_process';
import { createServer } from 'node:net';
import { createInterface } from 'node:readline';
import pg from 'pg';
import { createSeededDatabase, type TestDatabase } from '../server/databases.ts';

export interface Product {
  url: string;
  /** Queries the database directly; what a screen shows is compared with it. */
  sql<T extends object>(text: string, values?: unknown[]): Promise<T[]>;
  /** Stops the server and starts it again on the same data and port. */
  restart(): Promise<void>;
  /** Error lines that the server has logged since the last call, as JSON; clears them. */
  errors(): string[];
  stop(): Promise<void>;
}

export interface ProductOptions {
  /** Folder of the project to run, with its `dist`; this one if not given. */
  cwd?: string;
}

export async function startProduct({ cwd = '.' }: ProductOptions = {}): Promise<Product> {
  const database = await createSeededDatabase({});
  const pool = new pg.Pool({ connectionString: database.url, max: 2 });
  const port = await freePort();
  const errors: string[] = [];
  const start = async () => {
    const started = await launch(cwd, database, port);
    createInterface(started.stderr!).on('line', (line) => errors.push(line));
    return started;
  };
  let server = await start();
  return {
    url: `http://127.0.0.1:${port}`,
    sql: async <T extends object>(text: string, values: unknown[] = []) =>
      (await pool.query<T>(text, values)).rows,
    async restart() {
      await end(server);
      server = await start();
    },
    errors: () => errors.splice(0),
    async stop() {
      await pool.end();
      await end(server);
      await database.close();
    },
  };
}

async function launch(cwd: string, database: TestDatabase, port: number): Promise<ChildProcess> {
  const server = spawn(process.execPath, ['--import', 'tsx', 'server/main.ts'], {
    cwd,
    env: {
      ...process.env,
      NODE_ENV: 'test',
      SEED: 'on',
      DATABASE_URL: database.applicationUrl,
      DATABASE_OWNER_URL: database.url,
      PORT: String(port),
      HOST: '127.0.0.1',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  server.stdout!.on('data', (data) => (output += String(data)));
  server.stderr!.on('data', (data) => (output += String(data)));
  for (let i = 0; i < 300; i++) {
    if (server.exitCode !== null) throw new Error(`The server ended at start:\n${output}`);
    const healthy = await fetch(`http://127.0.0.1:${port}/healthz`).then(
      (r) => r.ok,
      () => false,
    );
    if (healthy) return server;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  server.kill('SIGKILL');
  throw new Error(`The server did not answer within a minute:\n${output}`);
}

async function end(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null) return;
  const gone = new Promise((resolve) => server.once('exit', resolve));
  server.kill('SIGTERM');
  await gone;
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(port));
    });
    probe.on('error', reject);
  });
}
