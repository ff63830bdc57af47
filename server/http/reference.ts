/** The API reference for developers: the plain OpenAPI document and a page that displays it. Both are for an ADMIN. */
import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { apiDocument } from '../../engine/tools/apiDocument.ts';
import { SESSION_COOKIE } from '../access/sessions.ts';
import { readApiFiles } from '../core/projectFiles.ts';
import type { Db } from '../database/connection.ts';
import { signedIn } from './caller.ts';
import { Problem } from '../core/problems.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const UI = path.dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));

const PAGE = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>API</title>
<link rel="stylesheet" href="/api/reference/swagger-ui.css">
<div id="reference"></div>
<script src="/api/reference/swagger-ui-bundle.js"></script>
<script src="/api/reference/start.js"></script>
</html>
`;

/** Requests sent from the page have the header that no other site can send. */
const START = `SwaggerUIBundle({
  url: '/api/openapi.json',
  dom_id: '#reference',
  docExpansion: 'none',
  filter: true,
  validatorUrl: null,
  requestInterceptor: (request) => {
    request.headers['X-Requested-With'] = 'XMLHttpRequest';
    return request;
  },
});
`;

interface Served {
  type: string;
  text(): string;
}

const file = (name: string, type: string): Served => ({
  type,
  text: () => readFileSync(path.join(UI, name), 'utf8'),
});

/** Built from the API files at each request: it is large and rarely read. */
function documentText(): string {
  const { version, description: title } = JSON.parse(
    readFileSync(path.join(ROOT, 'package.json'), 'utf8'),
  ) as { version: string; description: string };
  return JSON.stringify(apiDocument(readApiFiles(ROOT), { title, version, sessionCookie: SESSION_COOKIE }));
}

const SERVED: Record<string, Served> = {
  '/api/openapi.json': { type: 'application/json', text: documentText },
  '/api/reference': { type: 'text/html', text: () => PAGE },
  '/api/reference/start.js': { type: 'text/javascript', text: () => START },
  '/api/reference/swagger-ui.css': file('swagger-ui.css', 'text/css'),
  '/api/reference/swagger-ui-bundle.js': file('swagger-ui-bundle.js', 'text/javascript'),
};

/** Adds `/api/openapi.json` and `/api/reference`; accounts other than an ADMIN get 401 or 403. */
export function addReference(routes: FastifyInstance, db: Db, secure: boolean): void {
  const onRequest = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const { permissions } = await signedIn(db, request, reply, secure);
    if (!permissions.includes('ADMIN')) throw new Problem(403, 'forbidden');
  };
  for (const [url, { type, text }] of Object.entries(SERVED))
    routes.get(url, { onRequest }, (_, reply) =>
      reply.header('Cache-Control', 'no-cache').type(`${type}; charset=utf-8`).send(text()),
    );
}
