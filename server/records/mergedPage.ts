/**
 * A page of rows that are found in parts, as contracts of some types: of each part no more rows than the page may need,
 * by an index that holds it in the order, and these merged. Along the order of all rows the way would lead past those of
 * no part, and they may lie together by the hundred thousand.
 */
import { sql } from 'kysely';
import type { Db } from '../database/connection.ts';
import { ordered, type Sort } from '../http/paging.ts';
import type { rowsOf } from './read.ts';
import type { Row } from './rows.ts';

interface Asked {
  order: string;
  sort: Sort;
  limit: number;
  offset: number;
}

/** The keys of the page; no row is in two parts. */
export function mergedPage(
  db: Db,
  parts: readonly ReturnType<typeof rowsOf>[],
  { order, sort, limit, offset }: Asked,
): Promise<Row[]> {
  const name = order.slice(1);
  const each = parts.map((rows) => {
    const ofPart = rows.select(['t.id', sql`${sort.by}`.as('by')]);
    return sql`(${ordered(ofPart, order, { [name]: sort }, sql.ref('t.id')).limit(offset + limit)})`;
  });
  // Each of the parts is narrowed by itself.
  const found = db
    .withoutPlugins()
    .selectFrom(sql<Row>`(${sql.join(each, sql` union all `)})`.as('found'))
    .select(sql<unknown>`found.id`.as('id'));
  const sorts = { [name]: { ...sort, by: sql.ref('found.by') } };
  return ordered(found, order, sorts, sql.ref('found.id')).limit(limit).offset(offset).execute();
}
