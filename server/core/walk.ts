/** A walk through a whole list by key, as exports read it: piece after piece, each behind the last row of the one before. */
import type { Page } from './paging.ts';

/** Where a walk through a whole list by key has come to. */
export interface WalkKey {
  /** Rows that order by the same thing are walked one kind after the other. */
  phase: number;
  /** What the last row ordered by, as PostgreSQL writes it. */
  by: string | null;
  id: string;
}

/** Asks for the rows behind the key. */
export interface Walk {
  after?: WalkKey | undefined;
}

/** A page of a walk; at its beginning `size` is that of the whole list. `next` is null once there are no more. */
export interface Walked<T> extends Page<T> {
  next: WalkKey | null;
}
