/** Plain text and tables of text: no control characters, nothing that a browser could take for a page. */
import { createReadStream } from 'node:fs';
import { Problem } from '../core/problems.ts';
import { KINDS, type FileKind } from './kinds.ts';
import { contains, readAt } from './scan.ts';

/** Markup that runs, wherever it stands in a text. */
const MARKUP = /<\s*(script|html|svg|iframe|object|embed|body|!doctype|\?php|\?xml|%)/i;
// Tab, line feed, form feed and carriage return are part of texts.
// eslint-disable-next-line no-control-regex
const CONTROL = /[\x00-\x08\x0b\x0e-\x1f\x7f]/;

/** csv or txt; undefined for what is no text. Encodings are UTF-8 and the one-byte ones of old programs. */
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

/** The same separator as often in each of the first lines. */
function isTable(head: string): boolean {
  const lines = head.split(/\r?\n/).slice(0, -1).filter(Boolean).slice(0, 20);
  if (lines.length < 2) return false;
  return [';', ',', '\t'].some((separator) => {
    const counts = lines.map((line) => line.replace(/"[^"]*"/g, '').split(separator).length);
    return counts[0]! > 1 && counts.every((count) => count === counts[0]);
  });
}
