/**
 * A small service that "analyses" photos for the demonstration, on loopback only. Its result is derived from the bytes
 * of the photo. A photo whose name begins with `slow` never gets an answer in time, with `gone` the connection breaks,
 * with `refused` it is rejected.
 */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { StandIn } from './talon.ts';

const SLOW_MS = 60_000;
const MOST_BYTES = 30 * 1024 * 1024;
const SEEN = ['CONTAINERS', 'SPILLAGE', 'BULKY_WASTE', 'PARKED_CARS', 'EMPTY_CONTAINERS'];

/** Starts it on a free port. It does not keep the process alive. */
export async function startPhotoAnalysis(): Promise<StandIn> {
  const server = createServer((request, response) => {
    const hash = createHash('sha256');
    let size = 0;
    request.on('data', (part: Buffer) => {
      size += part.length;
      if (size > MOST_BYTES) request.destroy();
      else hash.update(part);
    });
    request.on('end', () => answer(request, response, hash.digest()));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  server.unref();
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

function answer(request: IncomingMessage, response: ServerResponse, hash: Buffer): void {
  const send = (status: number, body: object) => {
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
  };
  const given = request.headers['x-file-name'];
  const name = decodeURIComponent(typeof given === 'string' ? given : '');
  const seen = {
    fill: hash[0]! % 101,
    seen: SEEN.filter((_, at) => (hash[1]! >> at) % 2 === 1),
    confidence: 70 + (hash[2]! % 30),
  };
  if (name.startsWith('slow')) setTimeout(() => send(200, seen), SLOW_MS).unref();
  else if (name.startsWith('gone')) request.socket.destroy();
  else if (name.startsWith('refused')) send(422, {});
  else send(200, seen);
}
