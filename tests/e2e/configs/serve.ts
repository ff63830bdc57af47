/** The built product as static files: there is no server behind it, since every call is answered in the page. */
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';

const TYPES: Record<string, string> = {
  '.css': 'text/css',
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

export interface Served {
  url: string;
  close(): void;
}

/** A dynamic import; each is reported to the page while it is pending (`InPage.code`). */
const IMPORT = /\bimport\(([`'"][^`'"]+[`'"])\)/g;
const told = (code: string) => code.replaceAll(IMPORT, '(globalThis.sample?.code??(m=>m))(import($1))');

/** Serves `folder`: its files, and its index for every address of the product. */
export async function serveBuild(folder = 'dist'): Promise<Served> {
  const server = createServer((request, reply) => {
    const { pathname } = new URL(request.url!, 'http://localhost');
    const file = normalize(extname(pathname) ? pathname : '/index.html');
    readFile(join(folder, file)).then(
      (content) => {
        const hashed = file.startsWith('/assets/');
        reply.setHeader('Cache-Control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache');
        reply.setHeader('Content-Type', TYPES[extname(file)] ?? 'application/octet-stream');
        reply.end(extname(file) === '.js' ? told(content.toString()) : content);
      },
      () => reply.writeHead(404).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => server.close(),
  };
}
