/** Forty malicious uploads: each is refused with its own reason, or made harmless. */
import { gzipSync } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { signIn, type Client, type TestServer } from '../support.ts';
import { bytesOf, startAlbumServer, upload } from './albums.ts';
import { bytes, claimingPng, office, pdf, photo, zip, type ZipPart } from './samples.ts';

let server: TestServer;
let client: Client;
beforeAll(async () => {
  server = await startAlbumServer();
  client = await signIn(server, 'manager');
});
afterAll(() => server.close());

const SCRIPT = '<script>fetch("/api/v3/auth/logout",{method:"POST"})</script>';
const SVG = `<svg xmlns="http://www.w3.org/2000/svg">${SCRIPT}</svg>`;
const sheet = (...more: ZipPart[]) => zip(office('xl/workbook.xml', ...more));
const MEGABYTES = Buffer.alloc(20 * 1024 * 1024);
const HEIC = bytes(Buffer.from([0, 0, 0, 24]), 'ftypheic', Buffer.alloc(4), 'mif1heic', Buffer.alloc(200));

type Made = Uint8Array<ArrayBuffer> | Promise<Uint8Array<ArrayBuffer>>;
/** Description, file name, declared type, content, code of the refusal. */
const REFUSED: [string, string, string, () => Made, string][] = [
  ['a page with a script', 'a.html', 'text/html', () => bytes(`<!doctype html>${SCRIPT}`), 'fileActive'],
  ['a page called a photo', 'a.jpg', 'image/jpeg', () => bytes(`<html><body>${SCRIPT}`), 'fileActive'],
  ['a page behind spaces', 'a.txt', 'text/plain', () => bytes(' \n\t<HTML>', SCRIPT), 'fileActive'],
  ['a script within a text', 'a.txt', 'text/plain', () => bytes('hello\n', SCRIPT), 'fileActive'],
  ['a script within a table', 'a.csv', 'text/csv', () => bytes(`a;b\n1;${SCRIPT}\n`), 'fileActive'],
  [
    'a script past the first piece',
    'a.txt',
    'text/plain',
    () => bytes('x'.repeat(65_530), SCRIPT),
    'fileActive',
  ],
  ['a drawing with a script', 'a.svg', 'image/svg+xml', () => bytes(SVG), 'fileActive'],
  ['a drawing called PNG', 'a.png', 'image/png', () => bytes(`<?xml version="1.0"?>${SVG}`), 'fileActive'],
  ['a program of PHP', 'a.php', 'image/gif', () => bytes('<?php system($_GET["c"]);'), 'fileActive'],
  ['a shell program', 'a.txt', 'text/plain', () => bytes('#!/bin/sh\nrm -rf /\n'), 'fileActive'],
  [
    'a photo and a page',
    'a.jpg',
    'image/jpeg',
    async () => bytes(await photo(), `<html>${SCRIPT}`),
    'fileActive',
  ],
  [
    'a photo and PHP',
    'a.php.jpg',
    'image/jpeg',
    async () => bytes(await photo(), '<?php phpinfo();'),
    'fileActive',
  ],
  [
    'a photo and an archive',
    'a.jpg',
    'image/jpeg',
    async () => bytes(await photo(), zip([{ name: 'a.js', content: 'x' }])),
    'fileActive',
  ],
  [
    'a GIF and a jar',
    'a.gif',
    'image/gif',
    async () => bytes(await photo('gif'), zip([{ name: 'META-INF/MANIFEST.MF', content: 'x' }])),
    'fileActive',
  ],
  ['a PNG and a PDF', 'a.png', 'image/png', async () => bytes(await photo('png'), pdf()), 'fileActive'],
  ['a WebP and a drawing', 'a.webp', 'image/webp', async () => bytes(await photo('webp'), SVG), 'fileActive'],
  [
    'a script in the comment of a GIF',
    'a.gif',
    'image/gif',
    () => bytes('GIF89a/*', SCRIPT, '*/=1;'),
    'fileActive',
  ],
  [
    'a photo and a RAR archive',
    'a.jpg',
    'image/jpeg',
    async () => bytes(await photo(), 'Rar!\x1a\x07\x00'),
    'fileActive',
  ],
  ['a PNG of 65,000 × 65,000', 'a.png', 'image/png', () => claimingPng(65_000, 65_000), 'fileBomb'],
  [
    'a PNG that is small but unpacks to 100 megapixels',
    'a.png',
    'image/png',
    async () =>
      bytes(
        await sharp({ create: { width: 10_000, height: 10_000, channels: 3, background: '#fff' } })
          .png({ compressionLevel: 9 })
          .toBuffer(),
      ),
    'fileBomb',
  ],
  ['a GIF of so many frames', 'a.gif', 'image/gif', () => manyFrames(), 'fileBomb'],
  [
    'a photo cut in half',
    'a.jpg',
    'image/jpeg',
    async () => (await photo('jpeg', 400, 400)).slice(0, 1200),
    'fileDamaged',
  ],
  ['a PNG without pixels', 'a.png', 'image/png', () => claimingPng(300, 300), 'fileDamaged'],
  [
    'the beginning of a photo and noise',
    'a.jpg',
    'image/jpeg',
    () => bytes(Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(500, 7)),
    'fileDamaged',
  ],
  ['a photo of an iPhone', 'a.heic', 'image/heic', () => HEIC, 'fileHeic'],
  ['a HEIC called JPEG', 'a.jpg', 'image/jpeg', () => HEIC, 'fileHeic'],
  ['an archive', 'a.zip', 'application/zip', () => zip([{ name: 'a.txt', content: 'x' }]), 'fileArchive'],
  [
    'an archive called a sheet',
    'a.xlsx',
    'application/zip',
    () => zip([{ name: 'xl/other.xml', content: 'x' }]),
    'fileArchive',
  ],
  ['a bomb in a sheet', 'a.xlsx', '', () => sheet({ name: 'xl/a.xml', content: MEGABYTES }), 'fileBomb'],
  [
    'a bomb that claims to be small',
    'a.xlsx',
    '',
    () => sheet({ name: 'xl/a.xml', content: MEGABYTES, claims: 1000 }),
    'fileBomb',
  ],
  [
    'a bomb in the list of types',
    'a.xlsx',
    '',
    () => zip([{ name: '[Content_Types].xml', content: MEGABYTES }, ...office('xl/workbook.xml').slice(1)]),
    'fileBomb',
  ],
  [
    'a sheet with macros',
    'a.xlsx',
    '',
    () => sheet({ name: 'xl/vbaProject.bin', content: 'x' }),
    'fileMacros',
  ],
  [
    'a document with a program',
    'a.docx',
    '',
    () => zip(office('word/document.xml', { name: 'word/a.exe', content: 'MZ' })),
    'fileMacros',
  ],
  [
    'a sheet that climbs out of its folder',
    'a.xlsx',
    '',
    () => sheet({ name: '../../etc/cron.d/a', content: 'x' }),
    'fileActive',
  ],
  [
    'a sheet behind a password',
    'a.xlsx',
    '',
    () => sheet({ name: 'xl/a.xml', content: 'x', encrypted: true }),
    'fileEncrypted',
  ],
  ['a sheet with a page behind it', 'a.xlsx', '', () => bytes(sheet(), `<html>${SCRIPT}`), 'fileDamaged'],
  [
    'a document with a script',
    'a.pdf',
    '',
    () => pdf('/OpenAction<</S/JavaScript/JS(app.alert(1))>>'),
    'fileActive',
  ],
  [
    'a script in disguise',
    'a.pdf',
    '',
    () => pdf('/OpenAction<</S/J#61vaScript/#4aS(app.alert(1))>>'),
    'fileActive',
  ],
  [
    'a document that starts a program',
    'a.pdf',
    '',
    () => pdf('/OpenAction<</S/Launch/F(cmd.exe)>>'),
    'fileActive',
  ],
  [
    'a document and an archive',
    'a.pdf',
    '',
    () => pdf('', Buffer.from(zip([{ name: 'a', content: 'x' }])).toString('latin1')),
    'fileActive',
  ],
  ['a document cut off', 'a.pdf', '', () => pdf().slice(0, 60), 'fileDamaged'],
  ['a program of Windows', 'a.txt', 'text/plain', () => bytes('MZ', Buffer.alloc(300)), 'fileKind'],
  [
    'a program of Linux',
    'a.pdf',
    'application/pdf',
    () => bytes('\x7fELF\x02\x01\x01', Buffer.alloc(300)),
    'fileKind',
  ],
  ['a packed stream', 'a.txt', 'text/plain', () => bytes(gzipSync(Buffer.alloc(1e6))), 'fileArchive'],
  ['nothing', 'a.jpg', 'image/jpeg', () => bytes(), 'fileEmpty'],
  ['zero bytes', 'a.txt', 'text/plain', () => bytes(Buffer.alloc(100)), 'fileKind'],
];

