/**
 * Pages in the order of the captions of dictionary codes. No index has captions, but one has the codes: reads the rows
 * of each code, code by code in the order of their captions.
 */
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { columnRef } from '../rows.ts';
import { sizeOf, type ListQuery } from './list.ts';
import { pageOfPhases } from './phases.ts';
import type { PageStrategy } from './strategy.ts';

export const wordOrderPage: PageStrategy = {
  fits: ({ record, ordering }) => ordering.words !== undefined && record.resource.parent === undefined,

  async page(list, range) {
    const { rows, ordering } = list;
    const found = await pageOfPhases(phasesIn(list), range, {
      find: (where, { limit, offset }) =>
        rows
          .where(where)
          .select('t.id')
          .orderBy('t.id', ordering.descending ? 'desc' : 'asc')
          .limit(limit)
          .offset(offset)
          .execute(),
      size: (where) => sizeOf(rows.where(where)),
    });
    return { found };
  },
};

/** Returns the phases; skips codes that a filter excludes, as they have no rows. */
function phasesIn({ record, parameters, ordering }: ListQuery): RawBuilder<SqlBool>[] {
  const { words = [], field, descending } = ordering;
  const column = field.orderedBy!;
  const wanted = Object.entries(parameters.filter ?? {}).flatMap(([name, value]) => {
    const { columns, values } = record.filters[name] ?? {};
    return values && columns?.includes(column) ? [new Set(values(value))] : [];
  });
  const left = words.filter((word) => wanted.every((some) => some.has(word)));
  const known = new Set(words);
  const phases = wordPhases(column, words, descending);
  const all = descending ? words.toReversed() : words;
  // The last phase has the rows whose code has no caption.
  const others = wanted.length === 0 || wanted.some((some) => [...some].some((word) => !known.has(word)));
  return phases.filter((_, n) => (n < all.length ? left.includes(all[n]!) : others));
}

/** Returns conditions for the rows of each code in order, and last for those without a code or without a caption. */
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
