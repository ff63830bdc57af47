/** Limits for anything that a client may keep open: slow requests, idle sockets, too many of them. */
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyHttpOptions, FastifyRequest } from 'fastify';
import { Problem, problemBody } from '../core/problems.ts';
import type { BodyLimits } from './bodies.ts';
import type { ConnectionLimits } from './connections.ts';
import type { Translate } from '../core/texts.ts';

export interface Limits extends BodyLimits, ConnectionLimits {
  /** Milliseconds for the headers of a request, and for the whole of it. */
  headersTimeout: number;
  requestTimeout: number;
  /** Milliseconds until an idle connection is closed: one of a client, and one of an own proxy. */
  keepAliveTimeout: number;
  proxyKeepAliveTimeout: number;
}

/** The whole request may be a large file over a slow line: 100 MB at 1.4 Mbit/s. */
export const LIMITS: Limits = {
  headersTimeout: 15_000,
  bodyTimeout: 15_000,
  uploadRate: 8 * 1024,
  uploadWindow: 15_000,
  requestTimeout: 600_000,
  keepAliveTimeout: 20_000,
  // Longer than the 60 s after which proxies and load balancers usually close an idle connection themselves.
  proxyKeepAliveTimeout: 75_000,
  connections: 10_000,
  connectionsPerAddress: 500,
};

/** Most bytes of a JSON body; before sign-in it only has a login and a password. For files see `upload.ts`. */
export const BODY_LIMIT = 1024 * 1024;
export const PUBLIC_BODY_LIMIT = 16 * 1024;
/** Enough for a filter with 300 identifiers. */
const URL_LIMIT = 16 * 1024;
const HEADERS_LIMIT = 32 * 1024;

/**
 * Milliseconds between the timeout in the `Keep-Alive` header, which has whole seconds, and the close of an idle
 * connection by the server: a client that reuses the connection at the last moment gets no ECONNRESET.
 */
const KEEP_ALIVE_MARGIN = 900;

/** Returns the Fastify and Node options for the limits; `proxies`: whether connections come from own proxies. */
export function limitOptions(limits: Limits, proxies: boolean): FastifyHttpOptions<Server> {
  return {
    bodyLimit: BODY_LIMIT,
    requestTimeout: limits.requestTimeout,
    keepAliveTimeout: (proxies ? limits.proxyKeepAliveTimeout : limits.keepAliveTimeout) + KEEP_ALIVE_MARGIN,
    // Parameters are checked by their schemas; the URL as a whole has a limit.
    routerOptions: { maxParamLength: URL_LIMIT },
    http: {
      headersTimeout: limits.headersTimeout,
      maxHeaderSize: HEADERS_LIMIT,
      connectionsCheckingInterval: Math.min(5_000, limits.headersTimeout / 2),
      // `checkHead` replies with a problem instead.
      requireHostHeader: false,
    },
  };
}

/** Throws when the headers of a request are invalid or its URL is too long. */
export function checkHead({ raw, headers }: FastifyRequest): void {
  if (headers.host === undefined && raw.httpVersion === '1.1') throw new Problem(400, 'badRequest');
  if ((raw.url ?? '').length > URL_LIMIT) throw new Problem(414, 'tooLong');
}

/** Returns the problem for an error that precedes a request, by Node's error code. */
function problemOf(error: Error & { code?: string; rawPacket?: Buffer }): Problem {
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') return new Problem(408, 'timeout');
  if (error.code !== 'HPE_HEADER_OVERFLOW') return new Problem(400, 'badRequest');
  // The URL is in the first line: if that line never ended, the URL itself was too long.
  const line = error.rawPacket?.indexOf('\r\n') ?? 0;
  return line < 0 || line > URL_LIMIT ? new Problem(414, 'tooLong') : new Problem(431, 'headersTooLarge');
}

const REASONS: Record<number, string> = {
  400: 'Bad Request',
  408: 'Request Timeout',
  414: 'URI Too Long',
  431: 'Request Header Fields Too Large',
};

/** Replies to data that is not valid HTTP, when only the socket exists. */
export function refuseSocket(error: Error & { code?: string }, socket: Socket, translate: Translate): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const problem = problemOf(error);
  const body = JSON.stringify(problemBody(problem, translate));
  socket.end(
    `HTTP/1.1 ${problem.status} ${REASONS[problem.status]}\r\n` +
      'Content-Type: application/problem+json; charset=utf-8\r\n' +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
    () => socket.destroy(),
  );
}
