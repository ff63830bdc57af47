/** Reads a whole list by key, as exports do: piece by piece, each after the last row of the one before. */
import type { Page } from './paging.ts';

/** Position of a walk through a whole list. */
export interface WalkKey {
  /** Number of the phase that the walk has reached; phases are read one after the other. */
  phase: number;
  /** Sort value of the last row, as PostgreSQL writes it. */
  by: string | null;
  id: string;
}

/** Requests the rows after the key. */
export interface Walk {
  after?: WalkKey | undefined;
}

/** A page of a walk; on the first page `size` is that of the whole list. `next` is null after the last row. */
export interface Walked<T> extends Page<T> {
  next: WalkKey | null;
}
