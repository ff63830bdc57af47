/** Stops the server within ten seconds, whatever its clients do. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Lifecycle } from './http/health.ts';
import type { Jobs } from './jobs/start.ts';

export interface Stopping {
  /** Makes `/readyz` reply 503, so that a balancer sends no more requests. */
  lifecycle: Lifecycle;
  /** Milliseconds to continue accepting requests after `/readyz` changes to 503, for the balancer to poll it. */
  delay: number;
  app: () => FastifyInstance | undefined;
  jobs: () => Jobs | undefined;
  database: { close(): Promise<void> };
}

/** Longest time for requests in flight; then their connections are closed. */
const DRAIN_MS = 3_000;
/** After this the process exits unconditionally; nothing acknowledged is lost by that. */
const LIMIT_MS = 9_500;

/** Returns a function that stops everything once and exits the process with a code. */
export function stopper({ lifecycle, delay, app, jobs, database }: Stopping) {
  return async (code: number): Promise<void> => {
    if (lifecycle.stopping) return;
    lifecycle.stopping = true;
    setTimeout(() => process.exit(code), LIMIT_MS).unref();
    await sleep(delay);
    const cut = setTimeout(() => app()?.endConnections(), DRAIN_MS);
    await Promise.all([app()?.close(), jobs()?.stop()]);
    clearTimeout(cut);
    await database.close();
    process.exit(code);
  };
}
