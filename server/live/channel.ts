/**
 * The live channel (calls §7.12): a websocket at the API base. Sessions and rights are looked at when it opens,
 * at every subscription, and whenever they change, on every server at once.
 */
import websocket from '@fastify/websocket';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type pg from 'pg';
import { readAccount, type Account } from '../access/accounts.ts';
import { livingSessions, SESSION_COOKIE } from '../access/sessions.ts';
import { Problem } from '../http/problems.ts';
import type { Admission } from './admission.ts';
import { hangBell } from './bell.ts';
import { CLOSE, LiveSocket } from './socket.ts';
import { removeOldMessages, Topics } from './topics.ts';

export const CHANNEL_PATH = '/api/v3/notification/refreshbus';

export interface ChannelOptions {
  admission: Admission;
  /** A database connection of its own, for LISTEN. */
  listener: () => pg.Client;
  onError: (error: unknown) => void;
}

const SOCKETS_LIMIT = 20;
const COMMAND_LIMIT_BYTES = 1024;
const PING_MS = 20_000;
const CLEAN_MS = 10 * 60_000;
/** How long a socket that is told to close may take. */
const CLOSING_MS = 500;

/** Opens the channel; routes that are added later may be websockets. */
export function openChannel(app: FastifyInstance, options: ChannelOptions): void {
  const { db } = options.admission;
  const topics = new Topics(db, options.onError);
  const sockets = new Map<LiveSocket, string>();
  const bell = hangBell(options.listener, {
    news: (topic) => topics.news(topic),
    access: (id) => sockets.forEach((_, socket) => socket.accountId === id && socket.recheck()),
    back: () => {
      topics.allNews();
      sockets.forEach((_, socket) => socket.recheck());
    },
  });
  const timers = [
    setInterval(() => void look().catch(options.onError), PING_MS),
    setInterval(() => void removeOldMessages(db).catch(options.onError), CLEAN_MS),
  ];

  /** Finds sockets that are dead and sessions that ran out, of which nobody tells. */
  async function look(): Promise<void> {
    const living = await livingSessions(db, [...sockets.values()]);
    for (const [socket, token] of sockets) {
      if (living.has(token)) socket.ping();
      else socket.close(CLOSE.ended);
    }
  }

  async function present(token: string): Promise<Account | undefined> {
    const id = (await livingSessions(db, [token])).get(token);
    return id ? readAccount(db, id) : undefined;
  }

  app.register(websocket, {
    options: { maxPayload: COMMAND_LIMIT_BYTES },
    errorHandler: (_error, socket) => socket.terminate(),
    preClose: async () => {
      timers.forEach((timer) => clearInterval(timer));
      const closing = [...sockets.keys()];
      closing.forEach((socket) => socket.close(CLOSE.restart));
      setTimeout(() => closing.forEach((socket) => socket.terminate()), CLOSING_MS);
      await bell.close();
    },
  });
  app.register(async (routes) => {
    const entering = new WeakMap<FastifyRequest, { account: Account; token: string }>();
    routes.route({
      method: 'GET',
      url: CHANNEL_PATH,
      onRequest: async (request) => {
        if (!request.ws) throw new Problem(404, 'notFound');
        if (!isOwnPage(request)) throw new Problem(403, 'csrf');
        const token = request.cookies[SESSION_COOKIE];
        const account = token ? await present(token) : undefined;
        if (!token || !account) throw new Problem(401, 'unauthorized');
        const open = [...sockets.keys()].filter((socket) => socket.accountId === account.id);
        if (open.length >= SOCKETS_LIMIT) throw new Problem(429, 'tooManySockets');
        entering.set(request, { account, token });
      },
      handler: () => Promise.reject(new Problem(404, 'notFound')),
      wsHandler: (socket, request) => {
        const { account, token } = entering.get(request)!;
        const { admission, onError } = options;
        const live = new LiveSocket({
          socket,
          account,
          present: () => present(token),
          admission,
          topics,
          onError,
        });
        sockets.set(live, token);
        socket.on('close', () => sockets.delete(live));
        // The session may have ended while it opened.
        live.recheck();
      },
    });
  });
}

/** Browsers send the cookie to whoever's page opens a websocket; only our own pages may. */
function isOwnPage({ headers, host }: FastifyRequest): boolean {
  const { origin } = headers;
  return origin !== undefined && URL.canParse(origin) && new URL(origin).host === host.toLowerCase();
}
