/**
 * Rows that can be dragged onto the nodes of a tree: the drop runs the action from the config with them as `selection`.
 */
import { useEffect, useMemo, useState } from 'react';
import { useEngine } from '../../../data/engine.ts';
import type { CompiledTable } from '../../../language/compiled.ts';
import type { Scope } from '../../../language/evaluate.ts';
import { usePage } from '../../../page/page.ts';
import { actionAvailability } from '../../actions/availability.ts';
import { useReady } from '../../actions/ready.ts';
import { useRun } from '../../actions/run.ts';
import type { Row } from '../rows.ts';
import type { Selection } from '../selection.ts';

export interface MoveTo {
  /** Drag group of the table. */
  group: object;
  /** Whether the row can be dragged; if it is selected, all selected rows are dragged with it. */
  may(row: Row): boolean;
}

/** `scope` is that of the rows. */
export function useMoveTo(
  { moveTo }: CompiledTable,
  rows: readonly Row[],
  keyOf: (row: Row) => string,
  selection: Selection,
  scope: Scope,
): MoveTo | undefined {
  const engine = useEngine();
  const run = useRun();
  const { rowSources } = usePage();
  const ready = useReady(moveTo?.action);
  const [group] = useState(() => ({}));
  const tree = moveTo?.tree;
  const moving = useMemo(() => {
    if (!moveTo || !ready) return undefined;
    const { action } = moveTo;
    const taken = (row: Row) => (selection.has(row) ? selection.rows : [row]);
    const at = (row: Row, target: unknown) => ({ selection: taken(row), target });
    const stateOf = (row: Row, target: unknown) =>
      actionAvailability(engine, action, { ...scope, ...at(row, target) });
    const rowOf = (key: string) => rows.find((row) => keyOf(row) === key);
    return {
      group,
      may: (row: Row) => stateOf(row, null).visible,
      fits: (key: string, target: unknown) => {
        const row = rowOf(key);
        return row !== undefined && stateOf(row, target).enabled;
      },
      drop: (key: string, target: unknown) => {
        const row = rowOf(key);
        if (row) void run(action, at(row, target));
      },
    };
  }, [engine, run, moveTo, ready, rows, keyOf, selection, scope, group]);
  useEffect(() => {
    if (tree === undefined || !moving) return;
    rowSources.set(tree, moving);
    return () => {
      if (rowSources.get(tree) === moving) rowSources.delete(tree);
    };
  }, [rowSources, tree, moving]);
  return moving;
}
