/** Caches of the pages of a record between requests. */
import type { Reach } from '../../access/reach.ts';
import { withoutReach, withReach } from '../../access/reachParameters.ts';
import { Lru } from '../../core/lru.ts';
import type { PageLimits } from '../../core/paging.ts';
import type { PreparedQuery } from '../../database/prepared.ts';
import type { Row } from '../rows.ts';

/** Most compiled queries of a record; the least recently used one is evicted. */
const QUERIES = 200;
/** Most lists of a record that are known to be over the limit; each takes about a hundred bytes. */
const LISTS = 500;
/** How long a list counts as over the limit without being counted again. */
const OVER_LIMIT_MS = 60_000;

/** Compiled queries by a cache key: everything that their SQL and parameters depend on, except the ids of a reach. */
export class QueryCache<Found = Row> {
  readonly #queries = new Lru<string, PreparedQuery<Found>>(QUERIES);

  /** Returns the query with the parameters of a reach; `key` includes its shape, `compile` runs in its scope. */
  get(key: string, reach: Reach, compile: () => PreparedQuery<Found>): PreparedQuery<Found> {
    const query = this.#queries.get(key) ?? withoutReach(compile(), reach);
    this.#queries.set(key, query);
    return withReach(query, reach);
  }
}

/**
 * Lists with more rows than are counted. Their size is reported as "more than", which stays true while rows are added
 * and deleted: they are not counted again for a minute. A shorter list is counted each time.
 */
export class OverLimitCache {
  readonly #times = new Lru<string, number>(LISTS);

  has(list: string): boolean {
    const time = this.#times.get(list);
    return time !== undefined && performance.now() - time < OVER_LIMIT_MS;
  }

  /** Returns the size of the list, counting it unless it was over the limit a moment ago. */
  async sizeOf(list: string, limits: PageLimits, count: () => Promise<number>): Promise<number> {
    if (this.has(list)) return limits.exact + 1;
    const size = await count();
    this.keep(list, size, limits);
    return size;
  }

  /** Records a size that was found otherwise. */
  keep(list: string, size: number, { exact }: PageLimits): void {
    if (size > exact) this.#times.set(list, performance.now());
  }
}

export class PageCaches {
  readonly firstPages = new QueryCache();
  readonly displays = new QueryCache();
  readonly overLimit = new OverLimitCache();
}