/** An animated picture: ten frames of a few bytes on a canvas of 25 megapixels each. */
function manyFrames() {
  const size = Buffer.alloc(4);
  size.writeUInt16LE(5000, 0);
  size.writeUInt16LE(5000, 2);
  const palette = Buffer.from([0x80, 0, 0, 0, 0, 0, 255, 255, 255]);
  const frame = Buffer.from('21f904000a0000002c0000000088138813000202440100', 'hex');
  return bytes('GIF89a', size, palette, ...Array.from({ length: 10 }, () => frame), Buffer.from([0x3b]));
}

it('there are forty of them', () => expect(REFUSED.length).toBeGreaterThanOrEqual(40));

it.each(REFUSED)('%s is refused', async (_what, name, type, make, code) => {
  const { status, body } = await upload(client, await make(), name, type);
  expect([body.code, status >= 400 && status < 500]).toEqual([code, true]);
  // A sentence for the user, not its key.
  expect(body.message).toMatch(/^[А-Я][^{}]{8,}$/);
});

it('none of them left anything behind, and the server still works', async () => {
  const { rows } = await server.pool.query('select 1 from files where entity_id is null');
  expect(rows).toEqual([]);
  expect((await upload(client, await photo(), 'a.jpg')).status).toBe(200);
});

it('hidden content in a photo is removed from the stored one', async () => {
  const given = Buffer.from(await photo());
  const comment = Buffer.from('payload of 31 bytes in a comment');
  const length = Buffer.from([0, comment.length + 2]);
  const hidden = bytes(
    given.subarray(0, 2),
    Buffer.from([0xff, 0xfe]),
    length,
    comment,
    given.subarray(2),
    'trailing',
  );
  const { status, body } = await upload(client, hidden, 'a.jpg');
  expect(status).toBe(200);
  const { bytes: got } = await bytesOf(client, `/files/${body.id}`);
  expect([got.includes('payload'), got.includes('trailing')]).toEqual([false, false]);
});
