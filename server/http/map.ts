/** The base map for signed-in accounts: its style and its tiles. */
import { gunzipSync, gzipSync } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Lru } from '../core/lru.ts';
import { Problem } from '../core/problems.ts';
import { localeOf, translator, type Locales } from '../core/texts.ts';
import type { Db } from '../database/connection.ts';
import { providerOf, STYLE_PATH, type MapSettings } from '../map/settings.ts';
import { rasterStyle, townStyle } from '../map/style.ts';
import { makeTile, MOST_ZOOM, type TileAddress } from '../map/tile.ts';
import { mapVersion } from '../map/version.ts';
import { signedIn } from './caller.ts';

const TILES = '/map/tiles';
const TILE_TYPE = 'application/vnd.mapbox-vector-tile';
/** About 20 KB each. */
const KEPT_TILES = 2000;

export interface MapOptions {
  db: Db;
  locales: Locales;
  secure: boolean;
  map: MapSettings;
}

export function serveMap(app: FastifyInstance, options: MapOptions): void {
  const provider = providerOf(options.map);
  if (provider === 'STYLE' || provider === 'NONE') return;
  app.register(async (own) => {
    own.addHook('onRequest', async (request, reply) => {
      await signedIn(options.db, request, reply, options.secure);
    });
    own.get(STYLE_PATH, (request, reply) =>
      reply
        .header('Cache-Control', 'private, no-cache')
        .type('application/json; charset=utf-8')
        .send(JSON.stringify(styleFor(options, request))),
    );
    if (provider === 'DEMO') own.get(`${TILES}/:z/:x/:file`, { compress: false }, tileSender());
  });
}

function styleFor({ map, locales, secure }: MapOptions, request: FastifyRequest) {
  const { theme } = request.query as { theme?: string };
  const translate = translator(locales, localeOf(request.headers['accept-language']));
  const look = theme === 'dark' ? 'dark' : 'light';
  if (map.tilesUrl) {
    const words = { name: translate('server.map.tiles'), attribution: map.attribution ?? '' };
    return rasterStyle(look, map.tilesUrl, words);
  }
  // The map of a browser has no page URL against which a path could be resolved.
  const origin = `${secure ? 'https' : request.protocol}://${request.host}`;
  const tiles = `${origin}${TILES}/{z}/{x}/{y}.pbf?v=${mapVersion()}`;
  const words = { name: translate('server.map.demo'), attribution: translate('server.map.invented') };
  return townStyle(look, tiles, words);
}

/** Returns a handler that sends tiles, each created once; empty ones are cached too. */
function tileSender() {
  const kept = new Lru<string, Buffer>(KEPT_TILES);
  return (request: FastifyRequest, reply: FastifyReply) => {
    const address = addressOf(request.params as Record<string, string>);
    const { v } = request.query as { v?: string };
    const version = mapVersion();
    const etag = `"${version}"`;
    // The tile of a URL with the version never changes; one without is revalidated.
    const forever = v === version;
    reply
      .header('ETag', etag)
      .header('Vary', 'Cookie, Accept-Encoding')
      .header('Cache-Control', forever ? 'private, max-age=31536000, immutable' : 'private, no-cache');
    if (request.headers['if-none-match'] === etag) return reply.code(304).send();
    const { z, x, y } = address;
    const tile = kept.getOrCreate(`${z}/${x}/${y}`, () => packed(address));
    if (tile.length === 0) return reply.code(204).send();
    reply.type(TILE_TYPE);
    if (!/\bgzip\b/.test(request.headers['accept-encoding'] ?? '')) return reply.send(gunzipSync(tile));
    return reply.header('Content-Encoding', 'gzip').send(tile);
  };
}

function packed(address: TileAddress): Buffer {
  const tile = makeTile(address);
  return tile ? gzipSync(tile) : Buffer.alloc(0);
}

/** Throws 404 for an address outside the tile grid. */
function addressOf({ z = '', x = '', file = '' }: Record<string, string>): TileAddress {
  const whole = (text: string) => (/^\d{1,6}$/.test(text) ? Number(text) : NaN);
  const address = { z: whole(z), x: whole(x), y: whole(file.replace(/\.pbf$/, '')) };
  const side = 2 ** address.z;
  const known = file.endsWith('.pbf') && address.z <= MOST_ZOOM && address.x < side && address.y < side;
  if (!known) throw new Problem(404, 'notFound');
  return address;
}
