/** The base map: tiles and styles for signed-in accounts, and the content policy for an external map. */
import { VectorTile } from '@mapbox/vector-tile';
import { PbfReader } from 'pbf';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LAYERS } from '../../server/map/features.ts';
import { signIn, startTestServer, type Client, type TestServer } from './support.ts';

let server: TestServer;
let client: Client;
beforeAll(async () => {
  server = await startTestServer({ scale: 0.02 });
  client = await signIn(server, 'guest');
});
afterAll(() => server.close());

interface Style {
  version: number;
  name: string;
  glyphs?: string;
  sources: Record<string, { tiles: string[]; attribution: string }>;
  layers: { id: string; 'source-layer'?: string; paint?: object }[];
}

const style = (headers: Record<string, string> = {}, theme = 'light') =>
  client.call<Style>('GET', `/map/style.json?theme=${theme}`, { headers });

/** Requests a tile and decodes it as the browser does. */
async function tileAt(address: string, headers: Record<string, string> = {}) {
  const begun = performance.now();
  const reply = await fetch(`${server.url}/map/tiles/${address}`, {
    headers: { Cookie: client.cookie ?? '', ...headers },
  });
  const bytes = new Uint8Array(await reply.arrayBuffer());
  return { reply, bytes, ms: performance.now() - begun };
}

/** Address of the tile of a zoom that contains a place. */
function addressOf(z: number, latitude: number, longitude: number): string {
  const radians = (latitude * Math.PI) / 180;
  const x = Math.floor(((longitude + 180) / 360) * 2 ** z);
  const y = Math.floor(((1 - Math.asinh(Math.tan(radians)) / Math.PI) / 2) * 2 ** z);
  return `${z}/${x}/${y}.pbf`;
}

const TULA = [54.193, 37.617] as const;
const layersOf = (bytes: Uint8Array) => new VectorTile(new PbfReader(bytes)).layers;

describe('tiles', () => {
  it('are for signed-in accounts only', async () => {
    const address = `${server.url}/map/tiles/${addressOf(14, ...TULA)}`;
    expect((await fetch(address)).status).toBe(401);
    expect((await fetch(`${server.url}/map/style.json`)).status).toBe(401);
    expect((await tileAt(addressOf(14, ...TULA))).reply.status).toBe(200);
  });

  it('contain streets with names, houses with numbers, water and places', async () => {
    const { bytes } = await tileAt(addressOf(16, ...TULA));
    const layers = layersOf(bytes);
    const { roads, houses, buildings } = layers as Record<string, NonNullable<(typeof layers)[string]>>;
    const features = Array.from({ length: roads!.length }, (_, i) => roads!.feature(i).properties);
    expect(
      features.some(
        ({ name }) =>
          /^(ул|пр-т|пер|пр-д|наб|б-р)\. /.test(String(name)) || /^(пр-т|пр-д|б-р) /.test(String(name)),
      ),
    ).toBe(true);
    expect(features.every(({ class: roadClass }) => typeof roadClass === 'string')).toBe(true);
    expect(features.map(({ oneway }) => oneway)).toContain(true);
    expect(String(houses!.feature(0).properties['number'])).toMatch(/^\d+(к\d+)?$/);
    expect(buildings!.length).toBeGreaterThan(3);
    const far = layersOf((await tileAt(addressOf(9, ...TULA))).bytes);
    expect(Object.keys(far)).toEqual(expect.arrayContaining(['water', 'roads', 'green']));
    const farther = layersOf((await tileAt(addressOf(5, ...TULA))).bytes);
    expect(Object.keys(farther)).toEqual(['places']);
    expect(
      Object.keys({ ...layers, ...far }).filter((name) => !(LAYERS as readonly string[]).includes(name)),
    ).toEqual([]);
  });

  it('are cached once they are made: the second request is faster', async () => {
    // The first tile of all also makes the town itself.
    await tileAt(addressOf(12, ...TULA));
    const made: number[] = [];
    for (const z of [9, 10, 11, 13, 15]) made.push((await tileAt(addressOf(z, 54.2, 37.64))).ms);
    const again: number[] = [];
    for (let i = 0; i < 20; i += 1) again.push((await tileAt(addressOf(13, 54.2, 37.64))).ms);
    // The fastest of each: other tests use the same processor.
    expect(Math.min(...again)).toBeLessThan(Math.min(...made));
  });

  it('are cached by the browser forever with the version of the style, and revalidated without it', async () => {
    const { sources } = (await style()).body;
    const [pattern] = sources['town']!.tiles;
    expect(pattern).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/map\/tiles\/\{z\}\/\{x\}\/\{y\}\.pbf\?v=\w+$/);
    const version = new URL(pattern!).searchParams.get('v');
    const forever = await tileAt(`${addressOf(13, ...TULA)}?v=${version}`);
    expect(forever.reply.headers.get('cache-control')).toBe('private, max-age=31536000, immutable');
    const plain = await tileAt(addressOf(13, ...TULA));
    expect(plain.reply.headers.get('cache-control')).toBe('private, no-cache');
    const etag = plain.reply.headers.get('etag')!;
    expect((await tileAt(addressOf(13, ...TULA), { 'If-None-Match': etag })).reply.status).toBe(304);
    expect((await tileAt(`${addressOf(13, ...TULA)}?v=old`)).reply.headers.get('cache-control')).toBe(
      'private, no-cache',
    );
  });

  it('are compressed for clients that accept it', async () => {
    const [packed, plain] = [
      await tileAt(addressOf(13, ...TULA), { 'Accept-Encoding': 'gzip' }),
      await tileAt(addressOf(13, ...TULA), { 'Accept-Encoding': 'identity' }),
    ];
    expect(packed.reply.headers.get('content-encoding')).toBe('gzip');
    expect(plain.reply.headers.get('content-encoding')).toBeNull();
    expect(packed.bytes).toEqual(plain.bytes);
    expect(Number(packed.reply.headers.get('content-length'))).toBeLessThan(plain.bytes.length * 0.8);
  });

  it('are 204 when empty, and an invalid address is 404', async () => {
    expect((await tileAt(addressOf(13, 10, 10))).reply.status).toBe(204);
    for (const address of [
      '13/1.pbf',
      '3/9/0.pbf',
      '17/0/0.pbf',
      '3/1/1',
      '3/a/1.pbf',
      '3/-1/1.pbf',
      '3/1/1.png',
    ]) {
      expect((await tileAt(address)).reply.status, address).toBe(404);
    }
  });
});

