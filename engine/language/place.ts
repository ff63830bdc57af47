/** A place in a source file, by JSON pointer. */
import { pointerOf, writtenAt, type Source } from './source.ts';

/** A place in a file; `via` is the place that uses the fragment. */
export interface Place {
  source: Source;
  pointer: string;
  via?: Place;
}

export function child(place: Place, ...parts: (string | number)[]): Place {
  return { ...place, pointer: place.pointer + pointerOf(...parts) };
}

/** The place in the text; for a part that comes from a fragment, the place in the fragment's file. */
export function written(place: Place): Place {
  const { source, pointer, via } = writtenAt(place.source, place.pointer);
  const from = place.via ? written(place.via) : via;
  return { source, pointer, ...(from ? { via: from } : {}) };
}
