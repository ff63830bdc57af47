/** The files of a multipart request, as handlers get them. */
import type { Readable } from 'node:stream';
import { Problem } from './problems.ts';

/** A file of a multipart body; its stream must be consumed before the next file is requested. */
export interface UploadedFile {
  /** Name of the part. */
  part: string;
  /** File name sent by the client; not to be trusted. */
  name: string;
  stream: Readable;
}

export interface Upload {
  /** Fields that precede the first file, as text or JSON. */
  fields: Record<string, unknown>;
  files: AsyncIterable<UploadedFile>;
}

/** Returns the problem for a file over the size limit. */
export function tooLarge(maxBytes: number): Problem {
  return new Problem(413, 'fileTooLarge', { values: { limit: Math.floor(maxBytes / 1024 / 1024) } });
}
