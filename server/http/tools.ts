/**
 * Tools for an ADMIN only, also while they view as another account: the files of the inspector and of the workshop
 * under `/tools`, and Storybook under `/storybook`.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Db } from '../database/connection.ts';
import { signedIn } from './caller.ts';
import { Problem } from '../core/problems.ts';
import { localeOf, translator, type Locales } from '../core/texts.ts';

export const TOOLS = '/tools';
export const STORYBOOK = '/storybook';

export interface ToolsOptions {
  db: Db;
  locales: Locales;
  secure: boolean;
  /** Folder of the built browser app, which contains the files of the tools. */
  staticDir?: string | undefined;
  /** Folder of the built Storybook, which may not exist. */
  storybookDir?: string | undefined;
}

/** Serves both; accounts other than an ADMIN get 401 or 403 for every URL below. */
export function serveTools(app: FastifyInstance, options: ToolsOptions): void {
  const { staticDir, storybookDir } = options;
  app.register(async (own) => {
    own.addHook('onRequest', (request, reply) => requireAdmin(options, request, reply));
    if (staticDir && existsSync(path.join(staticDir, TOOLS))) {
      const root = path.resolve(staticDir, `.${TOOLS}`);
      await own.register(fastifyStatic, {
        root,
        prefix: TOOLS,
        index: false,
        cacheControl: false,
        decorateReply: false,
      });
    }
    if (storybookDir) await serveStorybook(own, path.resolve(storybookDir), options);
  });
}

async function requireAdmin(
  { db, secure }: ToolsOptions,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const account = await signedIn(db, request, reply, secure);
  const { permissions } = account.viewer ?? account;
  if (!permissions.includes('ADMIN')) throw new Problem(403, 'forbidden');
  reply.header('Cache-Control', 'no-cache');
}

/** Serves the static build; without one, a text that says how to create it. */
async function serveStorybook(own: FastifyInstance, root: string, { locales }: ToolsOptions): Promise<void> {
  if (!existsSync(path.join(root, 'index.html'))) {
    const missing = (request: FastifyRequest, reply: FastifyReply) =>
      reply
        .code(404)
        .type('text/plain; charset=utf-8')
        .send(translator(locales, localeOf(request.headers['accept-language']))('server.storybookMissing'));
    own.get(STORYBOOK, missing);
    own.get(`${STORYBOOK}/*`, missing);
    return;
  }
  const policy = policyOf(root);
  own.addHook('onSend', async (_request, reply) => {
    reply.header('Content-Security-Policy', policy).header('X-Frame-Options', 'SAMEORIGIN');
  });
  own.get(STORYBOOK, (_request, reply) => reply.redirect(`${STORYBOOK}/`));
  await own.register(fastifyStatic, {
    root,
    prefix: `${STORYBOOK}/`,
    index: 'index.html',
    cacheControl: false,
    decorateReply: false,
  });
}

/**
 * Storybook's two pages contain inline scripts, allowed by their hashes; the manager shows the story in a frame.
 * Neither evaluates text as code.
 */
function policyOf(root: string): string {
  const hashes = ['index.html', 'iframe.html'].flatMap((name) =>
    inlineHashes(readFileSync(path.join(root, name), 'utf8')),
  );
  return [
    "default-src 'self'",
    ['script-src', "'self'", ...new Set(hashes)].join(' '),
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "worker-src 'self'",
    "frame-src 'self'",
    "frame-ancestors 'self'",
    "object-src 'none'",
    "form-action 'self'",
    "base-uri 'none'",
  ].join('; ');
}

/** Returns the hashes of the inline scripts of a page, in the format of a content security policy. */
function inlineHashes(page: string): string[] {
  return [...page.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)].map(
    ([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
  );
}
