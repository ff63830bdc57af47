import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { rm, utimes, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cleanFiles } from '../../../server/files/cleaning.ts';
import { saveFile } from '../../../server/files/save.ts';
import { DEFAULT_FILE_SETTINGS, MEGABYTE } from '../../../server/files/settings.ts';
import { spoolPath } from '../../../server/files/spool.ts';
import { signIn, temporaryFolder, type Client, type TestServer } from '../support.ts';
import { anAlbum, bytesOf, startAlbumServer, upload } from './albums.ts';
import { bytes, office, pdf, photo, zip } from './samples.ts';
import { spec } from '../../spec/spec.ts';

const NAME = 'Акт «приёма».jpg';
const now = (hours: number) => new Date(Date.now() + hours * 60 * 60 * 1000);
const storage = temporaryFolder();

describe.each(['database', 'folder'])('a file stored in the %s', (place) => {
  const folder = place === 'folder' ? path.join(storage.folder, 'files') : undefined;
  let server: TestServer;
  let owner: Client;
  let album: string;
  beforeAll(async () => {
    server = await startAlbumServer({ folder });
    owner = await signIn(server, 'manager');
    album = await anAlbum(owner);
  });
  afterAll(() => server.close());

  const save = (...ids: string[]) =>
    owner.post<{ photos: { id: string }[] }>('/album', { id: album, photos: ids.map((id) => ({ id })) });

  it('is uploaded, saved with its record and downloaded from both addresses', async () => {
    spec('POST file upload', 'GET file download', 'GET files/{date}/{id}');
    const { status, body } = await upload(owner, await photo(), NAME);
    expect([status, body.code]).toEqual([200, undefined]);
    // Upright: the orientation of the camera was applied.
    expect(body.fileInfo).toMatchObject({
      name: NAME,
      mediaType: 'image/jpeg',
      width: 20,
      height: 40,
    });
    expect((await save(body.id)).body.photos.map(({ id }) => id)).toEqual([body.id]);
    for (const address of [`/files/${body.id}`, `/files/${body.date}/${body.id}`]) {
      const { headers, bytes: got } = await bytesOf(owner, address);
      expect(got.length).toBe(body.fileInfo.size);
      expect(
        Object.fromEntries([...headers].filter(([name]) => /^(content|cache|etag|x-content)/.test(name))),
      ).toEqual({
        'cache-control': 'private, no-cache',
        'content-disposition': `inline; filename="___ ________.jpg"; filename*=UTF-8''${encodeURIComponent(NAME)}`,
        'content-length': String(got.length),
        'content-security-policy': "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src 'self'",
        'content-type': 'image/jpeg',
        etag: `"${createHash('sha256').update(got).digest('hex')}"`,
        'x-content-type-options': 'nosniff',
      });
    }
    const other = body.date === '2020-01-01' ? '2020-01-02' : '2020-01-01';
    expect((await bytesOf(owner, `/files/${other}/${body.id}`)).status).toBe(404);
    const saved = await bytesOf(owner, `/files/${body.id}?download=true`);
    expect(saved.headers.get('content-disposition')).toMatch(/^attachment/);
    expect(saved.bytes.length).toBe(body.fileInfo.size);
  });

  it('loses EXIF and the location of the photo', async () => {
    for (const format of ['jpeg', 'png', 'webp', 'gif'] as const) {
      const given = await photo(format);
      if (format === 'jpeg') expect(Buffer.from(given).includes('secret owner')).toBe(true);
      const { body } = await upload(owner, given, `x.${format}`);
      const { bytes: got } = await bytesOf(owner, `/files/${body.id}`);
      const meta = await sharp(got).metadata();
      expect([format, meta.format, meta.exif, got.includes('secret owner')]).toEqual([
        format,
        format,
        undefined,
        false,
      ]);
    }
  });

  it('is answered with 304 for a client that has the bytes, but not for one that lost the permission', async () => {
    const { body } = await upload(owner, await photo(), 'a.jpg');
    const { headers } = await bytesOf(owner, `/files/${body.id}`);
    const known = { 'If-None-Match': headers.get('etag')! };
    const again = await bytesOf(owner, `/files/${body.id}`, known);
    expect([again.status, again.bytes.length]).toEqual([304, 0]);
    const stranger = await signIn(server, 'contracts');
    expect((await bytesOf(stranger, `/files/${body.id}`, known)).status).toBe(404);
  });

  it('has thumbnails made once, and again when the image is rotated', async () => {
    spec('GET image rotation', 'POST image rotation');
    const { body } = await upload(owner, await photo('png', 400, 200), 'a.png');
    const at = (size: string) => bytesOf(owner, `/file/${body.id}/thumbnail/${size}`);
    const [first, second] = [await at('small'), await at('small')];
    expect(first.bytes.equals(second.bytes)).toBe(true);
    expect(await sharp(first.bytes).metadata()).toMatchObject({ format: 'webp', width: 96, height: 48 });
    expect((await sharp((await at('large')).bytes).metadata()).width).toBe(400);
    expect((await at('huge')).status).toBe(400);

    const rotation = `/file/${body.id}/rotation`;
    const before = await owner.get<{ rotation: number; version: number }>(rotation);
    expect(before.body).toEqual({ fileId: body.id, rotation: 0, version: 1 });
    const turned = await owner.post(rotation, { rotation: 90, version: 1 });
    expect(turned.body).toEqual({ fileId: body.id, rotation: 90, version: 2 });
    expect((await owner.get(rotation)).body).toEqual(turned.body);
    expect((await owner.post(rotation, { rotation: 180, version: 1 })).status).toBe(412);
    expect((await owner.post(rotation, { rotation: 45, version: 2 })).status).toBe(400);
    expect(await sharp((await at('small')).bytes).metadata()).toMatchObject({ width: 48, height: 96 });
    const whole = await bytesOf(owner, `/files/${body.id}`);
    const { data, info } = await sharp(whole.bytes).raw().toBuffer({ resolveWithObject: true });
    // Red was on the left; a quarter turn clockwise brings it to the top.
    expect([info.width, info.height, [...data.subarray(0, 3)]]).toEqual([200, 400, [255, 0, 0]]);
    const { rows } = await server.pool.query<{ variant: string }>(
      'select variant from file_variants where file_id = $1 order by 1',
      [body.id],
    );
    expect(rows.map(({ variant }) => variant)).toEqual([
      'large-0',
      'original',
      'small-0',
      'small-90',
      'turned-90',
    ]);
  });

  it('has its hash and the stored evaluation in the analysis reply', async () => {
    spec('GET analysis info', 'POST analysis evaluation');
    const { body } = await upload(owner, await photo(), 'a.jpg');
    const { bytes: got } = await bytesOf(owner, `/files/${body.id}`);
    const address = `/file/${body.id}/analysis`;
    const { body: before } = await owner.get(address);
    expect(before).toMatchObject({
      sha256: createHash('sha256').update(got).digest('hex'),
      evaluation: null,
      version: 1,
    });
    const evaluation = { name: 'PARTIAL', caption: '' };
    const judged = await owner.post(address, { evaluation, note: 'Не видно номера', version: 1 });
    expect(judged.body).toMatchObject({
      evaluation: { name: 'PARTIAL', caption: 'Распознано частично' },
      note: 'Не видно номера',
      version: 2,
    });
    expect((await owner.get(address)).body).toEqual(judged.body);
    expect((await owner.post(address, { evaluation: { name: 'NO', caption: '' }, version: 2 })).status).toBe(
      400,
    );
    expect((await owner.post(address, { evaluation, version: 1 })).body.details?.current).toMatchObject({
      version: 2,
    });
  });

  it('has a document name that fits its content, and is an attachment unless an image or PDF', async () => {
    const table = [
      [pdf(), 'Договор.pdf', 'Договор.pdf', 'application/pdf', 'inline'],
      [zip(office('xl/workbook.xml')), 'Реестр.zip', 'Реестр.zip.xlsx', /sheet$/, 'attachment'],
      [zip(office('word/document.xml')), '../../etc/Акт.docx', 'Акт.docx', /document$/, 'attachment'],
      [bytes('номер;объём\n1;2\n3;4\n'), 'Рейсы.csv', 'Рейсы.csv', 'text/csv', 'attachment'],
      [bytes('Просто\nтекст'), 'x\u202egpj.html', 'xgpj.html.txt', 'text/plain', 'attachment'],
      [
        new Uint8Array([0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2]),
        'cp1251',
        'cp1251.txt',
        'text/plain',
        'attachment',
      ],
    ] as const;
    for (const [content, name, expected, type, kind] of table) {
      const { status, body } = await upload(owner, content, name);
      expect([name, status, body.fileInfo?.name]).toEqual([name, 200, expected]);
      const { headers, bytes: got } = await bytesOf(owner, `/files/${body.id}`);
      expect(headers.get('content-type')).toMatch(type);
      expect(headers.get('content-disposition')).toMatch(new RegExp(`^${kind};`));
      expect(got.equals(Buffer.from(content))).toBe(true);
      expect((await bytesOf(owner, `/file/${body.id}/thumbnail/small`)).status).toBe(404);
    }
  });

  it('is deleted when its record no longer refers to it, and by the scheduled job when unsaved', async () => {
    const [kept, given, free] = await Promise.all(
      ['a', 'b', 'c'].map(async (name) => (await upload(owner, await photo(), `${name}.jpg`)).body.id),
    );
    await save(kept!, given!);
    await save(kept!);
    expect((await bytesOf(owner, `/files/${given}`)).status).toBe(404);
    const settings = { ...DEFAULT_FILE_SETTINGS, folder };
    await cleanFiles(server.db, settings, now(23));
    expect((await bytesOf(owner, `/files/${free}`)).status).toBe(200);
    await cleanFiles(server.db, settings, now(25));
    expect((await bytesOf(owner, `/files/${free}`)).status).toBe(404);
    expect((await bytesOf(owner, `/files/${kept}`)).status).toBe(200);
    const { rows } = await server.pool.query(
      'select 1 from file_chunks c left join files f on f.id = c.file_id where f.id is null',
    );
    expect(rows).toEqual([]);
    if (!folder) return;
    const on = (id: string) => existsSync(path.join(folder, id.slice(0, 2), id));
    expect([on(kept!), on(given!), on(free!)]).toEqual([true, false, false]);
  });
});

