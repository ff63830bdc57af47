/** Tells of every answer: to the figures, the trace of the tests and the access log. */
import type { FastifyInstance } from 'fastify';
import { callerOf } from './caller.ts';
import type { Metrics } from './metrics.ts';

/** An answer as the access log tells it; a path without its query, which may hold what was searched for. */
export interface AccessLine {
  method: string;
  path: string;
  operation: string | undefined;
  status: number;
  ms: number;
  address: string;
  login: string | undefined;
}

export interface Observers {
  /** Told of every answered operation. */
  trace?: (operationId: string, status: number) => void;
  /** Told of every answer. */
  accessLog?: (line: AccessLine) => void;
}

export function observe(app: FastifyInstance, { trace, accessLog }: Observers, metrics: Metrics): void {
  app.addHook('onResponse', async (request, reply) => {
    const { operationId } = request.routeOptions.config as { operationId?: string };
    const { statusCode: status, elapsedTime } = reply;
    if (operationId) trace?.(operationId, status);
    metrics.observe(operationId ?? 'other', status, elapsedTime);
    accessLog?.({
      method: request.method,
      path: request.url.split('?')[0] ?? '',
      operation: operationId,
      status,
      ms: Math.round(elapsedTime),
      address: request.ip,
      login: callerOf(request)?.login,
    });
  });
}
