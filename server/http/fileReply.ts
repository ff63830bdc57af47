/** A reply that is a file: its content is streamed, never in memory as a whole. */
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FileReply } from '../core/fileReply.ts';

/** A file may contain anything, so its content may neither run scripts nor load resources. */
const POLICY = "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src 'self'";

/** Sends the file, or 304 when the client has this content. Access is checked before, every time. */
export function sendFile(request: FastifyRequest, reply: FastifyReply, file: FileReply): FastifyReply {
  const etag = `"${file.etag}"`;
  reply
    .header('Cache-Control', 'private, no-cache')
    .header('ETag', etag)
    .header('Content-Security-Policy', POLICY)
    .header('X-Content-Type-Options', 'nosniff');
  if (matches(request.headers['if-none-match'], etag)) return reply.code(304).send();
  return reply
    .code(200)
    .header('Content-Disposition', disposition(file.inline ? 'inline' : 'attachment', file.name))
    .header('Content-Length', file.size)
    .type(file.mediaType)
    .send(Readable.from(file.read(), { objectMode: false }));
}

function matches(given: string | undefined, etag: string): boolean {
  return (given ?? '')
    .split(',')
    .some((one) => one.trim().replace(/^W\//, '') === etag || one.trim() === '*');
}

/** Returns the header of RFC 6266, with the RFC 5987 form of the name next to an ASCII one. */
export function disposition(kind: 'inline' | 'attachment', name: string): string {
  const plain = name.replace(/[^\x20-\x7e]/g, '_').replace(/["\\%]/g, '_');
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${kind}; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
