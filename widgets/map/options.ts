/** Options of the map as widget.json declares them. */
import type { Tone } from '../../engine/index.ts';
import type { BaseOptions } from '../shared/map/base.ts';
import type { DrawnType } from '../shared/map/geometry.ts';
import type { LayerKind } from '../shared/map/provider.ts';

export type Row = Record<string, unknown>;

export interface CardField {
  label: string;
  value: string;
  format?: 'text' | 'number' | 'date' | 'dateTime';
}

/** By value. */
export type Tones = Record<string, { tone: Tone; title: string }>;

export interface LayerOptions {
  id: string;
  kind: LayerKind;
  title: string;
  key?: string;
  latitude?: string;
  longitude?: string;
  geometry?: string;
  label?: string;
  labelFrom?: number;
  colour?: string;
  tone?: string;
  tones?: Tones;
  colourings?: { id: string; title: string; tone: string; tones: Tones }[];
  /** Set at run time to the chosen colouring; not an option. */
  colouring?: string;
  icon?: string;
  order?: string;
  count?: string;
  heading?: string;
  cluster?: boolean;
  arrows?: boolean;
  hidden?: boolean;
  selects?: boolean;
  card?: { title?: string; fields?: CardField[]; open?: string };
}

export type DrawTool = 'point' | 'line' | 'area';

export const DRAWN: Record<DrawTool, DrawnType> = { point: 'Point', line: 'LineString', area: 'Polygon' };

export interface MapOptions extends BaseOptions {
  layers: LayerOptions[];
  select?: 'none' | 'one' | 'many';
  selection?: string;
  draw?: DrawTool[];
  fit?: boolean;
  list?: boolean;
  height?: number;
  empty?: string;
  address?: boolean;
}
