/** Servers that run jobs on the database of a test server: in this process, or in one that can be killed. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { connect, type Connection } from '../../../server/database/connection.ts';
import { DEFAULT_FILE_SETTINGS } from '../../../server/files/settings.ts';
import type { JobSettings } from '../../../server/jobs/settings.ts';
import { startJobs, type Jobs } from '../../../server/jobs/start.ts';
import { CRON_KINDS } from '../../../server/modules/cronKinds.ts';
import { ROOT, type TestServer } from '../support.ts';
import { productKinds } from './productKinds.ts';
import { QUICK, TEST_KINDS } from './sampleJobs.ts';

export class JobNodes {
  /** Errors that the servers of this process reported. */
  errors: unknown[] = [];
  #started: Jobs[] = [];
  #connections: Connection[] = [];
  #children: ChildProcess[] = [];

  constructor(private readonly server: TestServer) {}

  /** Address for jobs: like requests, they run as a role that owns nothing. */
  get #url(): string {
    return this.server.application.pool.options.connectionString!;
  }

  /** Starts a server in this process. */
  async start(
    settings: Partial<JobSettings> = {},
    files = DEFAULT_FILE_SETTINGS,
    kinds = productKinds(),
  ): Promise<Jobs> {
    const connection = connect(this.#url, { max: 8 });
    this.#connections.push(connection);
    const started = await startJobs({
      pool: connection.pool,
      db: connection.db,
      files,
      api: this.server.api,
      kinds: [...TEST_KINDS, ...kinds],
      cron: CRON_KINDS,
      settings: { ...QUICK, ...settings },
      onError: (error) => this.errors.push(error),
    });
    this.#started.push(started);
    return started;
  }

  /** Starts a server in a separate process; with the kinds of the product it takes longer to start. */
  async spawn(product = false): Promise<ChildProcess> {
    const args = ['--import', 'tsx', path.join(ROOT, 'tests/server/jobs/node.ts'), this.#url];
    const child = spawn(process.execPath, [...args, ...(product ? ['product'] : [])], {
      cwd: ROOT,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    this.#children.push(child);
    await once(child.stdout, 'data');
    return child;
  }

  /** Kills a process of `spawn` like a power cut. */
  async kill(pid: number): Promise<void> {
    const child = this.#children.find((each) => each.pid === pid);
    if (!child) throw new Error(`No process ${pid} was started here`);
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  }

  /** Ends all servers and clears the reported errors. */
  async close(): Promise<void> {
    for (const child of this.#children) child.kill('SIGKILL');
    await Promise.all(this.#started.map((jobs) => jobs.stop()));
    await Promise.all(this.#connections.map((connection) => connection.close()));
    [this.#started, this.#connections, this.#children, this.errors] = [[], [], [], []];
  }
}
