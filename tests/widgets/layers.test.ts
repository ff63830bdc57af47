/** Features that are drawn for the rows of a screen. */
import { describe, expect, it } from 'vitest';
import type { Colours } from '../../engine/index.ts';
import { itemsOf } from '../../widgets/map/items.ts';
import { nextOf } from '../../widgets/map/useChosen.ts';
import { inkOn } from '../../widgets/shared/map/maplibre/images.ts';
import { layersOf, sourceOf } from '../../widgets/shared/map/maplibre/layers.ts';
import { createMover, placed } from '../../widgets/shared/map/maplibre/moving.ts';
import { prepared } from '../../widgets/shared/map/maplibre/style.ts';
import { roundDistance } from '../../widgets/shared/map/Scale.tsx';
import type { DrawnLayer, Feature, LayerKind } from '../../widgets/shared/map/provider.ts';

const colours = { accent: '#101010', danger: '#aa0000', surface: '#ffffff', ink: '#000000' } as Colours;
const look = {
  colours,
  shown: (value: unknown) => String(value ?? ''),
  grouped: (count: number) => `${count} together`,
};

describe('rows', () => {
  const layer = {
    id: 'stands',
    kind: 'points' as const,
    title: 'Stands',
    label: 'name',
    tone: 'status',
    tones: { FAILED: { tone: 'danger' as const, title: 'Failed' } },
  };

  it('become features in the colour of their value', () => {
    const rows = [
      { id: 7, name: 'One', latitude: 55, longitude: 37, status: { name: 'FAILED' } },
      { id: 8, name: 'Two', latitude: 55, longitude: 37, status: 'UNKNOWN' },
    ];
    const { items, placeless } = itemsOf(layer, rows, look);
    expect(placeless).toBe(0);
    expect(items.map(({ key, title, feature }) => [key, title, feature.properties])).toEqual([
      ['7', 'One', { key: '7', colour: '#aa0000', rank: 4, label: 'One' }],
      ['8', 'Two', { key: '8', colour: '#101010', rank: 0, label: 'Two' }],
    ]);
  });

  it('for several objects show how many', () => {
    const rows = [
      { id: 'a', latitude: 55, longitude: 37, count: 41 },
      { id: 'b', latitude: 55, longitude: 37, count: 1 },
    ];
    const { items } = itemsOf({ ...layer, count: 'count' }, rows, look);
    expect(items.map(({ title, feature }) => [title, feature.properties.count])).toEqual([
      ['41 together', 41],
      ['b', undefined],
    ]);
  });

  it('without a place are counted and not drawn', () => {
    const rows = [
      { id: 1 },
      { id: 2, latitude: null, longitude: 37 },
      { id: 3, latitude: 95, longitude: 37 },
    ];
    expect(itemsOf(layer, rows, look)).toMatchObject({ items: [], placeless: 3 });
  });

  it('have their own geometry and colour where the layer says so', () => {
    const geometry = {
      type: 'LineString',
      coordinates: [
        [37, 55],
        [38, 56],
      ],
    };
    const lines = { ...layer, kind: 'lines' as const, geometry: 'way.line', colour: 'group.colour' };
    const rows = [{ id: 1, way: { line: geometry }, group: { colour: '#12ab34ff' } }];
    const [item] = itemsOf(lines, rows, look).items;
    expect(item!.feature).toMatchObject({ geometry, properties: { colour: '#12ab34' } });
  });

  it('are numbered as stops, by their place or by a value', () => {
    const rows = [
      { id: 1, latitude: 55, longitude: 37, order: 5 },
      { id: 2, latitude: 55, longitude: 37, order: 9 },
    ];
    const stops = { ...layer, kind: 'stops' as const };
    const orders = (more: object) =>
      itemsOf({ ...stops, ...more }, rows, look).items.map(({ feature }) => feature.properties.order);
    expect(orders({})).toEqual(['1', '2']);
    expect(orders({ order: 'order' })).toEqual(['5', '9']);
  });
});

describe('layers of the style', () => {
  const layer = (kind: LayerKind): DrawnLayer => ({
    id: 'one',
    kind,
    features: [],
    visible: true,
    cluster: true,
    arrows: true,
    labelFrom: 14,
  });

  it('have their own ids and one source', () => {
    for (const kind of ['points', 'lines', 'areas', 'vehicles', 'stops'] as const) {
      const style = layersOf(layer(kind), colours) as { id: string; source: string }[];
      expect(new Set(style.map(({ id }) => id)).size).toBe(style.length);
      expect(new Set(style.map(({ source }) => source))).toEqual(new Set(['own:one']));
    }
  });

  it('join points and nothing else', () => {
    expect(sourceOf(layer('points'))).toMatchObject({ cluster: true });
    expect(sourceOf({ ...layer('points'), cluster: false })).not.toHaveProperty('cluster');
    expect(sourceOf(layer('vehicles'))).not.toHaveProperty('cluster');
  });
});

describe('a base style', () => {
  it('is drawn with the fonts of the page and has addresses that a worker can use', () => {
    globalThis.location ??= { origin: 'http://product.test' } as Location;
    const style = prepared({
      version: 8,
      glyphs: '/fonts/{fontstack}/{range}.pbf',
      sources: { town: { type: 'vector', tiles: ['/map/tiles/{z}/{x}/{y}.pbf'] } },
      layers: [],
    });
    expect(style).not.toHaveProperty('glyphs');
    expect(style.sources.town).toMatchObject({
      tiles: [`${location.origin}/map/tiles/{z}/{x}/{y}.pbf`],
    });
  });
});

describe('a vehicle', () => {
  const at = (longitude: number, heading: number): Feature => ({
    type: 'Feature',
    geometry: { type: 'Point', coordinates: [longitude, 55] },
    properties: { key: 'v', colour: '#000000', rank: 0, heading },
  });

  it('drives from place to place and turns the shorter way', () => {
    const half = placed(at(38, 10), { at: [37, 55], heading: 350 }, 0.5);
    expect(half.geometry.coordinates).toEqual([37.5, 55]);
    expect(half.properties.heading).toBe(360);
  });

  it('jumps to its place when animations are disabled', () => {
    const drawn: unknown[] = [];
    const mover = createMover((features) => drawn.push(features[0]?.geometry.coordinates), false);
    mover.set([at(37, 0)]);
    mover.set([at(38, 0)]);
    expect(drawn).toEqual([
      [37, 55],
      [38, 55],
    ]);
  });
});

describe('a selection', () => {
  it('is one, all, or toggled', () => {
    expect(nextOf(['a'], ['b', 'c'], false, false)).toEqual(['c']);
    expect(nextOf(['a'], ['b', 'c'], false, true)).toEqual(['b', 'c']);
    expect(nextOf(['a', 'b'], ['b', 'c'], true, true)).toEqual(['a', 'c']);
    expect(nextOf(['a'], [], false, true)).toEqual([]);
  });
});

it('the scale is as long as a round distance', () => {
  expect([1, 3, 7, 96, 480, 2600].map(roundDistance)).toEqual([1, 2, 5, 50, 200, 2000]);
});

it('marks have labels in the contrasting colour', () => {
  expect([inkOn('#fff176'), inkOn('#1565c0')]).toEqual(['#000000', '#ffffff']);
});
