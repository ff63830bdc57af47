/**
 * Pages ordered by the captions of words. No index knows captions, but one knows the words: the first rows of
 * each word, in the order of their captions, are the first rows of all.
 */
import { sql } from 'kysely';
import type { Db } from '../database/connection.ts';
import type { selecting } from './read.ts';
import { columnRef, type Row } from './rows.ts';

interface Ranked {
  column: string;
  /** The words in the order in which they rise. */
  words: readonly string[];
  down: boolean;
}

/** The rows of a page; undefined when the words do not fill it, for what has no word comes after them. */
export async function rankedPage(
  db: Db,
  rows: ReturnType<typeof selecting>,
  { column, words, down }: Ranked,
  limit: number,
  offset: number,
): Promise<Row[] | undefined> {
  const direction = sql.raw(down ? 'desc' : 'asc');
  const firsts = words.map((word, rank) => {
    const first = rows
      .where(sql<boolean>`${columnRef(column)} = ${word}`)
      .orderBy(sql.ref('t.id'), down ? 'desc' : 'asc')
      .limit(limit + offset);
    return sql`(select ${sql.lit(rank)} as rank, first.* from (${first}) as first)`;
  });
  if (firsts.length === 0) return undefined;
  const page = sql<Row>`select * from (${sql.join(firsts, sql` union all `)}) as page
    order by rank ${direction}, id ${direction} limit ${limit} offset ${offset}`;
  const { rows: found } = await page.execute(db);
  return found.length === limit ? found : undefined;
}
