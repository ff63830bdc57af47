/** Limits open connections, and decides which are closed when there are too many. */
import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '../core/problems.ts';

export interface ConnectionLimits {
  /** Most open connections in total. */
  connections: number;
  /** Most of one client address; behind own proxies, its open requests and live channels. */
  connectionsPerAddress: number;
}

/** Seconds after which a client with too many open requests may retry. */
const RETRY_AFTER = 5;

declare module 'fastify' {
  interface FastifyInstance {
    /** Closes every connection that is still open, including upgraded ones. */
    endConnections(): void;
    /** The client of this connection has sent a valid session: the connection is never closed in favour of others. */
    keepConnection(socket: Socket): void;
  }
}

/**
 * Counts connections and refuses those beyond the limits. When all are taken, a new connection replaces one without a
 * session: the oldest of the address that has the most of them. `proxies`: whether sockets have the addresses of own
 * proxies.
 */
export function limitConnections(
  app: FastifyInstance,
  limits: ConnectionLimits,
  proxies: boolean,
): { count(): number } {
  const open = new OpenSockets();
  app.server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? '';
    const tooMany = !proxies && open.count(address) >= limits.connectionsPerAddress;
    const full = open.size >= limits.connections && !open.giveWay();
    if (tooMany || full) {
      socket.destroy();
      return;
    }
    open.add(socket, address);
    socket.once('close', () => open.remove(socket, address));
  });
  if (proxies) limitRequests(app, limits.connectionsPerAddress);
  app.decorate('endConnections', () => open.endAll());
  app.decorate('keepConnection', (socket: Socket) => open.keep(socket));
  return { count: () => open.size };
}

/** Sockets by remote address, the oldest first. */
class OpenSockets {
  readonly #all = new Map<Socket, string>();
  readonly #counts = new Map<string, number>();
  /** Sockets that have not sent a valid session. */
  readonly #strangers = new Map<string, Set<Socket>>();

  get size(): number {
    return this.#all.size;
  }

  count(address: string): number {
    return this.#counts.get(address) ?? 0;
  }

  add(socket: Socket, address: string): void {
    this.#all.set(socket, address);
    this.#counts.set(address, this.count(address) + 1);
    const strangers = this.#strangers.get(address) ?? new Set();
    this.#strangers.set(address, strangers.add(socket));
  }

  remove(socket: Socket, address: string): void {
    if (!this.#all.delete(socket)) return;
    this.#noStranger(socket, address);
    const left = this.count(address) - 1;
    if (left > 0) this.#counts.set(address, left);
    else this.#counts.delete(address);
  }

  keep(socket: Socket): void {
    const address = this.#all.get(socket);
    if (address !== undefined) this.#noStranger(socket, address);
  }

  /** Closes a socket without a session; returns false when there is none. */
  giveWay(): boolean {
    let most: Set<Socket> | undefined;
    for (const strangers of this.#strangers.values())
      if (strangers.size > (most?.size ?? 0)) most = strangers;
    const [oldest] = most ?? [];
    if (!oldest) return false;
    this.remove(oldest, this.#all.get(oldest)!);
    oldest.destroy();
    return true;
  }

  endAll(): void {
    for (const socket of this.#all.keys()) socket.destroy();
  }

  #noStranger(socket: Socket, address: string): void {
    const strangers = this.#strangers.get(address);
    strangers?.delete(socket);
    if (strangers?.size === 0) this.#strangers.delete(address);
  }
}

/** Limits open requests by client address: behind proxies a connection does not belong to one client. */
function limitRequests(app: FastifyInstance, limit: number): void {
  const open = new Map<string, number>();
  app.addHook('onRequest', async (request: FastifyRequest, reply: FastifyReply) => {
    const { ip } = request;
    const count = open.get(ip) ?? 0;
    if (count >= limit) throw new Problem(429, 'tooManyConnections', { retryAfter: RETRY_AFTER });
    open.set(ip, count + 1);
    // A live channel is open as long as its socket.
    const held = request.headers.upgrade === undefined ? reply.raw : request.raw.socket;
    held.once('close', () => {
      const left = (open.get(ip) ?? 1) - 1;
      if (left > 0) open.set(ip, left);
      else open.delete(ip);
    });
  });
}
