/** Clients that do not respond, are slow or are connected to a server that stops. */
import { EventEmitter } from 'node:events';
import type { WebSocket } from '@fastify/websocket';
import { expect, it, vi } from 'vitest';
import type { Account } from '../../../server/access/accounts.ts';
import { LiveSocket } from '../../../server/live/socket.ts';
import type { Subscriber, Topics } from '../../../server/live/topics.ts';
import { signIn, startTestServer } from '../support.ts';
import { liveApi } from './broadcasts.ts';
import { Listener } from './listener.ts';

/** A socket whose buffer is set by the test, and which never closes by itself. */
class Wire extends EventEmitter {
  bufferedAmount = 0;
  readonly sent: unknown[] = [];
  readonly ping = vi.fn();
  readonly terminate = vi.fn();
  readonly close = vi.fn();
  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }
}

/** A live socket on the wire that admits everything; the returned subscriber sends it messages. */
async function subscribed(): Promise<{ wire: Wire; live: LiveSocket; told: Subscriber; left: () => number }> {
  const wire = new Wire();
  const account = { id: 'a', instance: { id: 'i', type: 'RO' }, permissions: [] as string[] } as Account;
  let told: Subscriber | undefined;
  let left = 0;
  const topics = {
    join: async (_name: string, subscriber: Subscriber) => {
      told = subscriber;
      subscriber.begin(0, undefined);
    },
    leave: () => (left += 1),
  } as unknown as Topics;
  const operation = { id: 'list', permissions: [], parameters: [] };
  const admission = {
    broadcasts: new Map([['book', [{ broadcast: 'book', operation }]]]),
    handlers: { list: { scope: 'session', run: () => Promise.resolve() } },
    checks: new Map([['list', { request: () => ({ params: {}, query: {}, body: undefined }) }]]),
  } as never;
  const live = new LiveSocket({
    socket: wire as unknown as WebSocket,
    account,
    present: () => Promise.resolve(account),
    admission,
    topics,
    onError: (error) => {
      throw error;
    },
  });
  wire.emit('message', Buffer.from('+book:*'), false);
  await expect
    .poll(() => wire.sent)
    .toEqual([{ type: 'subscribed', broadcast: 'book', index: '*', sequence: 0 }]);
  return { wire, live, told: told!, left: () => left };
}

const message = (sequence: number) => ({ sequence, dto: { id: '1' }, reference: true, batch: false });

it('a client that reads too slowly is disconnected and gets no more messages', async () => {
  const { wire, told, left } = await subscribed();
  told.message(message(1));
  expect(wire.terminate).not.toHaveBeenCalled();
  wire.bufferedAmount = 2 * 1024 * 1024;
  told.message(message(2));
  expect(wire.terminate).toHaveBeenCalledOnce();
  expect(left()).toBe(1);
  told.message(message(3));
  expect(wire.sent).toHaveLength(3);
});

it('a client that does not answer a ping before the next one is disconnected', async () => {
  const { wire, live } = await subscribed();
  live.ping();
  wire.emit('pong');
  live.ping();
  expect(wire.terminate).not.toHaveBeenCalled();
  live.ping();
  expect(wire.ping).toHaveBeenCalledTimes(2);
  expect(wire.terminate).toHaveBeenCalledOnce();
});

it('a stopping server sends its clients elsewhere, and waits for none of them', async () => {
  const server = await startTestServer({ scale: 0.02, api: liveApi() });
  const client = await signIn(server, 'manager');
  const polite = await Listener.open(client);
  const deaf = await Listener.open(client);
  deaf.socket.pause();
  const begun = Date.now();
  await server.close();
  expect(await polite.closed).toBe(1012);
  expect(Date.now() - begun).toBeLessThan(9000);
  deaf.socket.terminate();
});
