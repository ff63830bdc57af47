/** Slow or very many connections do not keep other clients out. */
import { Agent, request as send } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import fastify from 'fastify';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { limitBodies } from '../../../server/http/bodies.ts';
import type { Limits } from '../../../server/http/limits.ts';
import { signIn, startTestServer, type TestServer, type TestServerOptions } from '../support.ts';

const servers: TestServer[] = [];
afterAll(() => Promise.all(servers.map((server) => server.close())));
async function serve(limits: Partial<Limits>, more: TestServerOptions = {}): Promise<TestServer> {
  const server = await startTestServer({ scale: 0.02, limits, ...more });
  servers.push(server);
  return server;
}

const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});

/** Sends bytes from a loopback address; `answer` is what was received until the connection ended. */
function open({ url }: TestServer, bytes: string, localAddress = '127.0.0.1') {
  const socket = connect({ port: Number(new URL(url).port), host: '127.0.0.1', localAddress });
  sockets.push(socket);
  let text = '';
  socket.on('data', (chunk) => (text += String(chunk)));
  socket.on('error', () => undefined);
  socket.write(bytes);
  const answer = new Promise<string>((resolve) => socket.once('close', () => resolve(text)));
  return { socket, answer, text: () => text };
}

const head = (address: string, ...lines: string[]) =>
  [`POST /api/v3${address} HTTP/1.1`, 'Host: x', 'X-Requested-With: x', ...lines, '', ''].join('\r\n');
const SIGN_IN = head('/auth/login', 'Content-Type: application/json', 'Content-Length: 1000');

/** Calls from a loopback address over a separate connection; returns the status, or the error. */
function call({ url }: TestServer, from: string, headers: Record<string, string> = {}, agent?: Agent) {
  return new Promise<number | string>((resolve) => {
    const options = { localAddress: from, headers, ...(agent ? { agent } : { agent: false as const }) };
    send(`${url}/api/v3/job/paging`, options, (response) => {
      response.resume().once('end', () => resolve(response.statusCode ?? 0));
    })
      .once('error', (error) => resolve(error.message))
      .end();
  });
}

describe('a body that does not end', () => {
  it('is ended where no file is accepted, also when sent byte by byte, and after a refusal', async () => {
    const server = await serve({ bodyTimeout: 400 });
    const begun = Date.now();
    const slow = open(server, SIGN_IN);
    const refused = open(server, head('/contract', 'Content-Type: application/json', 'Content-Length: 1000'));
    const file = open(
      server,
      head(
        '/file/upload?entity=x&field=y',
        'Content-Type: multipart/form-data; boundary=b',
        'Content-Length: 9999',
      ),
    );
    const drip = setInterval(() => [slow, refused, file].forEach(({ socket }) => socket.write('x')), 50);
    const answers = await Promise.all([slow.answer, refused.answer, file.answer]);
    clearInterval(drip);
    expect(answers.map((text) => Number(text.slice(9, 12)))).toEqual([408, 401, 401]);
    expect(answers[0]).toContain('application/problem+json');
    expect(Date.now() - begun).toBeLessThan(30_000);
  });

  it('has a minimum rate where it is a file, and no time limit while it keeps to that', async () => {
    const server = await serve({ bodyTimeout: 200, uploadRate: 600, uploadWindow: 1_000 });
    const client = await signIn(server, 'guest');
    const part = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\n';
    const upload = (length: number) =>
      open(
        server,
        head(
          '/file/upload?entity=profile&field=photo',
          `Cookie: ${client.cookie}`,
          'Content-Type: multipart/form-data; boundary=b',
          'Connection: close',
          `Content-Length: ${length}`,
        ) + part,
      );
    const slow = upload(1_000_000);
    const end = '\r\n--b--\r\n';
    const pieces = 12;
    const steady = upload(part.length + pieces * 1_000 + end.length);
    for (let n = 0; n < pieces; n += 1) {
      // One piece is enough for a window, so that a short standstill of this process does not matter.
      steady.socket.write('x'.repeat(1_000));
      await sleep(200);
    }
    steady.socket.write(end);
    expect((await slow.answer).slice(0, 13)).toBe('HTTP/1.1 408 ');
    // It is no picture, which is reported once all of it was received.
    expect((await steady.answer).slice(0, 13)).toMatch(/^HTTP\/1.1 (200|400|415) $/);
  });
});

