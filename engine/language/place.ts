/** A place in a source file, by JSON pointer. */
import { pointerOf, type Source } from './source.ts';

/** A place in a file; `via` is the place that pulled a fragment in. */
export interface Place {
  source: Source;
  pointer: string;
  via?: Place;
}

export function child(place: Place, ...parts: (string | number)[]): Place {
  return { ...place, pointer: place.pointer + pointerOf(...parts) };
}