describe('a file of a record', () => {
  let server: TestServer;
  let owner: Client;
  let album: string;
  let file: string;
  beforeAll(async () => {
    server = await startAlbumServer({ maxBytes: 2 * MEGABYTE });
    owner = await signIn(server, 'manager');
    album = await anAlbum(owner);
    file = (await upload(owner, await photo(), 'a.jpg')).body.id;
  });
  afterAll(async () => {
    await server.close();
    storage.remove();
  });
  const status = async (login: string, address: string) =>
    (await bytesOf(await signIn(server, login), address)).status;
  const READS = ['', '/rotation', '/analysis', '/thumbnail/small'].map(
    (end) => (id: string) => (end ? `/file/${id}${end}` : `/files/${id}`),
  );

  it('is readable before it is saved by its uploader alone, not even by the administrator of all instances', async () => {
    for (const address of READS) {
      expect(await status('manager', address(file))).toBe(200);
      for (const login of ['contracts', 'admin', 'manager2', 'administration']) {
        expect([login, await status(login, address(file))]).toEqual([login, 404]);
      }
    }
    const other = await signIn(server, 'admin');
    const stolen = await other.post('/album', { id: album, photos: [{ id: file }] });
    expect([stolen.status, stolen.body.details?.errors?.[0]?.field]).toEqual([400, 'photos']);
  });

  it('is readable after it is saved by every account that reads the record; read access alone cannot rotate it', async () => {
    expect((await owner.post('/album', { id: album, photos: [{ id: file }] })).status).toBe(200);
    for (const address of READS) {
      for (const [login, expected] of [
        ['manager', 200],
        ['contracts', 200],
        ['administration', 200],
        ['customers', 403],
        ['guest', 403],
        ['manager2', 404],
        ['carrier', 404],
      ] as const) {
        expect([login, address(file), await status(login, address(file))]).toEqual([
          login,
          address(file),
          expected,
        ]);
      }
    }
    const reader = await signIn(server, 'contracts');
    expect((await reader.post(`/file/${file}/rotation`, { rotation: 90, version: 1 })).status).toBe(403);
    const stranger = await signIn(server, 'manager2');
    expect((await stranger.post(`/file/${file}/rotation`, { rotation: 90, version: 1 })).status).toBe(404);
    expect((await bytesOf(owner, `/files/${album}`)).status).toBe(404);
  });

  it('belongs to the instance of its record, whoever adds it', async () => {
    const administration = await signIn(server, 'administration');
    const added = (await upload(administration, await photo(), 'b.jpg')).body.id;
    const used = async () => {
      const { rows } = await server.pool.query<{ name: string; right: boolean }>(
        `select i.name, u.bytes = coalesce((select sum(size) from files where instance_id = i.id), 0) as right
         from file_usage u join instances i on i.id = u.instance_id`,
      );
      return rows.filter(({ right }) => !right);
    };
    const photos = [file, added].map((id) => ({ id }));
    expect((await administration.post('/album', { id: album, photos })).status).toBe(200);
    const { body } = await owner.get<{ photos: { id: string }[] }>(`/album/${album}`);
    expect(body.photos).toMatchObject(photos);
    for (const address of READS) expect(await status('manager', address(added))).toBe(200);
    expect(await used()).toEqual([]);
    expect((await owner.post('/album', { id: album, photos: [{ id: file }] })).status).toBe(200);
    expect((await bytesOf(administration, `/files/${added}`)).status).toBe(404);
  });

  it('is refused for another field than it was uploaded for', async () => {
    const other = (await upload(owner, await photo(), 'c.jpg')).body.id;
    await server.pool.query("update files set field = 'cover' where id = $1", [other]);
    const taken = await owner.post('/album', { id: album, photos: [{ id: other }] });
    expect([taken.status, taken.body.details?.errors?.[0]?.field]).toEqual([400, 'photos']);
  });

  it('is refused before its upload is complete', async () => {
    const broken = (await upload(owner, await photo(), 'b.jpg')).body.id;
    await server.pool.query('update files set sha256 = null where id = $1', [broken]);
    const taken = await owner.post('/album', { id: album, photos: [{ id: broken }] });
    expect([taken.status, taken.body.details?.errors?.[0]?.field]).toEqual([400, 'photos']);
    for (const address of READS) expect(await status('manager', address(broken))).toBe(404);
  });

  it('is refused for another record, field or kind', async () => {
    const { body } = await owner.get<{ list: { id: string }[] }>('/contract/paging', {
      count: 2,
      order: '-number',
    });
    const second = await owner.post('/album', { id: body.list[1]!.id, photos: [{ id: file }] });
    expect([second.status, second.body.details?.errors?.[0]?.code]).toEqual([400, 'unknownValue']);
    const photos = await photo();
    for (const [target, field] of [
      ['entity=album&field=title', 'field'],
      ['entity=nothing&field=photos', 'entity'],
      ['entity=contract&field=number', 'field'],
      ['entity=__proto__&field=constructor', 'entity'],
    ] as const) {
      const refused = await upload(owner, photos, 'a.jpg', '', target);
      const { details } = refused.body as unknown as { details: { errors: { field: string }[] } };
      expect([target, refused.status, details.errors[0]?.field]).toEqual([target, 400, field]);
    }
  });

  it('is uploaded by accounts that may save the record; others are refused before a byte of it is read', async () => {
    const reader = await signIn(server, 'contracts');
    const { port } = new URL(server.url);
    const answer = await new Promise<string>((resolve, reject) => {
      const socket = connect(Number(port), '127.0.0.1', () =>
        // The body is announced, but never sent.
        socket.write(
          `POST /api/v3/file/upload?entity=album&field=photos HTTP/1.1\r\nHost: x\r\nCookie: ${reader.cookie}\r\n` +
            'X-Requested-With: x\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: 1000000\r\n\r\n',
        ),
      );
      socket.once('data', (data) => {
        resolve(String(data));
        socket.destroy();
      });
      socket.once('error', reject);
    });
    expect(answer).toMatch(/^HTTP\/1\.1 403 /);
    const noHeader = await fetch(`${server.url}/api/v3/file/upload?entity=album&field=photos`, {
      method: 'POST',
      headers: { Cookie: owner.cookie! },
      body: new FormData(),
    });
    expect(noHeader.status).toBe(403);
  });

  it('is refused with a clear message when it is too large, missing, one too many or no multipart', async () => {
    const large = await upload(owner, new Uint8Array(2.5 * MEGABYTE).fill(65), 'a.txt');
    expect([large.status, large.body.message]).toEqual([
      413,
      'Файл слишком большой: можно загрузить не более 2 МБ',
    ]);
    const send = async (form: FormData) => {
      const { status, body } = await owner.post('/file/upload?entity=album&field=photos', form);
      return [status, body.code];
    };
    const form = (...names: string[]) => {
      const made = new FormData();
      for (const name of names) made.append(name, new Blob(['text']), 'a.txt');
      return made;
    };
    expect(await send(form())).toEqual([400, 'validation']);
    expect(await send(form('file', 'file'))).toEqual([400, 'validation']);
    expect(await send(form('other'))).toEqual([400, 'validation']);
    const late = form('file');
    late.append('x', 'y');
    expect(await send(late)).toEqual([400, 'fieldAfterFile']);
    const json = await owner.post('/file/upload?entity=album&field=photos', {});
    expect([json.status, json.body.code]).toEqual([415, 'multipart']);
    const misplaced = await fetch(`${server.url}/api/v3/album`, {
      method: 'POST',
      headers: { Cookie: owner.cookie!, 'X-Requested-With': 'x' },
      body: form('file'),
    });
    expect(misplaced.status).toBe(415);
  });

  it('uses no quota when its bytes cannot be stored', async () => {
    const used = async () =>
      (
        await server.pool.query<{ files: string; bytes: string | null }>(
          'select (select count(*) from files) as files, (select sum(bytes) from file_usage) as bytes',
        )
      ).rows[0];
    const before = await used();
    const { rows } = await server.pool.query<{ instanceId: string; uploaderId: string }>(
      `select instance_id as "instanceId", id as "uploaderId" from accounts where login = 'manager'`,
    );
    const file = { entity: 'album', field: 'photos', name: 'a.txt', mediaType: 'text/plain', size: 5 };
    const gone = { ...rows[0]!, ...file, timeZone: 'Europe/Moscow', path: path.join(storage.folder, 'gone') };
    await expect(saveFile(server.db, DEFAULT_FILE_SETTINGS, gone)).rejects.toThrow('ENOENT');
    expect(await used()).toEqual(before);
  });

  it('leaves nothing behind when the client disconnects in the middle', async () => {
    const count = async () => (await server.pool.query('select 1 from files')).rows.length;
    const before = await count();
    const { port } = new URL(server.url);
    await new Promise<void>((resolve) => {
      const socket = connect(Number(port), '127.0.0.1', () => {
        socket.write(
          `POST /api/v3/file/upload?entity=album&field=photos HTTP/1.1\r\nHost: x\r\nCookie: ${owner.cookie}\r\n` +
            'X-Requested-With: x\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: 100000\r\n\r\n' +
            '--b\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\nsome text',
          () => socket.destroy(),
        );
        socket.once('close', () => resolve());
      });
    });
    expect((await upload(owner, await photo(), 'after.jpg')).status).toBe(200);
    expect(await count()).toBe(before + 1);
  });
});

