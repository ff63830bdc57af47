/** Endpoints for operators: liveness, readiness and metrics. */
import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type pg from 'pg';
import type { Db } from '../database/connection.ts';
import { pendingMigrations } from '../database/migrate.ts';
import type { Metrics } from './metrics.ts';
import { Problem } from '../core/problems.ts';

/** Shared with the code that stops the server. */
export interface Lifecycle {
  stopping: boolean;
}

export interface HealthOptions {
  db: Db;
  pool?: pg.Pool;
  lifecycle: Lifecycle;
  metrics: Metrics;
  connections: () => number;
  /** Token that a client of the metrics must send; without one only this machine can read them. */
  metricsToken?: string;
}

/** The database may be slow for a request, but not for the readiness check. */
const READY_LIMIT_MS = 3_000;

/** Adds `/healthz` (the process responds), `/readyz` (so does its database, at this schema) and `/metrics`. */
export function addHealth(routes: FastifyInstance, options: HealthOptions): void {
  routes.get('/healthz', async (_request, reply) => {
    reply.header('Cache-Control', 'no-store');
    return { status: 'ok' };
  });
  routes.get('/readyz', async (_request, reply) => {
    reply.header('Cache-Control', 'no-store');
    await requireReady(options);
    return { status: 'ok' };
  });
  routes.get('/metrics', async (request, reply) => {
    if (!mayRead(request, options.metricsToken)) throw new Problem(403, 'forbidden');
    reply.header('Cache-Control', 'no-store').type('text/plain; version=0.0.4; charset=utf-8');
    return options.metrics.text(options.pool, options.connections());
  });
}

async function requireReady({ db, lifecycle }: HealthOptions): Promise<void> {
  if (lifecycle.stopping) throw new Problem(503, 'stopping', { retryAfter: 5 });
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('The database does not answer')), READY_LIMIT_MS);
  });
  try {
    const pending = await Promise.race([pendingMigrations(db), late]);
    if (pending.length > 0) throw new Error(`The database lacks ${pending.join(', ')}`);
  } catch (error) {
    throw new Problem(503, 'unavailable', { retryAfter: 5, cause: error });
  } finally {
    clearTimeout(timer);
  }
}

function mayRead(request: FastifyRequest, token: string | undefined): boolean {
  if (!token) return /^(::1|(::ffff:)?127\.)/.test(request.ip);
  const given = Buffer.from(request.headers.authorization ?? '');
  const wanted = Buffer.from(`Bearer ${token}`);
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}
