/** A large file is uploaded and downloaded in pieces: the server never has all of it in memory. */
import { createHash } from 'node:crypto';
import { request } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { MEGABYTE } from '../../../server/files/settings.ts';
import { signIn, type Client } from '../support.ts';
import { startAlbumServer, type FileReference } from './albums.ts';

const MEGABYTES = 80;
/** Megabytes between two memory measurements: a collection takes time. */
const SAMPLE = 16;
const LINE = 'номер;адрес;объём\n';
const PIECE = Buffer.from(LINE.repeat(Math.ceil(MEGABYTE / Buffer.byteLength(LINE))));

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/**
 * Bytes of buffers that are still referenced, after a garbage collection. Two collections: what the first finds is
 * freed concurrently, and counted as freed by the second.
 */
function held(): number {
  collect();
  collect();
  return process.memoryUsage().arrayBuffers;
}

/** Sends the file while it is generated. */
function send(client: Client, everySoOften: () => void): Promise<FileReference> {
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
      for (let i = 0; i < MEGABYTES; i += 1) {
        yield PIECE;
        if (i % SAMPLE === 0) everySoOften();
      }
      yield '\r\n--b--\r\n';
    }
    pipeline(Readable.from(body()), sent).catch(reject);
  });
}

/** SHA-256 and number of the received bytes. */
function receive(
  client: Client,
  address: string,
  everySoOften: () => void,
): Promise<{ size: number; sha256: string }> {
  return new Promise((resolve, reject) => {
    const { port } = new URL(client.url);
    request({ port, path: `/api/v3${address}`, headers: { Cookie: client.cookie } }, (response) => {
      const hash = createHash('sha256');
      let size = 0;
      let sampled = 0;
      response.on('data', (chunk: Buffer) => {
        hash.update(chunk);
        size += chunk.length;
        if (size - sampled < SAMPLE * MEGABYTE) return;
        sampled = size;
        everySoOften();
      });
      response.on('end', () => resolve({ size, sha256: hash.digest('hex') }));
    })
      .on('error', reject)
      .end();
  });
}

it(`${MEGABYTES} MB are uploaded and downloaded without being in memory as a whole`, async () => {
  const server = await startAlbumServer();
  try {
    const client = await signIn(server, 'manager');
    const before = held();
    let peak = before;
    const sample = () => void (peak = Math.max(peak, held()));
    const { id, fileInfo } = await send(client, sample);
    expect(fileInfo).toMatchObject({ size: MEGABYTES * PIECE.length, mediaType: 'text/csv' });
    const got = await receive(client, `/files/${id}`, sample);
    const hash = createHash('sha256');
    for (let i = 0; i < MEGABYTES; i += 1) hash.update(PIECE);
    expect(got).toEqual({ size: MEGABYTES * PIECE.length, sha256: hash.digest('hex') });
    expect(peak - before).toBeLessThan(0.8 * MEGABYTES * MEGABYTE);
  } finally {
    await server.close();
  }
});
