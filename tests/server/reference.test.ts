/** The plain OpenAPI document and its page are there for an ADMIN, and for nobody else. */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signIn, startTestServer, type TestServer } from './support.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ scale: 0.02 });
});
afterAll(() => server.close());

const ADDRESSES = [
  ['/api/openapi.json', 'application/json'],
  ['/api/reference', 'text/html'],
  ['/api/reference/start.js', 'text/javascript'],
  ['/api/reference/swagger-ui.css', 'text/css'],
  ['/api/reference/swagger-ui-bundle.js', 'text/javascript'],
] as const;

describe.each(ADDRESSES)('%s', (address, type) => {
  const ask = (cookie?: string) =>
    fetch(`${server.url}${address}`, cookie === undefined ? {} : { headers: { Cookie: cookie } });

  it('is shown to an ADMIN', async () => {
    const reply = await ask((await signIn(server, 'admin')).cookie);
    expect([reply.status, reply.headers.get('content-type')]).toEqual([200, `${type}; charset=utf-8`]);
    const text = await reply.text();
    if (type === 'application/json')
      expect(JSON.parse(text)).toEqual(JSON.parse(readFileSync('schemas/generated/openapi.json', 'utf8')));
    else expect(text.length).toBeGreaterThan(100);
  });

  it('is refused to others', async () => {
    expect((await ask()).status).toBe(401);
    expect((await ask((await signIn(server, 'manager')).cookie)).status).toBe(403);
  });
});
