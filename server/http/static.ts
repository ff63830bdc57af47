/** The built browser app: hashed files for ever, index.html for every address of the app. */
import { existsSync, readFileSync, statSync } from 'node:fs';
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

const escape = (address: string) => address.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

/**
 * The page of an address; its head names the files of its screens and the first requests (engine/build/pages.ts), which
 * the browser so makes beside the start.
 */
export function pageAt(folder: string, url: string): string {
  const { html, pages } = builtOf(folder);
  const [pathname = ''] = url.split('?');
  const { files, asks } = pages.find(({ path: pattern }) => pattern.test(pathname)) ?? {
    files: [],
    asks: [],
  };
  const links = [
    // As the browser's own call is made, or it would be made again.
    ...asks.map(
      (asked) => `<link rel="preload" as="fetch" crossorigin="use-credentials" href="${escape(asked)}">`,
    ),
    ...files.map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`),
  ];
  return html.replace('</head>', `${links.join('')}</head>`);
}

interface Built {
  /** Of both files, when they were read. */
  times: string;
  html: string;
  pages: { path: RegExp; files: string[]; asks: string[] }[];
}

const built = new Map<string, Built>();

/** What the build left in the folder, read anew when it is another: the app may be built again while the server runs. */
function builtOf(folder: string): Built {
  const [index, list] = ['index.html', 'pages.json'].map((name) => path.join(folder, name)) as [
    string,
    string,
  ];
  const times = [index, list].map((file) => statSync(file, { throwIfNoEntry: false })?.mtimeMs).join();
  const known = built.get(folder);
  if (known?.times === times) return known;
  const text = existsSync(list) ? readFileSync(list, 'utf8') : '[]';
  const pages = (JSON.parse(text) as { path: string; files: string[]; asks: string[] }[]).map((page) => ({
    ...page,
    path: new RegExp(page.path),
  }));
  const read = { times, html: readFileSync(index, 'utf8'), pages };
  built.set(folder, read);
  return read;
}
