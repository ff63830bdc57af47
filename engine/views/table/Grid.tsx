/** Header and rows, in a separate region that scrolls both ways and can be focused with the keyboard. */
import {
  Suspense,
  useCallback,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type ReactNode,
  type RefObject,
} from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { useEngine } from '../../data/engine.ts';
import { useLocale } from '../../data/useLocale.ts';
import { holdsAny, useCan } from '../../access/can.ts';
import type { Scope } from '../../language/evaluate.ts';
import type { CompiledTable } from '../../language/compiled.ts';
import { cx } from '../../ui/cx.ts';
import { lazyComponent } from '../../ui/lazy.tsx';
import type { Captions } from '../cells/Content.tsx';
import { usePage } from '../../page/page.ts';
import { useText } from '../../page/text.ts';
import { useRegistry } from '../../registry/context.ts';
import { useRun } from '../actions/run.ts';
import { GridHead } from './GridHead.tsx';
import { headRuns, wholeLabel } from './groups.ts';
import { useCompact } from './looks.ts';
import type { ModelRow, TableModel } from './model.ts';
import type { MoveTo } from './order/useMoveTo.ts';
import type { Order } from './order/useOrder.ts';
import type { Rows } from './rows.ts';
import type { Selection } from './selection.ts';
import { MovedRow, OrderedRow, TableRow, type RowDrawing } from './TableRow.tsx';
import { MANY_ROWS, TableRows } from './TableRows.tsx';
import { Totals } from './Totals.tsx';
import type { EditedCell } from './RowCells.tsx';
import type { Editing } from './CellEditor.tsx';
import { useColumnWindow, useWidths } from './widths.ts';

const { Component: CellEditor } = lazyComponent(async () => (await import('./CellEditor.tsx')).CellEditor);

interface Props {
  view: CompiledTable;
  label: string;
  model: TableModel;
  /** One card per row, however wide the screen is. */
  cards: boolean;
  /** Rows of the model, in their order. */
  rows: readonly ModelRow[];
  source: Rows;
  selection: Selection;
  scope: Scope;
  captions: Captions;
  order?: Order;
  moveTo?: MoveTo;
}

