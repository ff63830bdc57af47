/** Positions of the parts of a compiled screen in their files. Loaded only for the inspector. */
import type { CompiledScreen } from './compiled.ts';
import type { Place } from './place.ts';
import { authored, locate, pointerOf } from './source.ts';

export interface PartPosition {
  file: string;
  line: number;
  column: number;
  /** JSON pointer in that file. */
  pointer: string;
  /** `file:line` of the place in the screen that uses the part's fragment. */
  via?: string;
}

/** By the JSON pointer of the part in the compiled screen. */
export type Positions = Record<string, PartPosition>;

export function positionsOf(screen: CompiledScreen, places: ReadonlyMap<object, Place>): Positions {
  const positions: Positions = {};
  for (const [pointer, part] of partsOf(screen)) {
    const place = places.get(part);
    if (place) positions[pointer] = positionOf(place);
  }
  return positions;
}

function positionOf({ source, pointer, via: inner }: Place): PartPosition {
  let via = inner;
  while (via?.via) via = via.via;
  const from = via && `${via.source.file}:${locate(via.source, via.pointer).line}`;
  const place = { file: source.file, ...locate(source, pointer), pointer: authored(source, pointer) };
  return { ...place, ...(from ? { via: from } : {}) };
}

/** Every object of a compiled screen with its JSON pointer. */
export function partsOf(value: unknown, pointer = ''): [pointer: string, part: object][] {
  if (value === null || typeof value !== 'object') return [];
  const inner = Object.entries(value).flatMap(([key, one]) => partsOf(one, pointer + pointerOf(key)));
  return [[pointer, value], ...inner];
}
