/** The OpenAPI document, the tools and Storybook are available to an ADMIN, and to no one else. */
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signIn, startTestServer, temporaryFolder, type TestServer } from './support.ts';

const { folder, remove } = temporaryFolder();
const OWN = 'window.story = 1';
const write = (name: string, text: string) => {
  mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
  writeFileSync(path.join(folder, name), text);
};
let server: TestServer;
beforeAll(async () => {
  write('dist/index.html', '<!doctype html><title>Product</title>');
  write('dist/tools/project.json', '{"sources":true}');
  write('storybook/index.html', `<!doctype html><script>${OWN}</script><script src="./a.js"></script>`);
  write('storybook/iframe.html', '<!doctype html><script type="module">story()</script>');
  server = await startTestServer({
    scale: 0.02,
    staticDir: path.join(folder, 'dist'),
    storybookDir: path.join(folder, 'storybook'),
  });
});
afterAll(async () => {
  await server.close();
  remove();
});

interface ApiDocument {
  openapi: string;
  info: object;
  paths: Record<string, Record<string, { operationId: string }>>;
}

/** Expects the document to have exactly the operations of the API files, at their addresses. */
function expectWhole({ openapi, info, paths }: ApiDocument): void {
  const { version, description } = JSON.parse(readFileSync('package.json', 'utf8')) as Record<string, string>;
  expect([openapi, info]).toEqual(['3.1.0', { title: description, version }]);
  const found = Object.entries(paths).flatMap(([address, methods]) =>
    Object.entries(methods).map(([method, { operationId }]) => `${operationId}: ${method} ${address}`),
  );
  const declared = [...server.api.operations.values()].map(
    (operation) => `${operation.id}: ${operation.method.toLowerCase()} ${operation.path}`,
  );
  expect(found.toSorted()).toEqual(declared.toSorted());
}

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

  it('is available to an ADMIN', async () => {
    const reply = await ask((await signIn(server, 'admin')).cookie);
    expect([reply.status, reply.headers.get('content-type')]).toEqual([200, `${type}; charset=utf-8`]);
    const text = await reply.text();
    if (type === 'application/json') expectWhole(JSON.parse(text) as ApiDocument);
    else expect(text.length).toBeGreaterThan(100);
  });

  it('is refused to others', async () => {
    expect((await ask()).status).toBe(401);
    expect((await ask((await signIn(server, 'manager')).cookie)).status).toBe(403);
  });
});

describe('the files of the tools, and Storybook', () => {
  const ask = async (address: string, login?: string, headers = {}) => {
    const cookie = login && (await signIn(server, login)).cookie;
    return fetch(server.url + address, { headers: { ...headers, ...(cookie && { Cookie: cookie }) } });
  };

  it('are available to an ADMIN, also while viewing as another account', async () => {
    const client = await signIn(server, 'admin');
    const other = await client.get<{ id: string }[]>('/auth/view-as/accounts', { query: 'manager' });
    expect((await client.post('/auth/view-as', { accountId: other.body[0]!.id })).status).toBe(200);
    const sources = await fetch(`${server.url}/tools/project.json`, { headers: { Cookie: client.cookie! } });
    expect(await sources.json()).toEqual({ sources: true });
  });

  it.each([
    '/tools/project.json',
    '/%74ools/project.json',
    '/storybook/',
    '/storybook/iframe.html',
    '/storybook/x',
  ])('%s is refused to others', async (address) => {
    expect((await ask(address)).status).toBe(401);
    expect((await ask(address, 'manager')).status).toBe(403);
  });

  it('Storybook has a separate policy: its inline scripts by their hashes, and no eval', async () => {
    const page = await ask('/storybook/', 'admin');
    const policy = page.headers.get('content-security-policy')!;
    for (const text of [OWN, 'story()'])
      expect(policy).toContain(`'sha256-${createHash('sha256').update(text).digest('base64')}'`);
    expect(policy).not.toMatch(/unsafe-eval|script-src[^;]*unsafe-inline/);
    expect(page.headers.get('x-frame-options')).toBe('SAMEORIGIN');
    expect((await ask('/')).headers.get('content-security-policy')).not.toContain('sha256');
  });

  it('without a build of Storybook a message says how to make it', async () => {
    const bare = await startTestServer({ scale: 0.02, storybookDir: path.join(folder, 'none') });
    const { cookie } = await signIn(bare, 'admin');
    const reply = await fetch(`${bare.url}/storybook/`, {
      headers: { Cookie: cookie!, 'Accept-Language': 'en' },
    });
    expect([reply.status, await reply.text()]).toEqual([
      404,
      expect.stringContaining('npm run storybook:build'),
    ]);
    await bare.close();
  });
});
