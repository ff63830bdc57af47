/** The product as `npm start` runs it, in a separate process. */
import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process';
import { ROOT } from './support.ts';

export interface Product {
  child: ChildProcess;
  /** Its exit code. */
  ended: Promise<number | null>;
  /** All that it printed. */
  output: () => string;
  /** Where it listens; empty when it ended before. */
  url: string;
}

/** Starts processes and ends those that still run. */
export class Products {
  readonly #running: ChildProcess[] = [];

  /** Starts the server; resolves once it listens or ends. */
  server(env: Record<string, string>): Promise<Product> {
    return this.start(process.execPath, ['--import', 'tsx', 'server/main.ts'], env);
  }

  async start(
    command: string,
    args: readonly string[],
    env: Record<string, string>,
    options: SpawnOptions = {},
  ): Promise<Product> {
    const child = spawn(command, args, {
      cwd: ROOT,
      env: { ...process.env, DATABASE_URL: '', PORT: '', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      ...options,
    });
    this.#running.push(child);
    // Not at `exit`, when the last output may not have been read yet.
    const ended = new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code)));
    let output = '';
    const listening = new Promise<void>((resolve) => {
      for (const stream of [child.stdout, child.stderr]) {
        stream?.on('data', (chunk) => {
          output += String(chunk);
          if (output.includes('Database  ')) resolve();
        });
      }
    });
    await Promise.race([listening, ended]);
    return { child, ended, output: () => output, url: /Portal\s+(\S+)/.exec(output)?.[1] ?? '' };
  }

  async endAll(): Promise<void> {
    for (const child of this.#running.splice(0)) {
      if (child.exitCode !== null || child.signalCode !== null) continue;
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await ended;
    }
  }
}
