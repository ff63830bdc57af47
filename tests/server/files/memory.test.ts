/** A large file goes up and down in pieces: the server never holds it. */
import { createHash } from 'node:crypto';
import { request } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { expect, it } from 'vitest';
import { MEGABYTE } from '../../../server/files/settings.ts';
import { signIn, type Client } from '../support.ts';
import { startAlbumServer, type FileReference } from './albums.ts';

const MEGABYTES = 50;
const LINE = 'номер;адрес;объём\n';
const PIECE = Buffer.from(LINE.repeat(Math.ceil(MEGABYTE / Buffer.byteLength(LINE))));

/** Sends the file as it is made. */
function send(client: Client): Promise<FileReference> {
  return new Promise((resolve, reject) => {
    const { port } = new URL(client.url);
    const sent = request(
      {
        port,
        method: 'POST',
        path: '/api/v3/file/upload?entity=album&field=photos',
        headers: {
          Cookie: client.cookie,
          'X-Requested-With': 'x',
          'Content-Type': 'multipart/form-data; boundary=b',
        },
      },
      (response) => {
        let text = '';
        response.on('data', (chunk) => (text += String(chunk)));
        response.on('end', () => resolve(JSON.parse(text) as FileReference));
      },
    );
    async function* body() {
      yield '--b\r\nContent-Disposition: form-data; name="file"; filename="big.csv"\r\n\r\n';
      for (let i = 0; i < MEGABYTES; i += 1) yield PIECE;
      yield '\r\n--b--\r\n';
    }
    pipeline(Readable.from(body()), sent).catch(reject);
  });
}

/** SHA-256 and number of the bytes that come. */
function receive(client: Client, address: string): Promise<{ size: number; sha256: string }> {
  return new Promise((resolve, reject) => {
    const { port } = new URL(client.url);
    request({ port, path: `/api/v3${address}`, headers: { Cookie: client.cookie } }, (response) => {
      const hash = createHash('sha256');
      let size = 0;
      response.on('data', (chunk: Buffer) => {
        hash.update(chunk);
        size += chunk.length;
      });
      response.on('end', () => resolve({ size, sha256: hash.digest('hex') }));
    })
      .on('error', reject)
      .end();
  });
}

it(`${MEGABYTES} MB up and down again are never held whole`, async () => {
  const server = await startAlbumServer();
  try {
    const client = await signIn(server, 'manager');
    // The first requests load code; that is not what is measured.
    const before = process.memoryUsage().rss;
    let peak = before;
    const sampling = setInterval(() => (peak = Math.max(peak, process.memoryUsage().rss)), 5);
    const { id, fileInfo } = await send(client);
    expect(fileInfo).toMatchObject({ size: MEGABYTES * PIECE.length, mediaType: 'text/csv' });
    const got = await receive(client, `/files/${id}`);
    clearInterval(sampling);
    const hash = createHash('sha256');
    for (let i = 0; i < MEGABYTES; i += 1) hash.update(PIECE);
    expect(got).toEqual({ size: MEGABYTES * PIECE.length, sha256: hash.digest('hex') });
    // Pieces that wait for the collector make up the most of it; a file held whole would come on top.
    expect(peak - before).toBeLessThan(2 * MEGABYTES * MEGABYTE);
  } finally {
    await server.close();
  }
});