it('files that killed servers left on the disk are deleted by the system clock, not by the time of the cleaning', async () => {
  const server = await startAlbumServer();
  const [fresh, left] = [await spoolPath(), await spoolPath()];
  try {
    await Promise.all([fresh, left].map((file) => writeFile(file, 'text')));
    await utimes(left, now(-25), now(-25));
    await cleanFiles(server.db, DEFAULT_FILE_SETTINGS, now(48));
    expect([existsSync(fresh), existsSync(left)]).toEqual([true, false]);
  } finally {
    await rm(fresh, { force: true });
    await server.close();
  }
});

it('each instance has a quota; deleted files free their space', async () => {
  const content = new Uint8Array(200 * 1024).fill(65);
  const server = await startAlbumServer({ quotaBytes: MEGABYTE });
  try {
    // Files of the demonstration use no quota here.
    await server.pool.query('truncate files cascade');
    await server.pool.query('delete from file_usage');
    await server.pool.query(
      `insert into file_usage select instance_id, 700 * 1024 from accounts where login = 'manager'`,
    );
    const owner = await signIn(server, 'manager');
    // Concurrent uploads: only one has space.
    const both = await Promise.all([upload(owner, content, 'a.txt'), upload(owner, content, 'b.txt')]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 413]);
    expect(both.find(({ status }) => status === 413)?.body.message).toContain('Место для файлов организации');
    const other = await signIn(server, 'manager2');
    expect((await upload(other, content, 'c.txt')).status).toBe(200);
    await cleanFiles(server.db, DEFAULT_FILE_SETTINGS, now(25));
    expect((await upload(owner, content, 'd.txt')).status).toBe(200);
  } finally {
    await server.close();
  }
});

