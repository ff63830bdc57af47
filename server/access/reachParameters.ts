/** Shares a compiled query among all reaches of the same shape: the SQL is the same, only parameter values differ. */
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

/**
 * Returns a key of all that the SQL of a narrowed query depends on in a reach; ids are parameters, so not part of it.
 */
export function shapeOf({ everywhere, side, customers, partners, districts, divisions }: Reach): string {
  const given = [customers, partners, districts, divisions].map((ids) => ids.length > 0);
  return JSON.stringify([everywhere, side, ...given]);
}

/**
 * Replaces the parameter values that come from the reach by placeholders. Throws if another array parameter contains an
 * id of the reach: it would be used for every other reach.
 */
export function withoutReach<Q extends Query>(query: Q, reach: Reach): Q {
  const ids = new Set(PLACEHOLDERS.flatMap(([part]) => reach[part]));
  const parameters = query.parameters.map((parameter) => {
    const found = PLACEHOLDERS.find(([part]) => reach[part] === parameter);
    if (!found && Array.isArray(parameter) && parameter.some((id) => ids.has(id)))
      throw new Error('A cached query has a parameter made of the reach of one account');
    return found ? found[1] : parameter;
  });
  return { ...query, parameters };
}

/** Replaces the placeholders by the values of a reach, which must have the shape of the one it was compiled for. */
export function withReach<Q extends Query>(query: Q, reach: Reach): Q {
  const parameters = query.parameters.map((parameter) => {
    const found = PLACEHOLDERS.find(([, placeholder]) => placeholder === parameter);
    return found ? reach[found[0]] : parameter;
  });
  return { ...query, parameters };
}
