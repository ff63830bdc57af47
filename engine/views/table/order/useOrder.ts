/**
 * Manual order of rows. The new order is shown at once and sent by the action from the config, with all rows as
 * `selection`; if the server refuses it, the rows are put back.
 */
import { useMemo, useState } from 'react';
import { useLocale } from '../../../data/useLocale.ts';
import type { CompiledTable } from '../../../language/compiled.ts';
import { useRun } from '../../actions/run.ts';
import { useActionAvailability, type ActionAvailability } from '../../actions/availability.ts';
import type { Filters } from '../../filters/useFilters.ts';
import { same } from '../../../page/same.ts';
import type { Row, Rows } from '../rows.ts';
import type { TableState } from '../state.ts';

export interface Order {
  /** In the order shown. */
  rows: readonly Row[];
  /** Why nothing can be moved now. */
  reason?: string;
  /** Identifies the drag items of this table. */
  group: object;
  /** Key of the row lifted with the keyboard. */
  lifted?: string;
  /** Announcement for screen readers. */
  announcement: string;
  placeOf(key: string): number;
  /** Moves a row to a place among the others, from 0, and sends the order. */
  move(key: string, to: number): void;
  lift(key: string): void;
  /** Moves the lifted row up or down; nothing is sent yet. */
  shift(by: number): void;
  drop(): void;
  cancel(): void;
}

/** Rows as the user has arranged them; valid only while the server's rows are those they were arranged from. */
interface Arranged {
  from: readonly Row[];
  rows: Row[];
}

export function useOrder(
  view: CompiledTable,
  source: Rows,
  filters: Filters,
  state: TableState,
  keyOf: (row: Row) => string,
): Order | undefined {
  const { t } = useLocale();
  const action = view.reorder;
  const run = useRun();
  const [group] = useState(() => ({}));
  const [arranged, setArranged] = useState<Arranged>();
  const [lifted, setLifted] = useState<string>();
  const [announcement, setAnnouncement] = useState('');
  const [busy, setBusy] = useState(false);
  const own = useActionAvailability(action);
  const refusal = useRefusal(view, own, source, filters, state);
  const rows = arranged?.from === source.rows ? arranged.rows : source.rows;

  return useMemo(() => {
    if (!action || !own.visible) return undefined;
    const placeOf = (key: string) => rows.findIndex((row) => keyOf(row) === key);
    const announce = (text: string, place: number) =>
      setAnnouncement(t(text, { place: place + 1, count: rows.length }));
    const send = async (next: Row[]) => {
      setBusy(true);
      const { done } = await run(action, { selection: next });
      setBusy(false);
      if (!done) setArranged(undefined);
      setAnnouncement(t(done ? 'engine.order.saved' : 'engine.order.putBack'));
    };
    const arrange = (key: string, to: number) => {
      const next = moved(rows, placeOf(key), to);
      setArranged({ from: source.rows, rows: next });
      return next;
    };
    return {
      rows,
      ...(refusal ? { reason: refusal } : {}),
      group,
      ...(lifted === undefined ? {} : { lifted }),
      announcement,
      placeOf,
      move: (key, to) => {
        if (refusal || busy || to === placeOf(key) || to < 0 || to >= rows.length) return;
        void send(arrange(key, to));
      },
      lift: (key) => {
        if (refusal || busy) return;
        setLifted(key);
        announce('engine.order.lifted', placeOf(key));
      },
      shift: (by) => {
        if (lifted === undefined) return;
        const to = placeOf(lifted) + by;
        if (to < 0 || to >= rows.length) return;
        arrange(lifted, to);
        announce('engine.order.at', to);
      },
      drop: () => {
        setLifted(undefined);
        if (same(rows.map(keyOf), source.rows.map(keyOf))) setAnnouncement(t('engine.order.unchanged'));
        else void send([...rows]);
      },
      cancel: () => {
        setLifted(undefined);
        setArranged(undefined);
        setAnnouncement(t('engine.order.putBack'));
      },
    };
  }, [t, action, own.visible, rows, source.rows, keyOf, refusal, group, lifted, announcement, busy, run]);
}

/** The order is that of all rows: it can be changed only while all are shown in the configured order. */
function useRefusal(
  view: CompiledTable,
  own: ActionAvailability,
  source: Rows,
  filters: Filters,
  state: TableState,
): string | undefined {
  const { t } = useLocale();
  if (!view.reorder) return undefined;
  if (!own.enabled) return own.hint ?? t('engine.order.disabled');
  if (!same(state.sort, view.sort)) return t('engine.order.sorted');
  const narrowed = filters.shown.some(
    (filter) => filter.value === undefined && filters.values[filter.paramName] !== undefined,
  );
  if (narrowed) return t('engine.order.filtered');
  if (source.total > source.rows.length) return t('engine.order.paged');
  return undefined;
}

/** Returns the rows with one of them moved to another place. */
export function moved<T>(rows: readonly T[], from: number, to: number): T[] {
  const next = [...rows];
  next.splice(to, 0, ...next.splice(from, 1));
  return next;
}
