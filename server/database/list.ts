/** Lists of rows that are not records: a page, or for an export the rows after a key. */
import type { Expression, SelectQueryBuilder } from 'kysely';
import type { Db } from './connection.ts';
import { countRows, ordered, readPage, type Sorts } from './paging.ts';
import type { Page, PageLimits, PageQuery } from '../core/paging.ts';
import { phasesOf, rowsBehind } from './walk.ts';
import type { Walk, Walked } from '../core/walk.ts';

interface Listed<DB, TB extends keyof DB, Counted, CB extends keyof CDB, CDB, O> {
  /** The requested rows, to be counted. */
  rows: SelectQueryBuilder<CDB, CB, Counted>;
  /** The same rows with the columns they display, unordered. */
  shown: SelectQueryBuilder<DB, TB, O>;
  order: string;
  sorts: Sorts;
  id: Expression<unknown>;
  /** Finds the rows of a page another way, with all columns they display. */
  find?: (limit: number, offset: number) => Promise<O[]>;
  /** Counts the rows another way, up to the limit. */
  size?: () => Promise<number>;
  /** Limits other than the server's. */
  limits?: PageLimits;
}

/** Replies to a paged operation; throws what `readPage` throws. */
export async function readList<DB, TB extends keyof DB, Counted, CB extends keyof CDB, CDB, O, Item>(
  db: Db,
  { parameters, walk }: { parameters: PageQuery; walk?: Walk | undefined },
  { rows, shown, order, sorts, id, find, size, limits }: Listed<DB, TB, Counted, CB, CDB, O>,
  item: (row: O) => Item,
): Promise<Page<Item>> {
  if (!walk) {
    return readPage(parameters, ordered(shown, order, sorts, id), size ?? countRows(db, rows, limits), item, {
      ...(limits && { limits }),
      ...(find && { find: async (limit, offset) => ({ found: await find(limit, offset) }) }),
    });
  }
  const phases = phasesOf(sorts[order.slice(1)]!);
  const { found, next } = await rowsBehind(shown, { phases, id, order }, parameters.count ?? 0, walk);
  const whole = walk.after ? 0 : await countRows(db, rows, null)();
  const walked: Walked<Item> = { list: found.map(item), size: whole, next };
  return walked;
}
