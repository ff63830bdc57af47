/** Files made for tests: valid ones, and parts of malicious ones. */
import { crc32, deflateRawSync, deflateSync } from 'node:zlib';
import sharp from 'sharp';

type Bytes = Uint8Array<ArrayBuffer>;
const bytes = (...parts: (Uint8Array | string)[]): Bytes =>
  new Uint8Array(Buffer.concat(parts.map((part) => Buffer.from(part))));
export { bytes };

/** A photo of two colours, 40 × 20, with EXIF of its location and of an orientation on its side. */
export async function photo(
  format: 'jpeg' | 'png' | 'webp' | 'gif' = 'jpeg',
  width = 40,
  height = 20,
): Promise<Bytes> {
  const right = await sharp({ create: { width: width / 2, height, channels: 3, background: '#00f' } })
    .png()
    .toBuffer();
  return bytes(
    await sharp({ create: { width, height, channels: 3, background: '#f00' } })
      .composite([{ input: right, left: width / 2, top: 0 }])
      .toFormat(format)
      .withExif({
        IFD0: { Copyright: 'secret owner' },
        IFD3: { GPSLatitude: '55/1 45/1 0/1', GPSLatitudeRef: 'N' },
      })
      .withMetadata({ orientation: format === 'jpeg' ? 6 : 1 })
      .toBuffer(),
  );
}

export interface ZipPart {
  name: string;
  content: Uint8Array | string;
  /** Size in the directory of the archive instead of the real one. */
  claims?: number;
  encrypted?: boolean;
}

/** A ZIP archive. */
export function zip(parts: readonly ZipPart[], comment = ''): Bytes {
  const locals: Buffer[] = [];
  const list: Buffer[] = [];
  let offset = 0;
  for (const { name, content, claims, encrypted } of parts) {
    const raw = Buffer.from(content);
    const packed = deflateRawSync(raw);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(encrypted ? 1 : 0, 2);
    common.writeUInt16LE(8, 4);
    common.writeUInt32LE(crc32(raw), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(claims ?? raw.length, 18);
    common.writeUInt16LE(Buffer.byteLength(name), 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), common, Buffer.from(name), packed]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(offset, 10);
    list.push(
      Buffer.concat([Buffer.from('PK\x01\x02'), Buffer.from([20, 0]), common, tail, Buffer.from(name)]),
    );
    locals.push(local);
    offset += local.length;
  }
  const directory = Buffer.concat(list);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(parts.length, 8);
  end.writeUInt16LE(parts.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  end.writeUInt16LE(comment.length, 20);
  return bytes(...locals, directory, end, comment);
}

const TYPES = (main: string) =>
  `<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">` +
  `<Override PartName="${main.startsWith('xl') ? '/xl/workbook.xml' : '/word/document.xml'}" ` +
  `ContentType="application/vnd.openxmlformats-officedocument.${main.startsWith('xl') ? 'spreadsheetml.sheet' : 'wordprocessingml.document'}.main+xml"/></Types>`;

/** The parts of a small office document. */
export function office(main: 'xl/workbook.xml' | 'word/document.xml', ...more: ZipPart[]): ZipPart[] {
  return [
    { name: '[Content_Types].xml', content: TYPES(main) },
    { name: '_rels/.rels', content: '<Relationships/>' },
    { name: main, content: '<document>Вывоз отходов</document>' },
    ...more,
  ];
}

/** A document of one empty page; `extra` goes into its catalogue. */
export function pdf(extra = '', tail = ''): Bytes {
  return bytes(
    `%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R${extra}>>endobj\n2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\n` +
      `trailer<</Root 1 0 R>>\n%%EOF\n${tail}`,
  );
}

/** A PNG that declares `width` × `height`, with hardly any data. */
export function claimingPng(width: number, height: number): Bytes {
  const chunk = (type: string, data: Buffer) => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(data.length);
    const body = Buffer.concat([Buffer.from(type), data]);
    const sum = Buffer.alloc(4);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2, 0, 0, 0], 8);
  return bytes(
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.alloc(1000))),
    chunk('IEND', Buffer.alloc(0)),
  );
}
