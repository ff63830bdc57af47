/** The page as one row of a table sees it. */
import type { Store } from '../../data/store.ts';
import type { Scope } from '../../language/evaluate.ts';
import type { Page } from '../../page/page.ts';
import type { Row } from './rows.ts';

/** Returns the page with a row in its scope; changes to the scope are passed to the page itself. */
export function withRow(page: Page, row: Row): Page {
  let base: Scope | undefined;
  let own: Scope = {};
  const get = () => {
    const now = page.scope.get();
    if (now !== base) [base, own] = [now, { ...now, row }];
    return own;
  };
  const scope: Store<Scope> = {
    get,
    set: (next) =>
      page.scope.set(() => {
        const { row: _, ...rest } = typeof next === 'function' ? next(get()) : next;
        return rest;
      }),
    subscribe: page.scope.subscribe,
  };
  return { ...page, scope };
}
