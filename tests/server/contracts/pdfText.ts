/** The text on the pages of a PDF that the product makes: pieces in the order in which they are written. */
import { inflateSync } from 'node:zlib';

export interface Piece {
  /** From 1. */
  page: number;
  /** Name of the font, without the subset prefix. */
  font: string;
  size: number;
  text: string;
}

interface PdfObject {
  head: string;
  stream: string;
}

const OBJECT = /(\d+) 0 obj\n/g;

/** PDF objects by number; streams are decompressed. */
function objectsOf(bytes: Buffer): Map<number, PdfObject> {
  const whole = bytes.toString('latin1');
  return new Map(
    [...whole.matchAll(OBJECT)].map((found) => {
      const begin = found.index + found[0].length;
      const end = whole.indexOf('endobj', begin);
      const at = whole.indexOf('\nstream\n', begin);
      if (at < 0 || at > end) return [Number(found[1]), { head: whole.slice(begin, end), stream: '' }];
      const head = whole.slice(begin, at);
      const length = Number(/\/Length (\d+)/.exec(head)![1]);
      const content = bytes.subarray(at + 8, at + 8 + length);
      const stream = head.includes('/FlateDecode') ? inflateSync(content) : content;
      return [Number(found[1]), { head, stream: stream.toString('latin1') }];
    }),
  );
}

const reference = (head: string, name: string): number =>
  Number(new RegExp(`/${name} (\\d+) 0 R`).exec(head)![1]);

/** The text that each glyph of a font represents. */
function glyphsOf(stream: string): string[] {
  const glyphs: string[] = [];
  for (const [, first, list] of stream.matchAll(/<([0-9a-f]+)> <[0-9a-f]+> \[([^\]]*)\]/gi))
    // The letters of a ligature are separated by spaces.
    for (const [i, [, hex]] of [...list!.matchAll(/<([0-9a-f ]*)>/gi)].entries())
      glyphs[parseInt(first!, 16) + i] = Buffer.from(hex!.replaceAll(' ', ''), 'hex')
        .swap16()
        .toString('utf16le');
  return glyphs;
}

/** Returns the text of the pages, without its layout. */
export function readPdf(bytes: Buffer): Piece[] {
  const objects = objectsOf(bytes);
  const pages = [...objects.values()].find(({ head }) => /\/Type \/Pages\b/.test(head))!;
  const kids = /\/Kids \[([^\]]*)\]/.exec(pages.head)![1]!;
  return [...kids.matchAll(/(\d+) 0 R/g)].flatMap(([, number], i) => {
    const { head } = objects.get(Number(number))!;
    const resources = objects.get(reference(head, 'Resources'))!.head;
    const fonts = new Map(
      [...resources.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name, font]) => {
        const made = objects.get(Number(font))!.head;
        const glyphs = glyphsOf(objects.get(reference(made, 'ToUnicode'))!.stream);
        return [name!, { glyphs, called: /\/BaseFont \/(?:\w+\+)?(\S+)/.exec(made)![1]! }];
      }),
    );
    return piecesOf(objects.get(reference(head, 'Contents'))!.stream, fonts, i + 1);
  });
}

function piecesOf(
  content: string,
  fonts: ReadonlyMap<string, { glyphs: string[]; called: string }>,
  page: number,
): Piece[] {
  const pieces: Piece[] = [];
  let font = fonts.values().next().value!;
  let size = 0;
  for (const [, name, points, shown] of content.matchAll(/\/(F\d+) ([\d.]+) Tf|\[([^\]]*)\] TJ/g)) {
    if (name) [font, size] = [fonts.get(name)!, Number(points)];
    else
      pieces.push({
        page,
        font: font.called,
        size,
        text: [...shown!.matchAll(/<([0-9a-f]*)>/gi)]
          .flatMap(([, hex]) => hex!.match(/.{4}/g) ?? [])
          .map((glyph) => font.glyphs[parseInt(glyph, 16)] ?? '\uFFFD')
          .join(''),
      });
  }
  return pieces;
}
