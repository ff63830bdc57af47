/** Reports every reply to the metrics, the test trace and the access log. */
import type { FastifyInstance } from 'fastify';
import { callerOf } from './caller.ts';
import type { Metrics } from './metrics.ts';

/** A reply as an access log entry; the path has no query, which may contain a search text. */
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
  /** Called for every reply to an operation. */
  trace?: (operationId: string, status: number) => void;
  /** Called for every reply. */
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
