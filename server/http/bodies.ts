/** Limits of request bodies: a timeout where no file is expected, a minimum rate for uploads. */
import { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '../core/problems.ts';

export interface BodyLimits {
  /** Milliseconds for a body without a file; also for the rest of a body that was refused. */
  bodyTimeout: number;
  /** Least bytes per second of an upload, measured over each window of this many milliseconds. */
  uploadRate: number;
  uploadWindow: number;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The body contains files. */
    takesFiles?: boolean;
  }
}

/** Replies 408 to bodies that arrive too slowly. */
export function limitBodies(app: FastifyInstance, limits: BodyLimits): void {
  const timers = new WeakMap<FastifyRequest, NodeJS.Timeout>();
  app.addHook('onRequest', async (request, reply) => {
    if (!hasBody(request)) return;
    const uploads = request.routeOptions.config.takesFiles === true;
    timers.set(request, uploads ? watchUpload(request, reply, limits) : watchBody(request, reply, limits));
  });
  app.addHook('onResponse', async (request) => {
    clearTimeout(timers.get(request));
    if (hasBody(request) && !request.raw.complete) endLater(request, limits.bodyTimeout);
  });
}

const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

function watchBody(request: FastifyRequest, reply: FastifyReply, { bodyTimeout }: BodyLimits) {
  return setTimeout(() => {
    if (!request.raw.complete) refuse(reply);
  }, bodyTimeout);
}

function watchUpload(
  request: FastifyRequest,
  reply: FastifyReply,
  { uploadRate, uploadWindow }: BodyLimits,
): NodeJS.Timeout {
  const { raw } = request;
  const least = (uploadRate * uploadWindow) / 1000;
  let before = raw.socket.bytesRead;
  const timer = setInterval(() => {
    const received = raw.socket.bytesRead - before;
    before += received;
    if (raw.complete || raw.destroyed) clearInterval(timer);
    // Unread bytes are buffered: the server is the slow one.
    else if (raw.readableLength === 0 && received < least) {
      clearInterval(timer);
      refuse(reply);
    }
  }, uploadWindow);
  return timer;
}

/** Node closes the connection once the reply is sent. */
function refuse(reply: FastifyReply): void {
  if (reply.sent) return;
  reply.header('Connection', 'close').send(new Problem(408, 'timeout'));
}

/** The reply is sent, but the client still sends: it has a moment to read the reply, then the connection is closed. */
function endLater({ raw }: FastifyRequest, ms: number): void {
  const { socket } = raw;
  // An injected request has no connection.
  if (!(socket instanceof Socket)) return;
  const timer = setTimeout(() => {
    if (!raw.complete) socket.destroy();
  }, ms);
  // `unref`, so that the timer does not keep the process alive. It is not cleared when the connection closes: that
  // would take one listener per request, each as long-lived as the connection.
  timer.unref();
}
