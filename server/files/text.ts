/** Plain text and CSV tables: no control characters, nothing that a browser could treat as a page. */
import { createReadStream } from 'node:fs';
import { Problem } from '../core/problems.ts';
import { KINDS, type FileKind } from './kinds.ts';
import { contains, readAt } from './scan.ts';

/** Markup that can run code, anywhere in a text. */
const MARKUP = /<\s*(script|html|svg|iframe|object|embed|body|!doctype|\?php|\?xml|%)/i;
// Tab, line feed, form feed and carriage return are part of texts.
// oxlint-disable-next-line no-control-regex
const CONTROL = /[\x00-\x08\x0b\x0e-\x1f\x7f]/;

/** Returns csv or txt; undefined when the file is not text. Accepted encodings are UTF-8 and old one-byte ones. */
export async function inspectText(path: string): Promise<FileKind | undefined> {
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    if (CONTROL.test(chunk.toString('latin1'))) return undefined;
  }
  const head = (await readAt(path, 0, 64 * 1024)).toString('utf8').replace(/^\ufeff/, '');
  if (/^\s*(#!|<|%!PS|\{\\rtf)/.test(head) || (await contains(path, MARKUP))) {
    throw new Problem(415, 'fileActive');
  }
  return isTable(head) ? KINDS.csv : KINDS.txt;
}

/** Returns whether the first lines all have the same number of one separator. */
function isTable(head: string): boolean {
  const lines = head.split(/\r?\n/).slice(0, -1).filter(Boolean).slice(0, 20);
  if (lines.length < 2) return false;
  return [';', ',', '\t'].some((separator) => {
    const counts = lines.map((line) => line.replace(/"[^"]*"/g, '').split(separator).length);
    return counts[0]! > 1 && counts.every((count) => count === counts[0]);
  });
}