it('what no record has is a share of the quota for each account, so that no account fills it for others', async () => {
  const server = await startAlbumServer({ quotaBytes: 40 * MEGABYTE, maxBytes: 4 * MEGABYTE });
  try {
    await server.pool.query('truncate files cascade');
    await server.pool.query('delete from file_usage');
    const content = new Uint8Array(1.5 * MEGABYTE).fill(65);
    const [one, other] = [await signIn(server, 'manager'), await signIn(server, 'admin')];
    const put = async (client: Client) => await upload(client, content, 'a.txt');
    expect((await Promise.all([put(one), put(one)])).map(({ status }) => status)).toEqual([200, 200]);
    const refused = await put(one);
    expect([refused.status, refused.body.code]).toEqual([429, 'filesUnclaimed']);
    expect(refused.body.message).toContain('4 МБ');
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(23 * 60 * 60);
    expect((await put(other)).status).toBe(200);
    const album = await anAlbum(one);
    const { rows } = await server.pool.query<{ id: string }>(
      `select f.id from files f join accounts a on a.id = f.uploader_id and a.login = 'manager'`,
    );
    const saved = await one.post('/album', { id: album, photos: rows.map(({ id }) => ({ id })) });
    expect(saved.status).toBe(200);
    expect((await put(one)).status).toBe(200);
  } finally {
    await server.close();
  }
});
