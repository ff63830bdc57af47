import { createServer } from 'node:net';
import path from 'node:path';
import { afterAll, afterEach, expect, it } from 'vitest';
import { Products } from './product.ts';
import { Client, temporaryFolder } from './support.ts';

const { folder, remove } = temporaryFolder();
const products = new Products();
afterEach(() => products.endAll());
afterAll(remove);

it('starts with one command, lists who can sign in, and stops cleanly', async () => {
  const server = await products.server({
    DATA_DIR: path.join(folder, 'pg'),
    SEED_SCALE: '0.02',
  });
  expect(server.output()).toContain('manager');
  const client = new Client(server.url);
  expect((await client.post('/auth/renew')).status).toBe(401);
  expect((await client.get('/system/info/public')).status).toBe(200);
  server.child.kill('SIGTERM');
  expect(await server.ended).toBe(0);
});

it('does not use the next port when PORT is set', async () => {
  const blocker = createServer();
  await new Promise<void>((resolve) => blocker.listen(0, '127.0.0.1', resolve));
  const address = blocker.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  try {
    const server = await products.server({
      DATA_DIR: path.join(folder, 'pg'),
      PORT: String(port),
      SEED: 'off',
    });
    expect(await server.ended).toBe(1);
    expect(server.output()).toContain(`Port ${port} is in use`);
  } finally {
    blocker.close();
  }
});
