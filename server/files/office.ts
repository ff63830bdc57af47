/** Office documents: archives with known parts, without macros, that unpack to a bounded size. */
import { Problem } from '../core/problems.ts';
import { KINDS, type FileKind } from './kinds.ts';
import { MEGABYTE } from './settings.ts';
import { readZip, unpackedBytes, type ZipEntry } from './zip.ts';

const MAX_UNPACKED = 300 * MEGABYTE;
/** Office text compresses to about a tenth; a ratio above this is that of a decompression bomb. */
const MAX_RATIO = 500;
const CONTENT_TYPES = '[Content_Types].xml';
const FORBIDDEN = /vbaProject|vbaData|\.(exe|dll|scr|com|bat|cmd|js|vbs|ps1|jar|html?|svg|zip)$|activeX\//i;

/** Returns xlsx or docx. Throws for all other archives and for content that documents must not contain. */
export async function inspectOffice(path: string, size: number): Promise<FileKind> {
  const entries = await readZip(path, size);
  const names = new Set(entries.map(({ name }) => name));
  const kind = names.has('xl/workbook.xml')
    ? KINDS.xlsx
    : names.has('word/document.xml')
      ? KINDS.docx
      : undefined;
  const types = entries.find(({ name }) => name === CONTENT_TYPES);
  if (!types || !kind) throw new Problem(415, 'fileArchive');
  if (names.size !== entries.length) throw new Problem(400, 'fileDamaged');
  requireHarmless(entries);
  if (types.size > MEGABYTE) throw new Problem(400, 'fileBomb');
  const declared = (await unpackedBytes(path, types, true)).toString('utf8');
  if (/macroEnabled|vbaProject/i.test(declared)) throw new Problem(400, 'fileMacros');
  for (const entry of entries) if (entry !== types) await unpackedBytes(path, entry, false);
  return kind;
}

function requireHarmless(entries: readonly ZipEntry[]): void {
  let total = 0;
  for (const { name, encrypted, method, packed, size } of entries) {
    if (encrypted) throw new Problem(400, 'fileEncrypted');
    if (FORBIDDEN.test(name)) throw new Problem(400, 'fileMacros');
    if (/^[/\\]|^[A-Za-z]:|(^|[/\\])\.\.([/\\]|$)/.test(name)) throw new Problem(400, 'fileActive');
    if (method !== 0 && method !== 8) throw new Problem(400, 'fileDamaged');
    total += size;
    if (total > MAX_UNPACKED || (size > MEGABYTE && size > packed * MAX_RATIO)) {
      throw new Problem(400, 'fileBomb');
    }
  }
}
