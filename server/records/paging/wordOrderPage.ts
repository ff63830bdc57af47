/**
 * Pages in the order of the captions of dictionary codes. No index has captions, but one has the codes: the rows of each
 * code, code after code in the order of their captions.
 */
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { columnRef, type Row } from '../rows.ts';
import type { Rows } from './list.ts';
import type { PageStrategy } from './strategy.ts';

export const wordOrderPage: PageStrategy = {
  fits: ({ record, ordering }) => ordering.words !== undefined && record.resource.parent === undefined,

  async page({ rows, ordering }, { limit, offset }) {
    const { words = [], field, descending } = ordering;
    const found: Row[] = [];
    let skipped = offset;
    for (const where of wordPhases(field.orderedBy!, words, descending)) {
      const ofWord = rows.where(where);
      const more = await ofWord
        .select('t.id')
        .orderBy('t.id', descending ? 'desc' : 'asc')
        .limit(limit - found.length)
        .offset(skipped)
        .execute();
      found.push(...more);
      if (found.length === limit) break;
      if (more.length > 0) skipped = 0;
      else if (skipped > 0) skipped -= await sizeOf(ofWord);
    }
    return { found };
  },
};

/** Conditions for the rows of each code in turn, and last for those without a code or whose code has no caption. */
export function wordPhases(
  name: string,
  words: readonly string[],
  descending: boolean,
): RawBuilder<SqlBool>[] {
  const column = columnRef(name);
  return [
    ...(descending ? words.toReversed() : words).map((word) => sql<SqlBool>`${column} = ${word}`),
    sql<SqlBool>`(${column} = any(${[...words]}::text[])) is not true`,
  ];
}

async function sizeOf(rows: Rows): Promise<number> {
  const { size } = await rows.select(sql<number>`count(*)`.as('size')).executeTakeFirstOrThrow();
  return size as number;
}
