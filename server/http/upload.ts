/** Multipart requests: first the fields, then the files as streams. Nothing is read until a handler calls `upload`. */
import type { Multipart } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { invalid, Problem } from '../core/problems.ts';
import { tooLarge, type Upload, type UploadedFile } from '../core/upload.ts';

const LIMITS = { fieldNameSize: 100, fieldSize: 64 * 1024, fields: 100, files: 100, headerPairs: 100 };
/** Allowance for boundaries and fields in addition to the file. */
const OVERHEAD = 1024 * 1024;

/**
 * Reads the fields and stops before the first file. Throws 415 for another kind of body and 413 when its declared
 * length is above `maxBytes`.
 */
export async function readUpload(
  request: FastifyRequest,
  fileParts: readonly string[],
  maxBytes: number,
): Promise<Upload> {
  if (!request.isMultipart()) throw new Problem(415, 'multipart');
  if (Number(request.headers['content-length'] ?? 0) > maxBytes + OVERHEAD) throw tooLarge(maxBytes);
  const parts = request.parts({ limits: { ...LIMITS, fileSize: Infinity } });
  const fields: Record<string, unknown> = Object.create(null) as Record<string, unknown>;
  for (;;) {
    const { value: part, done } = await parts.next();
    if (done || part.type === 'file') {
      const files = filesFrom(done ? undefined : part, parts, fileParts);
      return { fields: { ...fields }, files };
    }
    if (part.valueTruncated) throw new Problem(413, 'tooLarge');
    if (part.fieldname in fields) throw new Problem(400, 'badRequest');
    fields[part.fieldname] = part.value;
  }
}

async function* filesFrom(
  first: Multipart | undefined,
  rest: AsyncIterable<Multipart>,
  fileParts: readonly string[],
): AsyncGenerator<UploadedFile> {
  if (!first) return;
  yield uploaded(first, fileParts);
  for await (const part of rest) yield uploaded(part, fileParts);
}

function uploaded(part: Multipart, fileParts: readonly string[]): UploadedFile {
  if (part.type !== 'file') throw new Problem(400, 'fieldAfterFile');
  if (!fileParts.includes(part.fieldname)) {
    throw invalid({ field: part.fieldname, code: 'unknownField', message: 'validation.unknownField' });
  }
  return { part: part.fieldname, name: part.filename ?? '', stream: part.file };
}

/** Reads and discards the rest of a refused body, so that the reply reaches the client. */
export function drain(request: FastifyRequest): void {
  request.raw.unpipe();
  request.raw.resume();
}