describe('the style', () => {
  it('has both themes and the language of the user, and says that the town is fictional', async () => {
    const [light, dark] = [(await style()).body, (await style({}, 'dark')).body];
    expect(light.version).toBe(8);
    expect(light.glyphs).toBeUndefined();
    expect(light.layers.map(({ id }) => id)).toEqual(dark.layers.map(({ id }) => id));
    expect(light.layers[0]!.paint).not.toEqual(dark.layers[0]!.paint);
    const english = (await style({ 'Accept-Language': 'en' })).body;
    expect(english.sources['town']!.attribution).toContain('fictional');
    expect((await style({ 'Accept-Language': 'ru' })).body.sources['town']!.attribution).toContain(
      'вымышлен',
    );
    const used = new Set(light.layers.map((layer) => layer['source-layer']).filter(Boolean));
    expect([...used].sort()).toEqual([...LAYERS].sort());
  });
});

describe('an external map', () => {
  const policyOf = async (url: string) => (await fetch(url)).headers.get('content-security-policy') ?? '';

  it('is read from its host and no other, and the rest of the policy is unchanged', async () => {
    const map = { styleUrl: 'https://maps.example/v1/style.json?key={key}', demo: true };
    const other = await startTestServer({ scale: 0.02, map });
    try {
      const [own, widened] = [await policyOf(server.url), await policyOf(other.url)];
      expect(own).not.toContain('maps.example');
      expect(widened.replaceAll(' https://maps.example', '')).toBe(own);
      expect(
        widened.match(/[^;]*https:\/\/maps\.example(?=[;\s]|$)/g)?.map((part) => part.trim().split(' ')[0]),
      ).toEqual(['img-src', 'connect-src']);
      await other.db
        .updateTable('app_properties')
        .set({ value: 'a b&c' })
        .where('name', '=', 'map.key')
        .execute();
      const reader = await signIn(other, 'guest');
      const { body } = await reader.get<object>('/system/map-info');
      expect(body).toMatchObject({
        provider: 'STYLE',
        styleUrl: 'https://maps.example/v1/style.json?key=a%20b%26c',
      });
      expect((await reader.call('GET', '/map/style.json')).status).toBe(404);
    } finally {
      await other.close();
    }
  });

  it('may be raster tiles, for which the server writes the style', async () => {
    const map = { tilesUrl: 'https://tiles.example/{z}/{x}/{y}.png', attribution: '© Tiles', demo: true };
    const other = await startTestServer({ scale: 0.02, map });
    try {
      const reader = await signIn(other, 'guest');
      const { body } = await reader.call<Style>('GET', '/map/style.json');
      expect(body.sources['tiles']).toMatchObject({ tiles: [map.tilesUrl], attribution: '© Tiles' });
      expect((await reader.call('GET', `/map/tiles/${addressOf(13, ...TULA)}`)).status).toBe(404);
      expect(await policyOf(other.url)).toContain('https://tiles.example');
    } finally {
      await other.close();
    }
  });

  it('does not exist without a setting in a product without a demonstration', async () => {
    const other = await startTestServer({ scale: 0.02, map: { demo: false } });
    try {
      const reader = await signIn(other, 'guest');
      const { body } = await reader.get<object>('/system/map-info');
      expect(body).toMatchObject({ provider: 'NONE', styleUrl: null });
    } finally {
      await other.close();
    }
  });
});
