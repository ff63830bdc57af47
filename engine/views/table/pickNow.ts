/** In a dialog that picks: Enter in its search with one hit, or Enter or a double click on a row, picks at once. */
import { useEffect, useState, type KeyboardEvent, type MouseEvent } from 'react';
import { useEngine } from '../../data/engine.ts';
import { within } from '../../page/conditions.ts';
import { usePage, type Page } from '../../page/page.ts';
import { isOwnControl } from '../../ui/pressed.ts';
import { actionAvailability } from '../actions/availability.ts';
import { useRun } from '../actions/run.ts';
import type { Filters } from '../filters/useFilters.ts';
import type { ModelRow } from './model.ts';
import type { Row, Rows } from './rows.ts';
import type { Selection } from './selection.ts';

interface Handlers {
  onKeyDown?(event: KeyboardEvent): void;
  onDoubleClick?(event: MouseEvent): void;
}

const NONE: Handlers = {};

/** Returns handlers for the element around the table; none when the dialog picks nothing. */
export function usePickNow(
  main: boolean,
  rows: readonly ModelRow[],
  source: Rows,
  filters: Filters,
  selection: Selection,
): Handlers {
  const engine = useEngine();
  const page = usePage();
  const run = useRun();
  // The search text, from Enter until its rows are loaded.
  const [sought, setSought] = useState<string>();
  const action =
    main && page.dialog && selection.mode !== 'none'
      ? page.screen.buttons.find(({ type }) => type === 'pick')
      : undefined;

  const pick = (row: Row) => {
    if (!action || !selection.allows(row)) return;
    const others = selection.mode === 'many' ? selection.rows : [];
    // A row that is already selected keeps its position.
    const chosen = selection.has(row) && others.length ? others : [...others, row];
    const local = { selection: chosen };
    const { visible, enabled } = actionAvailability(engine, action, within(page, page.scope.get(), local));
    if (visible && enabled) void run(action, local);
  };

  const applied = sought !== undefined && Object.values(filters.values).includes(sought);
  useEffect(() => {
    if (!applied) return;
    setSought(undefined);
    void source.first(2).then(
      (found) => found.length === 1 && pick(found[0]!),
      // The table itself reports why its rows did not load.
      () => undefined,
    );
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [applied]);

  if (!action) return NONE;
  return {
    onKeyDown(event) {
      if (event.key !== 'Enter') return;
      const on = event.target as HTMLInputElement;
      const row = on.type === 'checkbox' && rowAt(on, rows);
      if (!row && on.type !== 'search') return;
      event.preventDefault();
      if (row) pick(row);
      else setSought(on.value.trim() || undefined);
    },
    onDoubleClick(event) {
      if (isOwnControl(event)) return;
      const row = rowAt(event.target as Element, rows);
      if (row) pick(row);
    },
  };
}

/**
 * Whether ticked rows count as unsaved work in a dialog: two or more do, a single one only with `confirmClose`, for it
 * is quicker to tick it again than to answer the confirmation.
 */
export const isWork = ({ dialog, screen }: Page, ticks: number): boolean =>
  dialog !== undefined && ticks > (screen.dialog?.confirmClose ? 0 : 1);

/** Returns the row of the table's body around an element. */
function rowAt(element: Element, rows: readonly ModelRow[]): Row | undefined {
  const index = element.closest<HTMLElement>('tr[data-index]')?.dataset.index;
  return index === undefined ? undefined : rows[Number(index)]?.original;
}
