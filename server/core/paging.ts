/** The paging convention: page from zero, count (-1 is all, 0 only the size), order `+` descending, `-` ascending. */

/** Limits at which lists are read differently. A server has one set of them; tests use smaller ones. */
export interface PageLimits {
  /** Most rows that are counted exactly, and most that `count: -1` returns. */
  exact: number;
  /** Largest offset of a page: rows beyond it are found with a narrower filter. */
  deepest: number;
  /** A list of at most this many rows, estimated by the planner or counted, is read completely and sorted. */
  sorted: number;
  /** Most rows of a first page that a prepared statement returns. */
  firstPage: number;
  /** Most rows of a driving table that a query lists one by one. */
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

/** The query parameters of every paged operation. */
export interface PageQuery {
  page?: number;
  count?: number;
  query?: string;
  order?: string;
}

export interface Page<T> {
  list: T[];
  /** Number of rows in all pages, up to `PageLimits.exact`. */
  size: number;
  /** False when there are more rows than `size`. */
  sizeExact?: boolean;
}
