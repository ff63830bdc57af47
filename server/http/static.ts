/** The built browser app: hashed files for ever, index.html for every address of the app. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import { TOOLS } from './tools.ts';

/** What only a page heeds; on each of its scripts it would be more than some of them. Workers keep their policy. */
const OF_PAGES = [
  'Cross-Origin-Opener-Policy',
  'Origin-Agent-Cluster',
  'Permissions-Policy',
  'Referrer-Policy',
  'X-DNS-Prefetch-Control',
  'X-Download-Options',
  'X-Frame-Options',
  'X-Permitted-Cross-Domain-Policies',
  'X-XSS-Protection',
];

/** Serves `folder`. The returned function answers an address of the app with index.html, if it is one. */
export function serveApp(
  app: FastifyInstance,
  folder: string | undefined,
): (request: FastifyRequest, reply: FastifyReply) => FastifyReply | undefined {
  const index = folder && path.join(folder, 'index.html');
  if (!index || !existsSync(index)) return () => undefined;
  app.register(fastifyStatic, {
    root: path.resolve(folder),
    index: false,
    // Folders are addresses of the app like any other; the tools are not everybody's (tools.ts).
    allowedPath: (pathname) => !pathname.endsWith('/') && !pathname.startsWith(`${TOOLS}/`),
    wildcard: true,
    // The build has them beside each file, brotli first.
    preCompressed: true,
    cacheControl: false,
    setHeaders(response, file) {
      const hashed = path.relative(folder, file).split(path.sep)[0] === 'assets';
      response.header('Cache-Control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache');
      if (hashed) for (const name of OF_PAGES) response.removeHeader(name);
    },
  });
  return (request, reply) => {
    const wantsPage =
      (request.method === 'GET' || request.method === 'HEAD') &&
      !request.url.startsWith('/api/') &&
      (request.headers.accept ?? '').includes('text/html');
    if (!wantsPage) return undefined;
    return reply
      .code(200)
      .header('Cache-Control', 'no-cache')
      .type('text/html; charset=utf-8')
      .send(pageAt(folder, request.url));
  };
}

/**
 * The page of an address; its head names the files of its screens (engine/build/pages.ts), which the browser so asks for
 * beside the start. Read anew each time: the app may be built again while the server runs.
 */
export function pageAt(folder: string, url: string): string {
  const html = readFileSync(path.join(folder, 'index.html'), 'utf8');
  const pages = path.join(folder, 'pages.json');
  if (!existsSync(pages)) return html;
  const all = JSON.parse(readFileSync(pages, 'utf8')) as { path: string; files: string[] }[];
  const [pathname = ''] = url.split('?');
  const files = all.find((page) => new RegExp(page.path).test(pathname))?.files ?? [];
  const links = files.map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`);
  return html.replace('</head>', `${links.join('')}</head>`);
}
