/** All rows of a list, page by page, as the page operation gives them to this reader. */
import { DEEPEST, type Page, type Walk, type Walked, type WalkKey } from '../http/paging.ts';

/** Where the next page begins: behind a key, or for a list that knows none by its number. */
export interface Place {
  page: number;
  after?: WalkKey | undefined;
}

export interface Asked extends Place {
  count: number;
  walk: Walk;
}

/** Asks the page operation, which takes the number of the page or the key. */
export type ReadPage = (asked: Asked) => Promise<unknown>;

export interface Piece {
  rows: unknown[];
  /** Rows of the whole list, told with its first page. */
  size: number;
  next: Place | undefined;
}

/** Rows asked for at once; the API files allow up to 1,000. */
const AT_ONCE = 500;

/** Goes through the list from a place; a list without keys ends where pages do. */
export async function* piecesOf(read: ReadPage, from: Place = { page: 0 }): AsyncIterable<Piece> {
  let place: Place | undefined = from;
  while (place) {
    const { page, after }: Place = place;
    const reply = (await read({ page, after, count: AT_ONCE, walk: { after } })) as Page<unknown> &
      Partial<Walked<unknown>>;
    place = nextOf(page, reply);
    yield { rows: reply.list, size: reply.size, next: place };
  }
}

function nextOf(page: number, { list, next }: Page<unknown> & Partial<Walked<unknown>>): Place | undefined {
  if (next !== undefined) return next ? { page: page + 1, after: next } : undefined;
  return list.length === AT_ONCE && (page + 1) * AT_ONCE <= DEEPEST ? { page: page + 1 } : undefined;
}

/** The rows of what is written while the reader waits; a longer list is a job's. */
export async function* firstRows(read: ReadPage): AsyncIterable<unknown> {
  let given = 0;
  for await (const { rows } of piecesOf(read)) {
    yield* rows.slice(0, DEEPEST - given);
    given += rows.length;
    if (given >= DEEPEST) return;
  }
}