export function Grid({ view, label, model, cards, rows, source, selection, order, moveTo, ...rest }: Props) {
  const { scope, captions } = rest;
  const engine = useEngine();
  const registry = useRegistry();
  const i18n = useLocale();
  const page = usePage();
  const run = useRun();
  const id = useId();
  useCan();
  const compact = useCompact();
  const scroller = useRef<HTMLElement>(null);
  const { labels, heads, runs } = useLabels(model);
  const { shown: columns, pins, lead } = model;
  const opens = view.below !== undefined;
  const [editing, setEditing] = useState<Editing>();
  const endEdit = useCallback(() => setEditing(undefined), []);
  const onEdit = useCallback(
    ({ id, original }: ModelRow, ...[column, name, cell]: EditedCell) =>
      setEditing({ row: original, id, column, label: name, cell }),
    [],
  );
  const virtual = rows.length > MANY_ROWS && !order && !opens && !cards;
  const widths = useWidths(scroller, columns, virtual);
  const sight = useColumnWindow(scroller, columns, widths);
  usePins(scroller, pins);
  const acts =
    order !== undefined || view.rowActions.some((action) => holdsAny(action.access, engine.session.get()));
  const partly = virtual || source.total > rows.length;
  const totals = columns.some(({ total }) => total);
  const headRows = runs ? 2 : 1;
  const before = [...(order ? [36] : []), ...(opens ? [36] : []), ...(selection.mode === 'none' ? [] : [40])];
  const drawing: RowDrawing = {
    engine,
    registry,
    i18n,
    page,
    run,
    id,
    view,
    columns,
    labels,
    sight,
    pins,
    lead,
    scope,
    captions,
    compact,
    acts,
    onEdit,
    mode: selection.mode,
    cells: before.length + columns.length + Number(acts),
  };
  const draw = (row: ModelRow, index: number) => {
    const props = {
      ...drawing,
      row,
      index,
      chosen: row.getIsSelected(),
      choosable: row.getCanSelect(),
      open: row.getIsExpanded(),
      ...(partly ? { position: source.offset + index + headRows + 1 } : {}),
    };
    return (
      <ErrorBoundary key={row.id} resetKeys={[row.original]} fallback={<BrokenRow />}>
        {order ? (
          <OrderedRow {...props} order={order} />
        ) : moveTo ? (
          <MovedRow {...props} moveTo={moveTo} />
        ) : (
          <TableRow {...props} />
        )}
      </ErrorBoundary>
    );
  };
  return (
    <div data-part="grid" data-look={cards ? 'cards' : undefined} className="relative flex min-h-0 flex-col">
      {source.validating && <Progress />}
      {order && (
        <p aria-live="assertive" className="sr-only">
          {order.announcement}
        </p>
      )}
      <section
        ref={scroller}
        data-part="rows"
        aria-label={i18n.t('engine.table.region', { title: label })}
        // A scrolling region must be focusable with the keyboard. It is the containing block of the visually hidden
        // elements in its cells: otherwise the page would grow as wide as the table.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        className={cx(
          'relative min-h-0 overflow-auto -outline-offset-2 focus-visible:-outline-offset-2',
          virtual && 'max-h-[80dvh]',
          // The view below a row is as wide as the visible part of the table.
          opens && '[container-type:inline-size]',
        )}
      >
        <table
          aria-busy={source.validating}
          aria-rowcount={partly ? (source.exact ? source.total + headRows : -1) : undefined}
          aria-colcount={sight && columns.length}
          className={cx(
            'border-separate border-spacing-0 text-base',
            widths ? 'min-w-full table-fixed' : 'w-full',
          )}
          style={widths && { width: sum([...before, ...widths, ...(acts ? [48] : [])]) }}
        >
          {widths && <Columns widths={[...before, ...widths]} />}
          <GridHead
            model={model}
            runs={runs}
            labels={heads}
            orders={order !== undefined}
            opens={opens}
            acts={acts}
            selection={selection}
          />
          <TableRows rows={rows} height={compact ? 28 : 36} virtual={virtual} draw={draw} />
          {totals && (
            <Totals
              rows={rows}
              columns={columns}
              labels={labels}
              scope={scope}
              captions={captions}
              before={before.length}
              acts={acts}
            />
          )}
        </table>
      </section>
      {editing && (
        <Suspense fallback={null}>
          <CellEditor key={`${editing.id} ${editing.column.id}`} {...editing} onClose={endEdit} />
        </Suspense>
      )}
    </div>
  );
}

/**
 * Labels of the visible columns, for cards, the header and the headings above it; memoized until the columns or the
 * language change.
 */
function useLabels({ shown, pins }: TableModel) {
  const text = useText();
  const { locale } = useLocale();
  return useMemo(
    () => ({
      labels: shown.map((column) => wholeLabel(column, text)),
      heads: shown.map((column) => text(column.label)),
      runs: headRuns(shown, pins, text),
    }),
    // `text` reads the language at each call.
    // oxlint-disable-next-line react/exhaustive-deps
    [shown, pins, text, locale],
  );
}

/** Sets the left offset of each pinned column: the width of the pinned columns before it. */
function usePins(scroller: RefObject<HTMLElement | null>, pins: number): void {
  useLayoutEffect(() => {
    const region = scroller.current;
    if (!region || !pins) return;
    let left = 0;
    [...region.querySelectorAll<HTMLElement>('th[data-column]')].slice(0, pins).forEach((head, place) => {
      region.style.setProperty(`--pin-${place}`, `${left}px`);
      left += head.offsetWidth;
    });
  });
}

/** Widths in pixels; the rest is for the actions. */
function Columns({ widths }: { widths: readonly number[] }): ReactNode {
  return (
    <colgroup>
      {widths.map((width, i) => (
        <col key={i} style={{ width }} />
      ))}
    </colgroup>
  );
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);

/** Progress bar over rows that are being reloaded. */
function Progress(): ReactNode {
  return (
    <div aria-hidden="true" className="absolute inset-x-0 top-0 z-30 h-0.5 overflow-hidden">
      <div className="h-full w-1/4 animate-[progress_1s_ease-in-out_infinite] bg-accent-strong" />
    </div>
  );
}

/** Replaces a row that cannot be drawn, so that the others still are. */
function BrokenRow(): ReactNode {
  const { t } = useLocale();
  return (
    <tr>
      <td colSpan={1000} className="h-9 border-b border-line px-3 text-sm text-danger">
        {t('engine.view.broken')}
      </td>
    </tr>
  );
}
