/** Ticking a run of rows: with Shift all between the last one that was ticked and this one, as they are shown. */
import { useCallback, useEffect, useRef } from 'react';
import type { ModelRow } from './model.ts';
import type { Row } from './rows.ts';
import type { Selection } from './selection.ts';

/** Ticks a row, or takes its tick; `run`: the rows from the last one on go with it. */
export type Toggle = (row: Row, run: boolean) => void;

export function useRunToggle(rows: readonly ModelRow[], selection: Selection): Toggle {
  const last = useRef<string>(undefined);
  const now = useRef({ rows, selection });
  useEffect(() => {
    now.current = { rows, selection };
  });
  return useCallback((row, run) => {
    const { rows, selection } = now.current;
    const to = rows.findIndex(({ original }) => original === row);
    const from = rows.findIndex(({ id }) => id === last.current);
    last.current = rows[to]?.id;
    if (!run || selection.mode !== 'many' || from === -1 || to === -1) return selection.toggle(row);
    const between = rows.slice(Math.min(from, to), Math.max(from, to) + 1).map(({ original }) => original);
    if (selection.has(row)) selection.leave(between);
    else selection.choose(between);
  }, []);
}
