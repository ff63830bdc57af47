/**
 * The static build of the stories, and the product behind `/api` and `/map`, at one address, as `npm run storybook`
 * serves them.
 */
import { createReadStream, existsSync } from 'node:fs';
import { createServer, request as forward } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';
import type { Served } from '../configs/serve.ts';

export const BUILT = 'storybook-static';

const TYPES: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

export async function serveStories(product: string): Promise<Served> {
  const server = createServer((incoming, answer) => {
    const { url = '/', method, headers } = incoming;
    if (/^\/(api|map)\//.test(url)) {
      const onward = forward(new URL(url, product), { method, headers }, (reply) => {
        answer.writeHead(reply.statusCode!, reply.headers);
        reply.pipe(answer);
      });
      incoming.pipe(onward);
      return;
    }
    const file = join(BUILT, normalize(new URL(url, product).pathname));
    // A browser requests an icon whether a page has one or not.
    if (url === '/favicon.ico') return void answer.writeHead(204).end();
    if (!existsSync(file)) return void answer.writeHead(404).end();
    answer.setHeader('Content-Type', TYPES[extname(file)] ?? 'application/octet-stream');
    createReadStream(file).pipe(answer);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
