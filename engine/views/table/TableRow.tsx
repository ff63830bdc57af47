/**
 * One row. A press on it opens the record (or, in a dialog, selects it); the naming cell contains the same as a real
 * link or button, for the keyboard and for opening in another tab.
 */
import { memo, type MouseEvent, type ReactNode } from 'react';
import type { Engine } from '../../data/engine.ts';
import type { I18n } from '../../data/i18n.ts';
import { holdsAny } from '../../access/can.ts';
import { evaluate, type Scope } from '../../language/evaluate.ts';
import type { CompiledAction, CompiledColumn, CompiledTable, Tone } from '../../language/compiled.ts';
import type { Registry } from '../../registry/registry.ts';
import { IconButton } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { Checkbox } from '../../ui/input.tsx';
import { RowMenu } from '../actions/RowMenu.tsx';
import type { Run } from '../actions/run.ts';
import { caseFor, type Captions } from '../cells/Content.tsx';
import { within } from '../../page/conditions.ts';
import type { Page } from '../../page/page.ts';
import { isOwnControl } from '../../ui/pressed.ts';
import type { ModelRow } from './model.ts';
import { OrderHandle } from './order/OrderHandle.tsx';
import type { MoveTo } from './order/useMoveTo.ts';
import type { Order } from './order/useOrder.ts';
import { useRowMoving, useRowOrder, type RowOrder } from './order/useRowOrder.ts';
import { RowBelow } from './RowBelow.tsx';
import { rowCells, type EditedCell } from './RowCells.tsx';
import type { SelectMode } from './selection.ts';
import type { ColumnWindow } from './widths.ts';

/** Values shared by all rows of a table. */
export interface RowDrawing {
  engine: Engine;
  registry: Registry;
  i18n: I18n;
  page: Page;
  run: Run;
  /** Prefix of the ids of the elements below rows. */
  id: string;
  view: CompiledTable;
  /** Visible columns, in order. */
  columns: readonly CompiledColumn[];
  labels: readonly string[];
  sight: ColumnWindow | undefined;
  pins: number;
  /** Id of the column that names the record. */
  lead: string | undefined;
  scope: Scope;
  captions: Captions;
  compact: boolean;
  mode: SelectMode;
  /** Whether there is a column of actions. */
  acts: boolean;
  /** Number of cells of a row. */
  cells: number;
  onEdit(row: ModelRow, ...cell: EditedCell): void;
}

interface Props extends RowDrawing {
  row: ModelRow;
  /** Index among the loaded rows. */
  index: number;
  /** `aria-rowindex`: its 1-based index among all rows, header rows included; set where not all rows are rendered. */
  position?: number;
  chosen: boolean;
  choosable: boolean;
  /** Whether the row is expanded. */
  open: boolean;
}

const TONES: Partial<Record<Tone, string>> = {
  info: 'bg-info-soft',
  success: 'bg-success-soft',
  warning: 'bg-warning-soft',
  danger: 'bg-danger-soft',
  muted: 'text-muted',
};

/** Has no hooks, so that a page of rows renders within one frame. */
function draw(props: Props, rowOrder?: RowOrder, element = rowOrder?.element): ReactNode {
  const { engine, i18n, page, run, view, mode, compact, acts, cells } = props;
  const { row, index, position, chosen, choosable, open } = props;
  const { t } = i18n;
  const record = row.original;
  const scope = within(page, props.scope, { row: record });
  const toggles = mode !== 'none' && view.onRow.length === 0;
  const action = toggles ? undefined : allowed(engine, caseFor(view.onRow, scope));
  const tone = view.rowTone && TONES[evaluate(view.rowTone, scope) as Tone];
  // `aria-controls` is a list of ids separated by spaces, so the id must not contain one.
  const belowId = view.below && `${props.id}${encodeURIComponent(row.id)}`;
  const classes = cellClass(compact ? 'h-7' : 'h-9', chosen, tone);
  const presses = toggles ? choosable : action !== undefined;
  // With Shift, applies to all rows between the last ticked one and this one, in the order shown.
  const toggle = (event: unknown) => row.getToggleSelectedHandler()(event);
  const press = (event: MouseEvent) => {
    if (isOwnControl(event) || window.getSelection()?.toString()) return;
    if (opensElsewhere(event)) return;
    if (toggles) toggle({ target: { checked: !chosen }, shiftKey: event.shiftKey });
    else if (action) void run(action, { row: record });
  };
  const drawn = (
    // Keyboard users have the link, button or checkbox inside.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <tr
      ref={element}
      data-drop={rowOrder?.edge}
      data-index={index}
      aria-rowindex={position}
      onClick={presses ? press : undefined}
      // Otherwise Shift would select the text between, and a click that selects text is ignored.
      onMouseDown={mode === 'many' ? (event) => event.shiftKey && event.preventDefault() : undefined}
      onAuxClick={action ? (event) => !isOwnControl(event) && opensElsewhere(event) : undefined}
      aria-selected={mode === 'none' ? undefined : chosen}
      className={cx('group', presses && 'cursor-pointer')}
    >
      {rowOrder && (
        <td data-cell="order" className={cx(classes, 'w-9 px-1')}>
          <OrderHandle order={rowOrder.order} rowKey={row.id} handle={rowOrder.handle} />
        </td>
      )}
      {view.below && (
        <td data-cell="open" className={cx(classes, 'w-9 px-1')}>
          <IconButton
            size="s"
            icon={open ? 'chevron-down' : 'chevron-right'}
            label={t(open ? 'engine.table.closeRow' : 'engine.table.openRow')}
            aria-expanded={open}
            aria-controls={open ? belowId : undefined}
            onClick={() => row.toggleExpanded()}
          />
        </td>
      )}
      {mode !== 'none' && (
        <td data-cell="choose" className={cx(classes, 'w-10 pr-0 [&_input]:block')}>
          <Checkbox
            aria-label={t('engine.table.chooseRow')}
            checked={chosen}
            disabled={!choosable}
            onChange={toggle}
          />
        </td>
      )}
      {rowCells({
        drawing: props,
        row: record,
        scope,
        className: classes,
        action,
        onOpen: () => void run(action!, { row: record }),
        onEdit: (...cell) => props.onEdit(row, ...cell),
      })}
      {acts && (
        <td
          data-cell="actions"
          className={cx(classes, 'sticky right-0 w-12 border-l border-l-line px-1.5 text-right')}
        >
          <RowMenu actions={view.rowActions} row={record} {...(rowOrder && { more: rowOrder.entries })} />
        </td>
      )}
    </tr>
  );
  if (!view.below || !belowId || !open) return drawn;
  return (
    <>
      {drawn}
      <RowBelow id={belowId} row={record} view={view.below} cells={cells} />
    </>
  );
}

export const TableRow = memo((props: Props) => draw(props));

/** A row that can be moved to another place. */
export function OrderedRow({ order, ...props }: Props & { order: Order }): ReactNode {
  return draw(props, useRowOrder(order, props.row.id));
}

/** A row that can be dragged onto a tree. */
export function MovedRow({ moveTo, ...props }: Props & { moveTo: MoveTo }): ReactNode {
  return draw(props, undefined, useRowMoving(moveTo, props.row));
}

/** Ctrl, Cmd, Shift and the middle button open the row's link in another tab, wherever in the row they are pressed. */
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

const allowed = (engine: Engine, action: CompiledAction | undefined) =>
  action && holdsAny(action.access, engine.session.get()) ? action : undefined;
