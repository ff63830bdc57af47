/** Determines the real type of a file, from its content alone; throws a clear error for types that are not accepted. */
import { fileTypeFromFile } from 'file-type';
import { Problem } from '../core/problems.ts';
import { KINDS, kindOf, type FileKind } from './kinds.ts';
import { inspectOffice } from './office.ts';
import { contains, readEnd } from './scan.ts';
import { inspectText } from './text.ts';
import { zipEnd } from './zip.ts';

/** Patterns long enough not to occur in compressed pixels by chance. */
const HIDDEN = new RegExp(
  [
    '<script[\\s>/]|<html[\\s>]|<!doctype\\s+html|<iframe[\\s>]|<\\?php\\s|<svg\\s[^>]{0,400}xmlns|%PDF-\\d\\.\\d',
    `Rar!${String.fromCharCode(0x1a, 7)}|7z${String.fromCharCode(0xbc, 0xaf, 0x27, 0x1c)}`,
    'This program cannot be run in DOS mode',
  ].join('|'),
  'i',
);
/** Active content of a PDF; its names may be written with # and two hex digits. */
const PDF_ACTIVE = /\/(JavaScript|Launch|EmbeddedFile|RichMedia|GoToE|SubmitForm|ImportData)\b/;
const PDF_DISGUISED = /\/[A-Za-z]*#(4a|6a|53|73|4c|6c|45|65|52|72)[A-Za-z#0-9]*/i;

/** Returns the kind of a file on the disk. Images are not decoded here: `cleanImage` does that. */
export async function inspectFile(path: string, size: number): Promise<FileKind> {
  const detected = await fileTypeFromFile(path).catch(() => undefined);
  const kind = detected && kindOf(detected.mime);
  if (kind?.image) {
    await requireNothingHidden(path, size);
    return kind;
  }
  if (kind === KINDS.pdf) return inspectPdf(path, size);
  if (detected && OTHER_ARCHIVE.test(detected.mime)) throw new Problem(415, 'fileArchive');
  if (detected && isArchive(detected.mime)) return inspectOffice(path, size);
  if (detected?.mime.startsWith('image/he')) throw new Problem(415, 'fileHeic');
  if (detected?.mime === 'image/svg+xml' || detected?.mime === 'application/xml') {
    throw new Problem(415, 'fileActive');
  }
  const text = detected ? undefined : await inspectText(path);
  if (!text) throw new Problem(415, 'fileKind');
  return text;
}

const OTHER_ARCHIVE = /gzip|tar|7z|rar|bzip|x-xz|compress|zstd|lz/;

function isArchive(mediaType: string): boolean {
  return /zip|officedocument|ms-(excel|word)|opendocument|java-archive|epub|macroenabled/i.test(mediaType);
}

/** Throws when an image is also an archive, a page or a program. */
async function requireNothingHidden(path: string, size: number): Promise<void> {
  if ((await zipEnd(path, size)) >= 0 || (await contains(path, HIDDEN))) throw new Problem(415, 'fileActive');
}

async function inspectPdf(path: string, size: number): Promise<FileKind> {
  const end = (await readEnd(path, size, 2048)).toString('latin1');
  if (!end.includes('%%EOF')) throw new Problem(400, 'fileDamaged');
  if (
    (await zipEnd(path, size)) >= 0 ||
    (await contains(path, PDF_ACTIVE)) ||
    (await contains(path, PDF_DISGUISED))
  ) {
    throw new Problem(415, 'fileActive');
  }
  return KINDS.pdf;
}
