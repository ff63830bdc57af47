/** Serves the built browser app: hashed files are cached forever, every URL of the app gets index.html. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { localeOf } from '../core/texts.ts';
import { TOOLS } from './tools.ts';

/** Headers that only matter for pages; scripts can be smaller than these headers. Workers keep their policy. */
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

/**
 * Serves `folder`. The returned function replies with index.html if the URL belongs to the app.
 *
 * @param hasSession whether the request carries a session cookie
 */
export function serveApp(
  app: FastifyInstance,
  folder: string | undefined,
  hasSession: (request: FastifyRequest) => boolean,
): (request: FastifyRequest, reply: FastifyReply) => FastifyReply | undefined {
  const index = folder && path.join(folder, 'index.html');
  if (!index || !existsSync(index)) return () => undefined;
  app.register(fastifyStatic, {
    root: path.resolve(folder),
    index: false,
    // Folders are ordinary URLs of the app; access to the tools is restricted (tools.ts).
    allowedPath: (pathname) => !pathname.endsWith('/') && !pathname.startsWith(`${TOOLS}/`),
    wildcard: true,
    // The build writes compressed files beside each file, brotli first.
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
      // Monitoring and command line clients, which accept anything, get the start page; a missing script gets 404.
      (request.url === '/' || (request.headers.accept ?? '').includes('text/html'));
    if (!wantsPage) return undefined;
    const locale = hasSession(request) ? localeOf(request.headers['accept-language']) : undefined;
    return reply
      .code(200)
      .header('Cache-Control', 'no-cache')
      .header('Vary', 'Accept-Language, Cookie')
      .type('text/html; charset=utf-8')
      .send(pageAt(folder, request.url, locale));
  };
}

const escape = (address: string) => address.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

/** Must use the mode and credentials of the app's own request, or the browser does not use the preloaded response. */
const preloadLink = (address: string, more = '') =>
  `<link rel="preload" as="fetch" crossorigin="use-credentials"${more} href="${escape(address)}">`;

/**
 * Returns the page of a URL; its head lists the files of its screens and the first requests (engine/build/pages.ts),
 * which the browser then makes while the app starts.
 *
 * @param locale language in which the browser requests its records; undefined for a user who is not signed in
 */
export function pageAt(folder: string, url: string, locale?: string): string {
  const { html, pages } = builtOf(folder);
  const [pathname = ''] = url.split('?');
  const page = pages.find(({ path: pattern }) => pattern.test(pathname));
  const parameters = locale === undefined ? undefined : page?.records?.path.exec(pathname)?.groups;
  const recordUrls = (parameters && page?.records?.requests) ?? [];
  const links = [
    ...(page?.requests ?? []).map((address) => preloadLink(address)),
    ...recordUrls.map((address) =>
      preloadLink(
        address.replaceAll(/\{(\w+)\}/g, (_, name: string) => parameters?.[name] ?? ''),
        ` hreflang="${locale}"`,
      ),
    ),
    ...(page?.files ?? []).map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`),
  ];
  return html.replace('</head>', `${links.join('')}</head>`);
}

interface Built {
  /** Modification times of both files when they were read. */
  times: string;
  html: string;
  pages: {
    path: RegExp;
    files: string[];
    requests: string[];
    records?: { path: RegExp; requests: string[] };
  }[];
}

/** The format that the build writes. */
interface Written {
  path: string;
  files: string[];
  requests: string[];
  records?: { path: string; requests: string[] };
}

const built = new Map<string, Built>();

/**
 * Returns the build output of the folder, read again when it has changed: the app may be rebuilt while the server runs.
 */
function builtOf(folder: string): Built {
  const [index, list] = ['index.html', 'pages.json'].map((name) => path.join(folder, name)) as [
    string,
    string,
  ];
  const times = [index, list].map((file) => statSync(file, { throwIfNoEntry: false })?.mtimeMs).join();
  const known = built.get(folder);
  if (known?.times === times) return known;
  const text = existsSync(list) ? readFileSync(list, 'utf8') : '[]';
  const pages = (JSON.parse(text) as Written[]).map(({ records, ...page }) => ({
    ...page,
    path: new RegExp(page.path),
    ...(records && { records: { ...records, path: new RegExp(records.path) } }),
  }));
  const read = { times, html: readFileSync(index, 'utf8'), pages };
  built.set(folder, read);
  return read;
}
