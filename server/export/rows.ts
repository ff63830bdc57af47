/** Reads all rows of a list by key, as the page operation returns them to this account. */
import { PAGE_LIMITS } from '../core/paging.ts';
import type { Walk, Walked } from '../core/walk.ts';

export interface PageRequest {
  count: number;
  walk: Walk;
}

/** Calls the page operation. */
export type ReadPage = (request: PageRequest) => Promise<unknown>;

export interface Piece {
  rows: unknown[];
  /** Number of rows of the whole list; set with its first piece. */
  size: number;
  /** Start of the next piece. */
  next: Walk | undefined;
}

/** Rows requested at a time; the API files allow up to 1,000. */
const AT_ONCE = 500;

/** Reads the list from a position, or from its beginning. */
export async function* piecesOf(read: ReadPage, from: Walk = {}): AsyncIterable<Piece> {
  let walk: Walk | undefined = from;
  while (walk) {
    const { list, size, next } = (await read({ count: AT_ONCE, walk })) as Walked<unknown>;
    // A list without `next` would be read again and again, or only in part.
    if (next === undefined) throw new Error('The list is not walked by key: see readList');
    walk = next ? { after: next } : undefined;
    yield { rows: list, size, next: walk };
  }
}

/** Yields the rows of a file that is written while the user waits, piece by piece; a longer list needs a job. */
export async function* firstPieces(read: ReadPage): AsyncIterable<unknown[]> {
  let given = 0;
  for await (const { rows } of piecesOf(read)) {
    yield rows.slice(0, PAGE_LIMITS.deepest - given);
    given += rows.length;
    if (given >= PAGE_LIMITS.deepest) return;
  }
}
