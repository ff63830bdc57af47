/** The paging convention: page from zero, count (-1 is all, 0 is the size alone), order `+` down and `-` up. */

/** The sizes at which lists are read in another way. A server has one set of them; tests have smaller ones. */
export interface PageLimits {
  /** Rows that are counted exactly, and the most that `count: -1` returns. */
  exact: number;
  /** The largest offset of a page: what lies deeper is found by a narrower filter. */
  deepest: number;
  /** A list of at most so many rows, by the planner's estimate or counted, is found whole and sorted. */
  sorted: number;
  /** The most rows of a first page that a prepared statement returns. */
  firstPage: number;
  /** The most rows of a driving table that a query names one by one. */
  drivingRows: number;
  /** The planner's cost of one step of a skip scan; above it no index supports the step. */
  skipCost: number;
}

export const PAGE_LIMITS: PageLimits = {
  exact: 10_000,
  deepest: 100_000,
  sorted: 15_000,
  firstPage: 100,
  drivingRows: 100,
  skipCost: 20,
};

/** The query parameters that every paging operation shares. */
export interface PageQuery {
  page?: number;
  count?: number;
  query?: string;
  order?: string;
}

export interface Page<T> {
  list: T[];
  /** Rows in all pages, up to `PageLimits.exact`. */
  size: number;
  /** False when there are more rows than `size` says. */
  sizeExact?: boolean;
}
