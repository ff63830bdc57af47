/** Reads the entries of a ZIP archive from its central directory; a contradiction means a damaged or forged file. */
import { createReadStream } from 'node:fs';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createInflateRaw } from 'node:zlib';
import { Problem } from '../core/problems.ts';
import { readAt, readEnd } from './scan.ts';

export interface ZipEntry {
  name: string;
  encrypted: boolean;
  /** 0 stored, 8 deflated. */
  method: number;
  packed: number;
  size: number;
  offset: number;
}

const END = Buffer.from([0x50, 0x4b, 5, 6]);
const END_SIZE = 22;
const MAX_COMMENT = 0xffff;
const MAX_ENTRIES = 10_000;
const damaged = () => new Problem(400, 'fileDamaged');

/**
 * Returns the position of the archive's end record; -1 for a file that is not an archive, whatever its first bytes are.
 */
export async function zipEnd(path: string, size: number): Promise<number> {
  const tail = await readEnd(path, size, END_SIZE + MAX_COMMENT);
  for (let at = tail.lastIndexOf(END); at >= 0; at = at > 0 ? tail.lastIndexOf(END, at - 1) : -1) {
    if (at + END_SIZE <= tail.length && at + END_SIZE + tail.readUInt16LE(at + 20) <= tail.length) {
      return size - tail.length + at;
    }
  }
  return -1;
}

/** Returns all entries. The central directory must be right before the end record, and nothing may follow that. */
export async function readZip(path: string, size: number): Promise<ZipEntry[]> {
  const at = await zipEnd(path, size);
  if (at < 0) throw damaged();
  const end = await readAt(path, at, END_SIZE);
  const [count, length, start] = [end.readUInt16LE(10), end.readUInt32LE(12), end.readUInt32LE(16)];
  const whole = at + END_SIZE + end.readUInt16LE(20) === size && start + length === at;
  if (!whole || count > MAX_ENTRIES || length > MAX_ENTRIES * 512) throw damaged();
  const list = await readAt(path, start, length);
  const entries: ZipEntry[] = [];
  let position = 0;
  while (position < length) {
    if (position + 46 > length || list.readUInt32LE(position) !== 0x02014b50) throw damaged();
    const nameLength = list.readUInt16LE(position + 28);
    const next =
      position + 46 + nameLength + list.readUInt16LE(position + 30) + list.readUInt16LE(position + 32);
    if (next > length) throw damaged();
    entries.push({
      name: list.toString('utf8', position + 46, position + 46 + nameLength),
      encrypted: (list.readUInt16LE(position + 8) & 1) === 1,
      method: list.readUInt16LE(position + 10),
      packed: list.readUInt32LE(position + 20),
      size: list.readUInt32LE(position + 24),
      offset: list.readUInt32LE(position + 42),
    });
    position = next;
  }
  if (entries.length !== count) throw damaged();
  return entries;
}

/** Unpacks an entry; throws when its size differs from the one in the directory. */
export async function unpackedBytes(path: string, entry: ZipEntry, keep: boolean): Promise<Buffer> {
  const header = await readAt(path, entry.offset, 30);
  if (header.length < 30 || header.readUInt32LE(0) !== 0x04034b50) throw damaged();
  const start = entry.offset + 30 + header.readUInt16LE(26) + header.readUInt16LE(28);
  const kept: Buffer[] = [];
  let size = 0;
  const count = new Writable({
    write(chunk: Buffer, _encoding, done) {
      size += chunk.length;
      if (keep) kept.push(chunk);
      done(size > entry.size ? new Problem(400, 'fileBomb') : null);
    },
  });
  if (entry.packed > 0) {
    const source = createReadStream(path, { start, end: start + entry.packed - 1 });
    try {
      if (entry.method === 0) await pipeline(source, count);
      else await pipeline(source, createInflateRaw(), count);
    } catch (error) {
      throw error instanceof Problem ? error : damaged();
    }
  }
  if (size !== entry.size) throw damaged();
  return Buffer.concat(kept);
}
