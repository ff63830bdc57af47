/** The header of a grid: a checkbox for the rows of the page, a label per column, nothing above the actions. */
// Header cells of unnamed columns are empty on purpose.
/* oxlint-disable jsx-a11y/control-has-associated-label */
import {
  startTransition,
  useCallback,
  useEffect,
  useRef,
  useState,
  type ReactNode,
  type RefObject,
} from 'react';
import { useLocale } from '../../data/useLocale.ts';
import { cx } from '../../ui/cx.ts';
import { Checkbox } from '../../ui/input.tsx';
import type { Edge } from '../drag/useDragging.ts';
import { useNamed } from '../named.ts';
import { HeaderCell, pinOf } from './HeaderCell.tsx';
import type { HeadRun } from './groups.ts';
import { HEAD, HEADING } from './looks.ts';
import type { TableModel } from './model.ts';
import { moved } from './order/useOrder.ts';
import { fallsAt } from './order/useRowOrder.ts';
import type { Selection } from './selection.ts';

interface Props {
  model: TableModel;
  /** Headings over the columns, in a separate row. */
  runs: readonly HeadRun[] | undefined;
  labels: readonly string[];
  /** Rows can be ordered by hand (`orders`), expanded (`opens`), have actions (`acts`). */
  orders: boolean;
  opens: boolean;
  acts: boolean;
  selection: Selection;
}

/** Scrolls to the column that a link names and focuses it. */
function useNamedColumn(head: RefObject<HTMLTableSectionElement | null>): void {
  const named = useNamed();
  useEffect(() => {
    if (!named.name) return;
    const column = head.current?.querySelector<HTMLElement>(`[data-column="${CSS.escape(named.name)}"]`);
    column?.scrollIntoView({ block: 'nearest', inline: 'center' });
    column?.querySelector('button')?.focus({ preventScroll: true });
  }, [named, head]);
}

export function GridHead(props: Props): ReactNode {
  const { t } = useLocale();
  const { model, runs, labels, orders, opens, acts, selection } = props;
  const { arranged, shown, heads, pins } = model;
  const { setColumnOrder } = model.table;
  const head = useRef<HTMLTableSectionElement>(null);
  useNamedColumn(head);
  const [near, setNear] = useState(false);
  const [group] = useState({});
  const accepts = useCallback(
    (other: string, id: string) => {
      // Pinned columns come before the others: no column moves across the border between the two.
      const pinned = (one: string) => heads.findIndex((column) => column.id === one) < pins;
      return other !== id && pinned(other) === pinned(id);
    },
    [heads, pins],
  );
  const move = useCallback(
    (other: string, id: string, edge: Edge) => {
      const order = arranged.map((column) => column.id);
      const from = order.indexOf(other);
      setColumnOrder(moved(order, from, fallsAt(from, order.indexOf(id), edge)));
    },
    [arranged, setColumnOrder],
  );
  return (
    // Dragging is enabled when a mouse enters the header: its code loads then.
    <thead
      ref={head}
      // The second row stays visible below the first.
      className={runs && '[&>tr:nth-child(2)>th]:top-7'}
      onPointerEnter={(event) => event.pointerType === 'mouse' && startTransition(() => setNear(true))}
    >
      {runs && (
        <Headings
          runs={runs}
          pins={pins}
          before={Number(orders) + Number(opens) + Number(selection.mode !== 'none')}
          acts={acts}
        />
      )}
      <tr>
        {orders && (
          <th scope="col" className={cx(HEAD, 'w-9 px-1')}>
            <span className="sr-only">{t('engine.order.title')}</span>
          </th>
        )}
        {opens && (
          <th scope="col" className={cx(HEAD, 'w-9 px-1')}>
            <span className="sr-only">{t('engine.table.more')}</span>
          </th>
        )}
        {selection.mode !== 'none' && (
          <th scope="col" className={cx(HEAD, 'w-10 pr-0 [&_input]:block')}>
            {selection.mode === 'many' ? (
              <Checkbox
                aria-label={t('engine.table.choosePage')}
                checked={selection.page === 'all'}
                indeterminate={selection.page === 'some'}
                onChange={selection.togglePage}
              />
            ) : (
              <span className="sr-only">{t('engine.table.choice')}</span>
            )}
          </th>
        )}
        {heads.map((head, place) => (
          <HeaderCell
            key={head.id}
            head={head}
            column={shown[place]!}
            label={labels[place] ?? ''}
            {...(place < pins ? { pin: place } : {})}
            sorted={head.getIsSorted()}
            accepts={accepts}
            onMove={move}
            {...(near ? { group } : {})}
          />
        ))}
        {acts && (
          <th scope="col" className={cx(HEAD, 'right-0 z-20 w-12 border-l border-l-line')}>
            <span className="sr-only">{t('engine.table.actions')}</span>
          </th>
        )}
      </tr>
    </thead>
  );
}

interface HeadingsProps {
  runs: readonly HeadRun[];
  pins: number;
  /** Number of cells before the columns, and whether there is one after them. */
  before: number;
  acts: boolean;
}

function Headings({ runs, pins, before, acts }: HeadingsProps): ReactNode {
  return (
    <tr>
      {before > 0 && <td colSpan={before} className={NO_HEADING} />}
      {runs.map(({ heading, first, length }) => {
        const pinned = first < pins;
        const stays = { className: cx(heading ? HEADING : NO_HEADING, pinned && 'z-20') };
        const style = pinned ? { left: pinOf(first) } : undefined;
        return heading ? (
          <th key={first} scope="colgroup" colSpan={length} {...stays} style={style}>
            {heading}
          </th>
        ) : (
          <td key={first} colSpan={length} {...stays} style={style} />
        );
      })}
      {acts && <td className={cx(NO_HEADING, 'right-0 z-20 border-l border-l-line')} />}
    </tr>
  );
}

const NO_HEADING = 'sticky top-0 z-10 h-7 bg-raised';
