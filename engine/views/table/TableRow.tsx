/**
 * One row. A press on it opens the record (or, in a dialog, chooses it); the same stands as a real link or
 * button in the first cell of words, for the keyboard and for opening in another tab.
 */
import { memo, useMemo, type MouseEvent, type ReactNode } from 'react';
import { can } from '../../access/can.ts';
import { t } from '../../data/locale.ts';
import { evaluate, type Scope } from '../../language/evaluate.ts';
import type { CompiledAction, CompiledColumn, CompiledTable, Tone } from '../../language/compiled.ts';
import { cx } from '../../ui/cx.ts';
import { Checkbox } from '../../ui/input.tsx';
import { RowMenu } from '../actions/RowMenu.tsx';
import { useRun } from '../actions/run.ts';
import { caseFor, CellContent, type Captions } from '../cells/Content.tsx';
import { within } from '../../page/conditions.ts';
import { usePage } from '../../page/page.ts';
import { isOwnControl } from '../../ui/pressed.ts';
import { ALIGN } from './HeaderCell.tsx';
import type { ModelRow } from './model.ts';
import { OrderHandle } from './order/OrderHandle.tsx';
import type { Order } from './order/useOrder.ts';
import { useRowOrder } from './order/useRowOrder.ts';
import { useText } from '../../page/text.ts';
import { RowLink } from './RowLink.tsx';
import type { Row } from './rows.ts';
import type { SelectMode } from './selection.ts';

interface Props {
  row: ModelRow;
  /** Columns that are shown, in order. */
  cells: CompiledColumn[];
  view: CompiledTable;
  scope: Scope;
  captions: Captions;
  compact: boolean;
  mode: SelectMode;
  chosen: boolean;
  choosable: boolean;
  onToggle(row: Row): void;
  acts: boolean;
  /** Rows can be put in order. */
  order?: Order;
}

/** Cells whose digits stand under one another. */
const FIGURES = new Set(['date', 'dateTime', 'money', 'number', 'percent', 'period', 'time']);

/** On a phone a row is a card: its first words and so many columns more, each with its label. */
const SHOWN_ON_CARDS = 4;

const TONES: Partial<Record<Tone, string>> = {
  info: 'bg-info-soft',
  success: 'bg-success-soft',
  warning: 'bg-warning-soft',
  danger: 'bg-danger-soft',
  muted: 'text-muted',
};

function Row({
  row,
  cells,
  view,
  captions,
  compact,
  mode,
  chosen,
  choosable,
  onToggle,
  acts,
  order,
  ...rest
}: Props): ReactNode {
  const page = usePage();
  const text = useText();
  const run = useRun();
  const record = row.original;
  const scope = useMemo(() => within(page, rest.scope, { row: record }), [page, rest.scope, record]);
  const toggles = mode !== 'none' && (page.dialog !== undefined || view.onRow.length === 0);
  const action = toggles ? undefined : allowed(caseFor(view.onRow, scope));
  const { element, handle, edge, entries } = useRowOrder(order, row.id);
  const tone = view.rowTone && TONES[evaluate(view.rowTone, scope) as Tone];
  const height = compact ? 'h-7' : 'h-9';
  const presses = toggles ? choosable : action !== undefined;
  const linked = cells.find(hasWords) ?? cells[0];
  const press = (event: MouseEvent) => {
    if (isOwnControl(event) || window.getSelection()?.toString()) return;
    if (opensElsewhere(event)) return;
    if (toggles) onToggle(record);
    else if (action) void run(action, { row: record });
  };
  return (
    // The keyboard has the link, button or checkbox inside.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <tr
      ref={element}
      data-drop={edge}
      onClick={presses ? press : undefined}
      onAuxClick={action ? (event) => !isOwnControl(event) && opensElsewhere(event) : undefined}
      aria-selected={mode === 'none' ? undefined : chosen}
      className={cx('group', presses && 'cursor-pointer')}
    >
      {order && (
        <td data-cell="choose" className={cx(cellClass(height, chosen, tone), 'w-9 px-1')}>
          <OrderHandle order={order} rowKey={row.id} handle={handle} />
        </td>
      )}
      {mode !== 'none' && (
        <td data-cell="choose" className={cx(cellClass(height, chosen, tone), 'w-10 pr-0 [&_input]:block')}>
          <Checkbox
            aria-label={t('engine.table.chooseRow')}
            checked={chosen}
            disabled={!choosable}
            onChange={() => onToggle(record)}
          />
        </td>
      )}
      {cells.map((column, place) => {
        const content = caseFor(column.content, scope);
        const shown = content && (
          <CellContent
            content={content}
            row={record}
            scope={scope}
            captions={captions}
            linked={column === linked && action !== undefined}
          />
        );
        return (
          <td
            key={column.id}
            data-cell={column === linked ? 'lead' : place <= SHOWN_ON_CARDS ? 'more' : 'beyond'}
            data-label={text(column.label)}
            className={cx(
              cellClass(height, chosen, tone),
              ALIGN[column.align],
              content && FIGURES.has(content.cell) && 'tabular-nums',
            )}
            style={column.width ? { maxWidth: column.width } : undefined}
          >
            {column === linked && action ? (
              <RowLink action={action} scope={scope} onOpen={() => void run(action, { row: record })}>
                {shown}
              </RowLink>
            ) : (
              shown
            )}
          </td>
        );
      })}
      {acts && (
        <td
          data-cell="actions"
          className={cx(
            cellClass(height, chosen, tone),
            'sticky right-0 w-12 border-l border-l-line px-1.5 text-right',
          )}
        >
          <RowMenu actions={view.rowActions} row={record} more={entries} />
        </td>
      )}
    </tr>
  );
}

/** `cells` is new at each drawing of the table; what it holds is not. */
export const TableRow = memo(Row, (a, b) => {
  const { cells: before, ...restA } = a;
  const { cells: after, ...restB } = b;
  return (
    before.length === after.length &&
    before.every((column, i) => column === after[i]) &&
    (Object.keys(restA) as (keyof typeof restA)[]).every((key) => Object.is(restA[key], restB[key]))
  );
});

/** Ctrl and the middle button mean another tab, wherever in the row they are pressed: its link is opened so. */
function opensElsewhere(event: MouseEvent): boolean {
  const link = (event.currentTarget as Element).querySelector<HTMLAnchorElement>('a[data-row-link]');
  const elsewhere = event.button === 1 || event.ctrlKey || event.metaKey || event.shiftKey;
  if (!link || !elsewhere) return false;
  event.preventDefault();
  window.open(link.href, '_blank', 'noopener');
  return true;
}

function cellClass(height: string, chosen: boolean, tone: string | undefined): string {
  return cx(
    height,
    'max-w-80 border-b border-line px-3 py-0 align-middle group-last:border-b-0',
    'group-data-[drop=before]:shadow-[inset_0_2px_0_var(--accent-strong)] group-data-[drop=after]:shadow-[inset_0_-2px_0_var(--accent-strong)]',
    chosen ? 'bg-accent-soft' : (tone ?? 'bg-surface group-hover:bg-raised'),
  );
}

/** A mark is there in some rows only; a link needs words to be found by. */
const hasWords = (column: CompiledColumn): boolean =>
  column.content.some(({ do: one }) => one.cell !== 'flag');

const allowed = (action: CompiledAction | undefined) => (action && can(action.access) ? action : undefined);
