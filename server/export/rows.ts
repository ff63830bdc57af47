/** All rows of a list, by key, as the page operation gives them to this reader. */
import { PAGE_LIMITS } from '../core/paging.ts';
import type { Walk, Walked } from '../core/walk.ts';

export interface Asked {
  count: number;
  walk: Walk;
}

/** Asks the page operation. */
export type ReadPage = (asked: Asked) => Promise<unknown>;

export interface Piece {
  rows: unknown[];
  /** Rows of the whole list, told with its first piece. */
  size: number;
  /** Where the next piece begins. */
  next: Walk | undefined;
}

/** Rows asked for at once; the API files allow up to 1,000. */
const AT_ONCE = 500;

/** Goes through the list from a place, or from its beginning. */
export async function* piecesOf(read: ReadPage, from: Walk = {}): AsyncIterable<Piece> {
  let walk: Walk | undefined = from;
  while (walk) {
    const { list, size, next } = (await read({ count: AT_ONCE, walk })) as Walked<unknown>;
    // A list that does not know where it stands would be given again and again, or in part.
    if (next === undefined) throw new Error('The list is not walked by key: see readList');
    walk = next ? { after: next } : undefined;
    yield { rows: list, size, next: walk };
  }
}

/** The rows of what is written while the reader waits, piece by piece; a longer list is a job's. */
export async function* firstPieces(read: ReadPage): AsyncIterable<unknown[]> {
  let given = 0;
  for await (const { rows } of piecesOf(read)) {
    yield rows.slice(0, PAGE_LIMITS.deepest - given);
    given += rows.length;
    if (given >= PAGE_LIMITS.deepest) return;
  }
}