describe('more connections than there may be', () => {
  it('do not keep others out: those without a session are closed, of the address with the most', async () => {
    const server = await serve({ connections: 40, connectionsPerAddress: 1_000 });
    const client = await signIn(server, 'guest');
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const known = () => call(server, '127.0.0.1', { cookie: client.cookie! }, agent);
    expect(await known()).toBe(200);
    const flood = Array.from({ length: 120 }, (_, n) => open(server, SIGN_IN, `127.0.0.${2 + (n % 3)}`));
    const ended = () => flood.filter(({ socket }) => socket.destroyed).length;
    await expect.poll(ended).toBeGreaterThanOrEqual(80);
    const others = await Promise.all(Array.from({ length: 15 }, (_, n) => call(server, `127.0.0.${50 + n}`)));
    expect(others).toEqual(Array.from({ length: 15 }, () => 401));
    const reused = await known();
    expect([reused, Object.values(agent.sockets).length + Object.values(agent.freeSockets).length]).toEqual([
      200, 1,
    ]);
    agent.destroy();
  });

  it('leave no room for another when all have a session', async () => {
    const server = await serve({ connections: 3 });
    const client = await signIn(server, 'guest');
    await expect.poll(() => call(server, '127.0.0.9')).toBe(401);
    const agents = Array.from({ length: 3 }, () => new Agent({ keepAlive: true, maxSockets: 1 }));
    for (const agent of agents)
      await expect.poll(() => call(server, '127.0.0.1', { cookie: client.cookie! }, agent)).toBe(200);
    expect(await call(server, '127.0.0.9')).toMatch(/hang up|ECONNRESET/);
    agents.forEach((agent) => agent.destroy());
    await expect.poll(() => call(server, '127.0.0.9')).toBe(401);
  });
});

describe('behind a proxy', () => {
  it('the limit is per client, not per proxy', async () => {
    const server = await serve({ connectionsPerAddress: 5 }, { proxies: 1 });
    const clients = Array.from({ length: 60 }, (_, n) => {
      const agent = new Agent({ keepAlive: true });
      return { agent, answer: call(server, '127.0.0.1', { 'X-Forwarded-For': `10.0.0.${n}` }, agent) };
    });
    const answers = await Promise.all(clients.map(({ answer }) => answer));
    expect(new Set(answers)).toEqual(new Set([401]));
    const from = (address: string) => SIGN_IN.replace('Host: x', `Host: x\r\nX-Forwarded-For: ${address}`);
    const many = Array.from({ length: 8 }, () => open(server, from('10.1.0.1')));
    await expect.poll(() => many.filter(({ text }) => text().startsWith('HTTP/1.1 429')).length).toBe(3);
    expect(many.find(({ text }) => text())!.text()).toContain('retry-after: 5');
    expect(await call(server, '127.0.0.1', { 'X-Forwarded-For': '10.1.0.2' })).toBe(401);
    clients.forEach(({ agent }) => agent.destroy());
  });
});

describe('an idle connection', () => {
  const READ = ['GET /api/v3/job/paging HTTP/1.1', 'Host: x', '', ''].join('\r\n');

  it.each([
    ['of a client', 0, { keepAliveTimeout: 2_000, proxyKeepAliveTimeout: 60_000 }],
    ['of an own proxy', 1, { keepAliveTimeout: 60_000, proxyKeepAliveTimeout: 2_000 }],
  ])('%s is closed after the timeout of its Keep-Alive header, with a margin', async (_, proxies, limits) => {
    const server = await serve(limits, { proxies });
    const begun = performance.now();
    const { answer } = open(server, READ);
    expect(await answer).toContain('Keep-Alive: timeout=2\r\n');
    expect(performance.now() - begun).toBeGreaterThan(2_800);
  });
});

it('an injected request has no connection to end', async () => {
  const app = fastify();
  limitBodies(app, { bodyTimeout: 5, uploadRate: 1, uploadWindow: 1000 });
  app.post('/', async () => 'read');
  const failures: unknown[] = [];
  const fail = (error: unknown) => failures.push(error);
  process.on('uncaughtException', fail);
  try {
    expect((await app.inject({ method: 'POST', url: '/', payload: { name: 'a' } })).body).toBe('read');
    await sleep(50);
  } finally {
    process.off('uncaughtException', fail);
    await app.close();
  }
  expect(failures).toEqual([]);
});
