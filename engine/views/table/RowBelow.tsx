/** What stands below an opened row, over the whole width: a view that sees the page with this row in its scope. */
import { useMemo, type ReactNode } from 'react';
import type { Store } from '../../data/store.ts';
import type { Scope } from '../../language/evaluate.ts';
import type { CompiledView } from '../../language/compiled.ts';
import { PageContext, usePage, type Page } from '../../page/page.ts';
import { View } from '../view.tsx';
import type { Row } from './rows.ts';

interface Props {
  /** Of the control that opened it. */
  id: string;
  row: Row;
  view: CompiledView;
  /** Cells of the row. */
  cells: number;
}

export function RowBelow({ id, row, view, cells }: Props): ReactNode {
  const page = usePage();
  const below = useMemo(() => belowRow(page, row), [page, row]);
  return (
    <tr id={id} data-part="below">
      {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- it holds a view, and is no control */}
      <td colSpan={cells} className="border-b border-line bg-raised p-0">
        <div className="sticky left-0 w-[100cqw] p-3">
          <PageContext value={below}>
            <View view={view} />
          </PageContext>
        </div>
      </td>
    </tr>
  );
}

/** The page with a row in its scope; whatever is told to it is told to the page itself. */
function belowRow(page: Page, row: Row): Page {
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
  return { ...page, scope, belowRow: true };
}
