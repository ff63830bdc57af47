/**
 * Moving a node into another: by dragging, or by “Move…” in its menu and then a press on the new place. The action from
 * the config runs with the node as `row` and the new parent as `target`; null is the top level.
 */
import { useMemo, useState } from 'react';
import { useEngine } from '../../data/engine.ts';
import type { CompiledAction } from '../../language/compiled.ts';
import type { Scope } from '../../language/evaluate.ts';
import { useReady } from '../actions/ready.ts';
import { useRun } from '../actions/run.ts';
import { actionAvailability } from '../actions/availability.ts';
import { within } from '../../page/conditions.ts';
import { usePage } from '../../page/page.ts';
import { ancestors, type TreeNode } from './nodes.ts';

export interface Moving {
  /** The node whose new place is being chosen. */
  lifted: TreeNode | undefined;
  lift(node: TreeNode): void;
  cancel(): void;
  /** Whether the node may be moved at all. */
  may(node: TreeNode): boolean;
  /** Whether the node may be moved there. */
  fits(node: TreeNode, target: TreeNode | null): boolean;
  drop(node: TreeNode, target: TreeNode | null): void;
}

export function useMoving(
  move: CompiledAction | undefined,
  scope: Scope,
  find: (id: string) => TreeNode | undefined,
): Moving | undefined {
  const engine = useEngine();
  const run = useRun();
  const page = usePage();
  const ready = useReady(move);
  const [id, setId] = useState<string>();
  return useMemo(() => {
    if (!move || !ready) return undefined;
    const fits = (node: TreeNode, target: TreeNode | null) =>
      canGo(node, target) &&
      actionAvailability(engine, move, within(page, scope, { row: node.row, target: target?.row ?? null }))
        .enabled;
    return {
      lifted: id === undefined ? undefined : find(id),
      lift: (node) => setId(node.id),
      cancel: () => setId(undefined),
      may: (node) =>
        actionAvailability(engine, move, within(page, scope, { row: node.row, target: null })).visible,
      fits,
      drop: (node, target) => {
        if (!fits(node, target)) return;
        setId(undefined);
        void run(move, { row: node.row, target: target?.row ?? null });
      },
    };
  }, [engine, move, ready, page, scope, find, run, id]);
}

/** Not into itself, below itself or to its current parent. */
function canGo(node: TreeNode, target: TreeNode | null): boolean {
  if (!target) return node.parent !== undefined;
  return target.id !== node.id && target.id !== node.parent?.id && !ancestors(target).includes(node);
}
