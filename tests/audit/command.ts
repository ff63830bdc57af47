/** Runs one of our scripts, shows its output and returns it. A failure is a result like any other. */
import { spawn } from 'node:child_process';

export interface Ran {
  ok: boolean;
  printed: string;
}

export function run(args: string[], env: Record<string, string> = {}, cwd = '.'): Promise<Ran> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let printed = '';
    child.stdout.on('data', (data: Buffer) => {
      process.stdout.write(data);
      printed += data.toString();
    });
    child.on('error', reject);
    child.on('close', (status) => resolve({ ok: status === 0, printed }));
  });
}
