/** The MapLibre style of the base map, in both themes. */
import { LAYERS, type Layer } from './features.ts';
import { MOST_ZOOM } from './tile.ts';

export type Theme = 'light' | 'dark';

/** Name of the only source of the style; its layers are `LAYERS`. */
export const SOURCE = 'town';

interface Colours {
  land: string;
  town: string;
  green: string;
  industry: string;
  water: string;
  building: string;
  /** From the widest roads to driveways. */
  roads: Record<'trunk' | 'primary' | 'street' | 'service', string>;
  edge: string;
  text: string;
  halo: string;
}

const COLOURS: Record<Theme, Colours> = {
  light: {
    land: '#f3f1ea',
    town: '#e9e5dc',
    green: '#cfe3bf',
    industry: '#dfd8e2',
    water: '#a8cfe8',
    building: '#d3c8ba',
    roads: { trunk: '#f2b35e', primary: '#f8d584', street: '#ffffff', service: '#faf8f4' },
    edge: '#b9b1a2',
    text: '#3a3833',
    halo: '#ffffff',
  },
  dark: {
    land: '#1b1f24',
    town: '#22272e',
    green: '#22352a',
    industry: '#2b2833',
    water: '#17344a',
    building: '#343a44',
    roads: { trunk: '#8a6327', primary: '#6f5a2c', street: '#3d444f', service: '#343a43' },
    edge: '#12151a',
    text: '#d5d9df',
    halo: '#12151a',
  },
};

/** Font families in order of preference, resolved on the user's machine; no glyphs are loaded. */
const FONT = ['Inter Variable', 'Segoe UI', 'Roboto', 'Arial', 'sans-serif'];

type StyleLayer = Record<string, unknown>;

const CLASS = ['get', 'class'];

/** Widths in pixels by class, growing with the zoom. */
const width = (more: number) => [
  'interpolate',
  ['exponential', 1.6],
  ['zoom'],
  8,
  ['match', CLASS, 'trunk', 1.4 + more, 'primary', 0.7 + more, 0.2 + more / 2],
  9,
  ['match', CLASS, 'trunk', 1.6 + more, 'primary', 0.8 + more, 0.2 + more / 2],
  13,
  ['match', CLASS, 'trunk', 4 + more, 'primary', 3 + more, ['secondary', 'tertiary'], 2 + more, 0.8 + more],
  17,
  [
    'match',
    CLASS,
    ['trunk', 'primary'],
    20 + more,
    ['secondary', 'tertiary'],
    15 + more,
    'service',
    5 + more,
    11 + more,
  ],
];

function fills(colours: Colours): StyleLayer[] {
  const fill = (id: Layer, color: string): StyleLayer => ({
    id,
    type: 'fill',
    source: SOURCE,
    'source-layer': id,
    paint: { 'fill-color': color },
  });
  return [
    { id: 'background', type: 'background', paint: { 'background-color': colours.land } },
    fill('land', colours.town),
    fill('green', colours.green),
    fill('industry', colours.industry),
    fill('water', colours.water),
    { ...fill('buildings', colours.building), minzoom: 14 },
  ];
}

function roads(colours: Colours): StyleLayer[] {
  const line = (id: string, rest: StyleLayer): StyleLayer => ({
    id,
    type: 'line',
    source: SOURCE,
    'source-layer': 'roads',
    ...rest,
  });
  const { trunk, primary, street, service } = colours.roads;
  const round = { 'line-cap': 'round', 'line-join': 'round' };
  // Important roads above others.
  const order = [
    'match',
    CLASS,
    'trunk',
    5,
    'primary',
    4,
    'secondary',
    3,
    'tertiary',
    2,
    'residential',
    1,
    0,
  ];
  const land = ['!=', CLASS, 'ferry'];
  const color = ['match', CLASS, 'trunk', trunk, 'primary', primary, 'service', service, street];
  return [
    line('ferries', {
      filter: ['==', CLASS, 'ferry'],
      paint: { 'line-color': colours.text, 'line-width': 1.2, 'line-dasharray': [3, 3] },
    }),
    line('road-edges', {
      minzoom: 11,
      filter: land,
      layout: round,
      paint: { 'line-color': colours.edge, 'line-width': width(1.5) },
    }),
    line('roads', {
      filter: land,
      layout: { ...round, 'line-sort-key': order },
      paint: { 'line-color': color, 'line-width': width(0) },
    }),
  ];
}

function labels(colours: Colours): StyleLayer[] {
  const paint = { 'text-color': colours.text, 'text-halo-color': colours.halo, 'text-halo-width': 1.4 };
  const text = (id: string, layer: Layer, rest: StyleLayer, layout: StyleLayer): StyleLayer => ({
    id,
    type: 'symbol',
    source: SOURCE,
    'source-layer': layer,
    layout: { 'text-font': FONT, ...layout },
    paint,
    ...rest,
  });
  const along = { 'symbol-placement': 'line' };
  const kind = (name: string) => ({ filter: ['==', ['get', 'kind'], name] });
  const name = { 'text-field': ['get', 'name'] };
  return [
    text(
      'oneway',
      'roads',
      { minzoom: 15, filter: ['==', ['get', 'oneway'], true] },
      {
        ...along,
        'text-field': '→',
        'text-size': 14,
        'text-keep-upright': false,
        'symbol-spacing': 120,
      },
    ),
    text(
      'street-names',
      'roads',
      { minzoom: 13 },
      { ...along, ...name, 'text-size': 12, 'symbol-spacing': 300 },
    ),
    text('house-numbers', 'houses', { minzoom: 16 }, { 'text-field': ['get', 'number'], 'text-size': 10 }),
    text('sites', 'places', kind('site'), { ...name, 'text-size': 12, 'text-max-width': 12 }),
    text('quarters', 'places', kind('quarter'), { ...name, 'text-size': 12 }),
    text('districts', 'places', { ...kind('district'), maxzoom: 15 }, { ...name, 'text-size': 13 }),
    text('settlements', 'places', kind('settlement'), { ...name, 'text-size': 13 }),
    text('towns', 'places', { ...kind('town'), maxzoom: 12 }, { ...name, 'text-size': 17 }),
  ];
}

/** Texts of the style, in the user's language. */
export interface StyleWords {
  name: string;
  attribution: string;
}

/** `tiles`: the absolute address of the tiles, with `{z}`, `{x}` and `{y}`. */
export function townStyle(theme: Theme, tiles: string, { name, attribution }: StyleWords) {
  const colours = COLOURS[theme];
  return {
    version: 8,
    name,
    metadata: { layers: LAYERS },
    sources: {
      [SOURCE]: { type: 'vector', tiles: [tiles], minzoom: 4, maxzoom: MOST_ZOOM, attribution },
    },
    layers: [...fills(colours), ...roads(colours), ...labels(colours)],
  };
}

/** Returns the style for raster tiles of another provider; the dark theme darkens them. */
export function rasterStyle(theme: Theme, tiles: string, { name, attribution }: StyleWords) {
  const paint = theme === 'dark' ? { 'raster-brightness-max': 0.55, 'raster-saturation': -0.3 } : {};
  return {
    version: 8,
    name,
    sources: { tiles: { type: 'raster', tiles: [tiles], tileSize: 256, maxzoom: 19, attribution } },
    layers: [{ id: 'tiles', type: 'raster', source: 'tiles', paint }],
  };
}
