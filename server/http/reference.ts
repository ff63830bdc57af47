/** The API for those who build on it: the plain OpenAPI document and a page that shows it. Both are for an ADMIN. */
import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Db } from '../database/connection.ts';
import { signedIn } from './caller.ts';
import { Problem } from './problems.ts';

const DOCUMENT = new URL('../../schemas/generated/openapi.json', import.meta.url);
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

/** Calls that are tried out bear the header that no other site can send. */
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

const file = (name: string | URL, type: string): Served => ({
  type,
  text: () => readFileSync(typeof name === 'string' ? path.join(UI, name) : name, 'utf8'),
});

const SERVED: Record<string, Served> = {
  '/api/openapi.json': file(DOCUMENT, 'application/json'),
  '/api/reference': { type: 'text/html', text: () => PAGE },
  '/api/reference/start.js': { type: 'text/javascript', text: () => START },
  '/api/reference/swagger-ui.css': file('swagger-ui.css', 'text/css'),
  '/api/reference/swagger-ui-bundle.js': file('swagger-ui-bundle.js', 'text/javascript'),
};

/** Adds `/api/openapi.json` and `/api/reference`; others than an ADMIN are answered 401 or 403. */
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
