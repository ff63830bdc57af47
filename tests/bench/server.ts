/** The benchmark's own server: the product's screens, the hand-written pages, and the rows of both. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import fastify, { type FastifyInstance, type FastifyReply } from 'fastify';
import { pageAt, serveApp } from '../../server/http/static.ts';
import { FORMS } from './product.ts';
import { makeRows, makeWide, pageOf, type Asked } from './scenes.ts';

const ACCOUNT = { login: 'bench', permissions: [] };
const INFO = { instanceName: 'Bench', instanceType: 'BENCH' };
/** Screens that are rendered only when the runner calls. */
const CALLED = ['rows', 'wide', 'start'];

/** Serves a build of the product; the hand-written pages are in its folder `limit`, if they were built. */
export async function serveScenes(
  dist: string,
  port: number,
): Promise<{ url: string; close(): Promise<void> }> {
  const server = fastify();
  answer(server);
  servePages(server, dist);
  const url = await server.listen({ host: '127.0.0.1', port });
  return { url, close: () => server.close() };
}

function answer(server: FastifyInstance): void {
  const rows = makeRows();
  const wide = makeWide();
  const gives = (path: string, give: (query: Asked) => unknown) =>
    server.get<{ Querystring: Asked }>(path, ({ query }, reply) => send(reply, give(query)));
  gives('/api/contracts', (query) => pageOf(rows, query));
  gives('/api/contracts/all', () => rows);
  gives('/api/wide', () => wide);
  gives('/api/info', () => INFO);
  gives('/api/info/public', () => INFO);
  server.post('/api/renew', (_, reply) => send(reply, ACCOUNT));
}

function send(reply: FastifyReply, value: unknown): FastifyReply {
  return reply
    .headers({ 'content-type': 'application/json', 'content-encoding': 'gzip', 'cache-control': 'no-store' })
    .send(gzipSync(JSON.stringify(value), { level: 1 }));
}

/** Serves pages as a product's server does; those rendered on call get the script for it as well. */
function servePages(server: FastifyInstance, dist: string): void {
  const page = serveApp(server, dist, () => false);
  const mount = readFileSync(join(import.meta.dirname, 'mount.js'), 'utf8');
  server.get('/mount.js', (_, reply) => reply.type('text/javascript').send(mount));
  server.setNotFoundHandler((request, reply) => {
    const { pathname, searchParams } = new URL(request.url, 'http://here.invalid');
    if (!CALLED.includes(pathname.slice(1)))
      return page(request, reply) ?? reply.code(404).send({ message: 'There is no such page' });
    const form = searchParams.get('form') ?? '';
    const ahead = form in FORMS ? headOf(pageAt(dist, `/${form}`)) : '';
    const html = pageAt(dist, request.url);
    return reply
      .type('text/html; charset=utf-8')
      .send(html.replace('</head>', `${ahead}<script type="module" src="/mount.js"></script></head>`));
  });
}

const headOf = (html: string) => html.match(/<link rel="modulepreload"[^>]*>/g)!.join('');
