/** The HTTP endpoint of the live channel: a websocket at the API base. */
import websocket from '@fastify/websocket';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Problem } from '../core/problems.ts';
import { Channel, type ChannelOptions, type Entry } from '../live/channel.ts';
import { sessionToken } from './cookies.ts';

export const CHANNEL_PATH = '/api/v3/notification/refreshbus';

const COMMAND_LIMIT_BYTES = 1024;

interface LiveChannelOptions extends ChannelOptions {
  /** Whether the cookies are those limited to https. */
  secure: boolean;
}

/** Opens the channel; routes added later may be websockets. */
export function openChannel(app: FastifyInstance, options: LiveChannelOptions): void {
  const channel = new Channel(options);
  app.register(websocket, {
    options: { maxPayload: COMMAND_LIMIT_BYTES },
    errorHandler: (_error, socket) => socket.terminate(),
    preClose: () => channel.close(),
  });
  app.register(async (routes) => {
    const entering = new WeakMap<FastifyRequest, Entry>();
    routes.route({
      method: 'GET',
      url: CHANNEL_PATH,
      onRequest: async (request) => {
        if (!request.ws) throw new Problem(404, 'notFound');
        if (!isOwnPage(request)) throw new Problem(403, 'csrf');
        entering.set(request, await channel.admit(sessionToken(request, options.secure)));
        request.server.keepConnection(request.raw.socket);
      },
      handler: () => Promise.reject(new Problem(404, 'notFound')),
      wsHandler: (socket, request) => channel.enter(socket, entering.get(request)!),
    });
  });
}

/** Browsers send the cookie with a websocket opened by any page, so the origin must be our own. */
function isOwnPage({ headers }: FastifyRequest): boolean {
  const { origin, host = '' } = headers;
  return origin !== undefined && URL.canParse(origin) && new URL(origin).host === host.toLowerCase();
}
