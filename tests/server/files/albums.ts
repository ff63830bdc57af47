/** A product with one more kind of record with files, an album of a contract, declared only in its API file. */
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { readApi } from '../../../engine/language/api.ts';
import type { LanguageSchema } from '../../../engine/language/structure.ts';
import { claimFiles } from '../../../server/records/fileClaims.ts';
import { filesOf } from '../../../server/files/replies.ts';
import { DEFAULT_FILE_SETTINGS, type FileSettings } from '../../../server/files/settings.ts';
import { instanceHandler, type Handlers, type InstanceCall } from '../../../server/access/handler.ts';
import { notFound } from '../../../server/core/problems.ts';
import { createHandlers } from '../../../server/modules/handlers.ts';
import {
  ROOT,
  startTestServer,
  type Client,
  type ProblemReply,
  type TestServer,
  type TestServerOptions,
} from '../support.ts';

const SHAPE = JSON.parse(
  readFileSync(path.join(ROOT, 'schemas/language/api.schema.json'), 'utf8'),
) as LanguageSchema;
const FILES = { type: 'array', maxItems: 20, items: { $ref: './files.json#/components/schemas/FileRef' } };
const ID = { type: 'string', format: 'uuid' };
const reply = (name: string) => ({
  200: {
    description: 'OK',
    content: { 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } },
  },
});
const ALBUMS = {
  openapi: '3.1.0',
  'x-entities': {
    album: { schema: 'Album', key: 'id', label: 'title', get: 'albumGet', list: 'contractPaging' },
  },
  paths: {
    '/api/v3/album/{albumId}': {
      get: {
        operationId: 'albumGet',
        'x-permissions': ['MANAGE_CONTRACTS', 'MANAGE_CUSTOMER_CONTRACTS'],
        'x-scope': 'instance',
        parameters: [{ name: 'albumId', in: 'path', required: true, schema: ID }],
        responses: reply('Album'),
      },
    },
    '/api/v3/album': {
      post: {
        operationId: 'albumSave',
        'x-permissions': ['MANAGE_CUSTOMER_CONTRACTS'],
        'x-scope': 'instance',
        requestBody: {
          required: true,
          content: { 'application/json': { schema: { $ref: '#/components/schemas/AlbumSave' } } },
        },
        responses: reply('Album'),
      },
    },
  },
  components: {
    schemas: {
      Album: {
        type: 'object',
        additionalProperties: false,
        required: ['id', 'title', 'photos'],
        properties: { id: ID, title: { type: 'string' }, photos: FILES },
      },
      AlbumSave: {
        type: 'object',
        additionalProperties: false,
        required: ['id', 'photos'],
        properties: { id: ID, title: { type: 'string' }, photos: FILES },
      },
    },
  },
};

/** The product's API files and the album's. */
export function albumApi() {
  const folder = path.join(ROOT, 'schemas/api');
  const files = readdirSync(folder).map((name) => ({
    file: `schemas/api/${name}`,
    text: readFileSync(path.join(folder, name), 'utf8'),
  }));
  const { api, diagnostics } = readApi(
    [...files, { file: 'schemas/api/albums.json', text: JSON.stringify(ALBUMS) }],
    SHAPE,
  );
  if (diagnostics.length > 0) throw new Error(JSON.stringify(diagnostics));
  return api;
}

async function albumReply({ scope }: Pick<InstanceCall, 'scope'>, id: string) {
  const contract = await scope.db
    .selectFrom('contracts')
    .select('number')
    .where('id', '=', id)
    .executeTakeFirst();
  if (!contract) throw notFound();
  const files = await filesOf(scope.db, 'album', 'photos', [id]);
  return { id, title: contract.number, photos: files.get(id) ?? [] };
}

const albumHandlers: Handlers = {
  albumGet: instanceHandler((call) => albumReply(call, (call.parameters as { albumId: string }).albumId)),
  albumSave: instanceHandler(async (call) => {
    const { id, photos } = call.body as unknown as { id: string; photos: { id: string }[] };
    await albumReply(call, id);
    const { instance_id: instanceId } = await call.scope.db
      .selectFrom('contracts')
      .select('instance_id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    await call.scope.transaction((trx) =>
      claimFiles(trx, call.account, {
        instanceId,
        entity: 'album',
        entityId: id,
        field: 'photos',
        fileIds: photos.map((photo) => photo.id),
      }),
    );
    return albumReply(call, id);
  }),
};

const build = { version: '1', revision: '1', revisionDate: '2026-01-01T00:00:00Z' };

/** A server with albums. */
export function startAlbumServer(
  settings: Partial<FileSettings> = {},
  options: TestServerOptions = {},
): Promise<TestServer> {
  const api = albumApi();
  const handlers = createHandlers(api, { build, files: { ...DEFAULT_FILE_SETTINGS, ...settings } });
  return startTestServer({ scale: 0.02, api, handlers: { ...handlers, ...albumHandlers }, ...options });
}

/** Returns the first contract of the instance that a client sees: its id is the album's. */
export async function anAlbum(client: Client): Promise<string> {
  const { body } = await client.get<{ list: { id: string }[] }>('/contract/paging', {
    count: 1,
    order: '-number',
  });
  return body.list[0]!.id;
}

export interface FileReference {
  id: string;
  date: string;
  fileInfo: { name: string; mediaType: string; size: number; width: number | null; height: number | null };
}

/** Uploads as a browser does. */
export async function upload(
  client: Client,
  content: Uint8Array<ArrayBuffer>,
  name: string,
  type = 'application/octet-stream',
  target = 'entity=album&field=photos',
) {
  const form = new FormData();
  form.append('file', new Blob([content], { type }), name);
  return client.post<FileReference & ProblemReply>(`/file/upload?${target}`, form);
}

/** Requests the bytes at an address of the API. */
export async function bytesOf(client: Client, address: string, headers: Record<string, string> = {}) {
  const response = await fetch(`${client.url}/api/v3${address}`, {
    headers: { Cookie: client.cookie ?? '', ...headers },
  });
  return {
    status: response.status,
    headers: response.headers,
    bytes: Buffer.from(await response.arrayBuffer()),
  };
}
