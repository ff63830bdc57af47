/** How the rows of a page are found: each strategy is quick for one kind of list. */
import type { Found } from '../../database/paging.ts';
import type { Row } from '../rows.ts';
import type { ListQuery } from './list.ts';

export interface Range {
  limit: number;
  offset: number;
}

/** Rows in the order of the list: with their keys alone, or with all that they display. */
export type FoundPage = Found<Row>;

export interface PageStrategy {
  /** Whether the strategy is right and quick for the list. */
  fits(list: ListQuery, range: Range): boolean | Promise<boolean>;
  /** The page; undefined when the list turns out to be of another kind, which the next strategies are for. */
  page(list: ListQuery, range: Range): Promise<FoundPage | undefined>;
}
