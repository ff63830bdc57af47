/** Input of the field before it is a geometry: one text per vertex, with the latitude first, as is customary. */
import type { Translate } from '../../engine/index.ts';
import {
  asGeometry,
  isPosition,
  type DrawnGeometry,
  type DrawnType,
  type Position,
} from '../shared/map/geometry.ts';
import { faultOf, geometryOf, verticesOf, type GeometryFault } from '../shared/map/validity.ts';

export interface Draft {
  type: DrawnType;
  /** `latitude, longitude` of each vertex. */
  texts: readonly string[];
  /** Rings of holes; they are not editable and stay unchanged. */
  holes: Position[][];
}

export type Read =
  | { is: 'empty' }
  | { is: 'geometry'; geometry: DrawnGeometry }
  /** `why` returns a message for the user; `geometry` is the part that can be drawn. */
  | { is: 'fault'; why(t: Translate): string; geometry?: DrawnGeometry };

/** Decimals of a degree in the texts: about a centimetre. */
const DECIMALS = 7;

export const TYPES: Record<DrawnType, string> = {
  Point: 'engine.geometry.point',
  LineString: 'engine.geometry.line',
  Polygon: 'engine.geometry.area',
};

export const isDrawn = (value: unknown): value is DrawnGeometry =>
  Object.hasOwn(TYPES, asGeometry(value)?.type ?? '');

/** Returns the draft of a stored value; an empty one of the first type when there is no value. */
export function draftOf(value: unknown, types: readonly DrawnType[]): Draft {
  if (!isDrawn(value)) return { type: types[0] ?? 'Point', texts: [], holes: [] };
  const holes = value.type === 'Polygon' ? value.coordinates.slice(1) : [];
  return { type: value.type, texts: verticesOf(value).map(positionText), holes };
}

/** Returns the draft stored as the text of the field; undefined for any other text. */
export function keptDraft(text: string | undefined): Draft | undefined {
  if (text === undefined) return undefined;
  try {
    const draft = JSON.parse(text) as Draft;
    return Array.isArray(draft.texts) && draft.type in TYPES ? draft : undefined;
  } catch {
    return undefined;
  }
}

export const positionText = ([longitude, latitude]: Position): string =>
  `${degrees(latitude)}, ${degrees(longitude)}`;

/** Avoids the exponent that `String` uses for small numbers. */
const degrees = (value: number): string => value.toFixed(DECIMALS).replace(/\.?0+$/, '');

/** `55.75, 37.61`, `55.75 37.61`, `55,75 37,61` and `55,75; 37,61` are the same position. */
export function readPosition(text: string): Position | undefined {
  const trimmed = text.trim();
  const parts = /[;\s]/.test(trimmed)
    ? trimmed.split(/\s*;\s*|,?\s+/).map((part) => part.replace(',', '.'))
    : trimmed.split(',');
  if (parts.length !== 2 || parts.some((part) => !/^[-−+]?\d+(\.\d+)?$/.test(part))) return undefined;
  const [latitude, longitude] = parts.map((part) => Number(part.replace('−', '-')));
  const position = [longitude, latitude];
  return isPosition(position) ? position : undefined;
}

export function readDraft({ type, texts, holes }: Draft): Read {
  if (texts.every((text) => !text.trim())) return { is: 'empty' };
  const vertices = texts.map(readPosition);
  const unread = vertices.indexOf(undefined);
  if (unread >= 0)
    return { is: 'fault', why: (t) => t('engine.geometry.notPosition', { vertex: unread + 1 }) };
  const fault = faultOf(type, vertices as Position[]);
  if (fault?.code === 'few') return { is: 'fault', why: (t) => faultText(t, fault) };
  const geometry = geometryOf(type, vertices as Position[]);
  if (geometry.type === 'Polygon') geometry.coordinates.push(...holes);
  return fault ? { is: 'fault', why: (t) => faultText(t, fault), geometry } : { is: 'geometry', geometry };
}

function faultText(t: Translate, fault: GeometryFault): string {
  if (fault.code === 'few') return t('engine.geometry.few', { count: fault.least });
  if (fault.code === 'repeated') return t('engine.geometry.repeated', { vertex: fault.vertex });
  return t('engine.geometry.crossing', { first: fault.first, second: fault.second });
}
