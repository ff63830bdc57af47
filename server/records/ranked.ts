/**
 * Pages ordered by the captions of words. No index knows captions, but one knows the words: the rows of each word, one
 * word after the other in the order of their captions, are the rows of all.
 */
import { sql } from 'kysely';
import type { rowsOf } from './read.ts';
import { columnRef, type Row } from './rows.ts';

interface Ranked {
  column: string;
  /** The words in the order in which they rise. */
  words: readonly string[];
  down: boolean;
}

/** The rows of a page; undefined when the words do not fill it, for what has no word comes after them. */
export async function rankedPage(
  rows: ReturnType<typeof rowsOf>,
  { column, words, down }: Ranked,
  limit: number,
  offset: number,
): Promise<Row[] | undefined> {
  const found: Row[] = [];
  let skipped = offset;
  for (const word of down ? words.toReversed() : words) {
    const ofWord = rows.where(sql<boolean>`${columnRef(column)} = ${word}`);
    const page = ofWord.select('t.id').orderBy('t.id', down ? 'desc' : 'asc');
    const more = await page
      .limit(limit - found.length)
      .offset(skipped)
      .execute();
    found.push(...more);
    if (found.length === limit) return found;
    if (more.length > 0) skipped = 0;
    else if (skipped > 0) skipped -= await sizeOf(ofWord);
  }
  return undefined;
}

async function sizeOf(rows: ReturnType<typeof rowsOf>): Promise<number> {
  const { size } = await rows.select(sql<number>`count(*)`.as('size')).executeTakeFirstOrThrow();
  return size as number;
}
