/**
 * An index scan in the order of the list, which works for every list. Rows without a value are last in both directions,
 * but an index has them last in only one: so they are a separate phase.
 */
import { sizeOf, type ListQuery } from './list.ts';
import { pageOfPhases } from './phases.ts';
import type { PageStrategy } from './strategy.ts';

export const indexOrderPage: PageStrategy = {
  fits: () => true,

  async page(list: ListQuery, range) {
    const { inOrder, phases, rows } = list;
    if (phases.length === 0) {
      return { found: await inOrder.limit(range.limit).offset(range.offset).execute() };
    }
    const found = await pageOfPhases(phases, range, {
      find: (phase, { limit, offset }) =>
        list.inPhase(rows, phase).select('t.id').limit(limit).offset(offset).execute(),
      size: ({ where }) => sizeOf(where ? rows.where(where) : rows),
    });
    return { found };
  },
};
