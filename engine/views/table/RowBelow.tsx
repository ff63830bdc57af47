/** A view below an expanded row, over the whole width; the row is in the scope of its page. */
import { useMemo, type ReactNode } from 'react';
import type { CompiledView } from '../../language/compiled.ts';
import { PageContext, usePage } from '../../page/page.ts';
import { View } from '../view.tsx';
import { withRow } from './rowPage.ts';
import type { Row } from './rows.ts';

interface Props {
  /** Id referenced by the button that opened it. */
  id: string;
  row: Row;
  view: CompiledView;
  /** Number of cells of the row. */
  cells: number;
}

export function RowBelow({ id, row, view, cells }: Props): ReactNode {
  const page = usePage();
  const below = useMemo(() => ({ ...withRow(page, row), belowRow: true }), [page, row]);
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
