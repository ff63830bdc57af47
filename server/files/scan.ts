/** Searches a file of any size in small chunks. */
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';

/** Longest text that a pattern may match. */
const OVERLAP = 512;

/** Returns whether the pattern occurs; bytes are read as Latin-1 characters. */
export async function contains(path: string, pattern: RegExp): Promise<boolean> {
  let rest = '';
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    const text = rest + chunk.toString('latin1');
    if (pattern.test(text)) return true;
    rest = text.slice(-OVERLAP);
  }
  return false;
}

/** Returns bytes of a file from `position`, fewer at its end. */
export async function readAt(path: string, position: number, length: number): Promise<Buffer> {
  const handle = await open(path);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, position);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

/** Returns the last bytes of a file. */
export function readEnd(path: string, size: number, length: number): Promise<Buffer> {
  const start = Math.max(0, size - length);
  return readAt(path, start, size - start);
}
