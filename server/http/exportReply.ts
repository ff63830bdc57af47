/** Replies with a file that is created in a thread while the client waits. */
import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { makers } from '../core/threadPool.ts';
import { fileBytes, type SheetPiece } from '../export/file.ts';
import type { SheetStart } from '../export/sheet.ts';
import { Problem } from '../core/problems.ts';

/** A client must read this many bytes within this time; else the connection is closed and the thread is released. */
const TAKEN_BYTES = 64 * 1024;
const STALLED_MS = 30_000;

type Made = Awaited<ReturnType<typeof makers.take>>;

/** Waits for the account's turn; stops waiting when the client disconnects. Throws 429 when too many already wait. */
export function takeMaker(accountId: string, reply: FastifyReply): Promise<Made> {
  const disconnected = new AbortController();
  reply.raw.once('close', () => disconnected.abort(new Problem(400, 'badRequest')));
  return makers.take(accountId, disconnected.signal);
}

/** Sends the file as its pieces are created, then releases the thread. */
export function sendSheet(
  reply: FastifyReply,
  { thread, release }: Made,
  start: SheetStart,
  pieces: AsyncIterable<SheetPiece>,
): FastifyReply {
  const bytes = inTime(fileBytes(thread, start, pieces), () => reply.raw.destroy());
  const stream = Readable.from(bytes, { objectMode: false });
  stream.once('close', release);
  return reply.send(stream);
}

async function* inTime(bytes: AsyncIterable<Buffer>, stalled: () => void): AsyncGenerator<Buffer> {
  for await (const piece of bytes) {
    for (let at = 0; at < piece.length; at += TAKEN_BYTES) {
      const timer = setTimeout(stalled, STALLED_MS);
      try {
        yield piece.subarray(at, at + TAKEN_BYTES);
      } finally {
        clearTimeout(timer);
      }
    }
  }
}
