/** In a dialog that picks: Enter in its search with one hit, Enter or a double press on a row pick it at once. */
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

/** Handlers for what is around the table; none where nothing is picked. */
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
  // What stands in the search, from Enter until the rows that answer it have come.
  const [sought, setSought] = useState<string>();
  const action =
    main && page.dialog && selection.mode !== 'none'
      ? page.screen.buttons.find(({ type }) => type === 'pick')
      : undefined;

  const pick = (row: Row) => {
    if (!action || !selection.allows(row)) return;
    const others = selection.mode === 'many' ? selection.rows : [];
    // A row that is chosen already stays where it stands.
    const chosen = selection.has(row) && others.length ? others : [...others, row];
    const local = { selection: chosen };
    const { visible, enabled } = actionAvailability(engine, action, within(page, page.scope.get(), local));
    if (visible && enabled) void run(action, local);
  };

  const asked = sought !== undefined && Object.values(filters.values).includes(sought);
  useEffect(() => {
    if (!asked) return;
    setSought(undefined);
    void source.first(2).then(
      (found) => found.length === 1 && pick(found[0]!),
      // The table itself tells why its rows did not come.
      () => undefined,
    );
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [asked]);

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

/** One tick is made again sooner than a question is answered, unless the dialog says that it asks; several are work. */
export const isWork = ({ dialog, screen }: Page, ticks: number): boolean =>
  dialog !== undefined && ticks > (screen.dialog?.confirmClose ? 0 : 1);

/** The row of the table's body around an element. */
function rowAt(element: Element, rows: readonly ModelRow[]): Row | undefined {
  const index = element.closest<HTMLElement>('tr[data-index]')?.dataset.index;
  return index === undefined ? undefined : rows[Number(index)]?.original;
}
