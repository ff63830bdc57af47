/** Starts the stand-in of the talon system beside a demonstration; it ends with the server. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

export interface StandIn {
  url: string;
  stop(): void;
}

export async function startStandIn(): Promise<StandIn> {
  const child = fork(fileURLToPath(new URL('./talon.ts', import.meta.url)), {
    execArgv: ['--import', 'tsx'],
    stdio: 'ignore',
  });
  const gone = once(child, 'exit').then(() => {
    throw new Error('The stand-in of the talon system did not start');
  });
  const [port] = (await Promise.race([once(child, 'message'), gone])) as [number];
  gone.catch(() => undefined);
  return { url: `http://127.0.0.1:${port}`, stop: () => child.kill() };
}
