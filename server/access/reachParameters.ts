/** Compiled queries of a scope, shared by all reaches of one shape: these differ in parameters alone. */
import type { Reach } from './reach.ts';

type Part = 'home' | 'customers' | 'partners' | 'districts' | 'divisions';

const PLACEHOLDERS: readonly (readonly [Part, symbol])[] = [
  ['home', Symbol('home')],
  ['customers', Symbol('customers')],
  ['partners', Symbol('partners')],
  ['districts', Symbol('districts')],
  ['divisions', Symbol('divisions')],
];

interface Query {
  readonly parameters: readonly unknown[];
}

/** What the text of a narrowed query depends on of the reach: its conditions, but no value. */
export function shapeOf({ everywhere, side, customers, partners, districts, divisions }: Reach): string {
  const given = [customers, partners, districts, divisions].map((ids) => ids.length > 0);
  return JSON.stringify([everywhere, side, ...given]);
}

/**
 * The query with placeholders where the reach stands, in whose scope it was compiled. Throws if another parameter is made
 * of the reach: it would be kept for everybody.
 */
export function withoutReach<Q extends Query>(query: Q, reach: Reach): Q {
  const ids = new Set(PLACEHOLDERS.flatMap(([part]) => reach[part]));
  const parameters = query.parameters.map((parameter) => {
    const found = PLACEHOLDERS.find(([part]) => reach[part] === parameter);
    if (!found && Array.isArray(parameter) && parameter.some((id) => ids.has(id)))
      throw new Error('A query that is kept has a parameter made of the reach of one account');
    return found ? found[1] : parameter;
  });
  return { ...query, parameters };
}

/** The query for a reach of the same shape as that for which it was compiled. */
export function withReach<Q extends Query>(query: Q, reach: Reach): Q {
  const parameters = query.parameters.map((parameter) => {
    const found = PLACEHOLDERS.find(([, placeholder]) => placeholder === parameter);
    return found ? reach[found[0]] : parameter;
  });
  return { ...query, parameters };
}
