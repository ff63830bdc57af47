/** How the rows of a page are found: each strategy is fast for one kind of list. */
import type { Found } from '../../database/paging.ts';
import type { Row } from '../rows.ts';
import type { ListQuery } from './list.ts';

export interface Range {
  limit: number;
  offset: number;
}

/** Rows in the order of the list: only their keys, or all displayed columns. */
export type FoundPage = Found<Row>;

export interface PageStrategy {
  /** Whether the strategy is correct and fast for the list. */
  fits(list: ListQuery, range: Range): boolean | Promise<boolean>;
  /** Returns the page; undefined when the list turns out to be of a kind that later strategies handle. */
  page(list: ListQuery, range: Range): Promise<FoundPage | undefined>;
}
