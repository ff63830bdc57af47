/**
 * Pages ordered by the captions of words. No index knows captions, but one knows the words: the rows of each word, one
 * word after the other in the order of their captions, are the rows of all.
 */
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { rowsOf } from './read.ts';
import { columnRef, type Row } from './rows.ts';

interface Ranked {
  column: string;
  /** The words in the order in which they rise. */
  words: readonly string[];
  down: boolean;
}

/** The rows of a page. What has no word, or one without a caption, comes last either way. */
export async function rankedPage(
  rows: ReturnType<typeof rowsOf>,
  { column, words, down }: Ranked,
  limit: number,
  offset: number,
): Promise<Row[]> {
  const found: Row[] = [];
  let skipped = offset;
  for (const where of wordPhases(column, words, down)) {
    const ofWord = rows.where(where);
    const page = ofWord.select('t.id').orderBy('t.id', down ? 'desc' : 'asc');
    const more = await page
      .limit(limit - found.length)
      .offset(skipped)
      .execute();
    found.push(...more);
    if (found.length === limit) break;
    if (more.length > 0) skipped = 0;
    else if (skipped > 0) skipped -= await sizeOf(ofWord);
  }
  return found;
}

/** What narrows to the rows of each word in turn, and to those of none. */
export function wordPhases(name: string, words: readonly string[], down: boolean): RawBuilder<SqlBool>[] {
  const column = columnRef(name);
  return [
    ...(down ? words.toReversed() : words).map((word) => sql<SqlBool>`${column} = ${word}`),
    sql<SqlBool>`(${column} = any(${[...words]}::text[])) is not true`,
  ];
}

async function sizeOf(rows: ReturnType<typeof rowsOf>): Promise<number> {
  const { size } = await rows.select(sql<number>`count(*)`.as('size')).executeTakeFirstOrThrow();
  return size as number;
}
