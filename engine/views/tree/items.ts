/** Contents of a line of the tree, and what a press on it does. */
import { useState } from 'react';
import { useEngine } from '../../data/engine.ts';
import { useLocale } from '../../data/useLocale.ts';
import { holdsAny, useCan } from '../../access/can.ts';
import { evaluate } from '../../language/evaluate.ts';
import { useRun } from '../actions/run.ts';
import type { Dragging } from '../drag/useDragging.ts';
import { caseFor } from '../cells/Content.tsx';
import { within } from '../../page/conditions.ts';
import { usePage, type Page } from '../../page/page.ts';
import { useScope } from '../../page/scope.ts';
import type { ItemProps } from './Item.tsx';
import type { Line } from './lines.ts';
import type { TreeModel } from './model.ts';
import type { CompiledTree } from '../../language/compiled.ts';
import { useMoving, type Moving } from './move.ts';
import type { TreeNode } from './nodes.ts';

/** Props of a line that depend on its node; the list provides the rest. */
export type OfNode = Omit<ItemProps, 'line' | 'id' | 'grid' | 'index' | 'active' | 'style'>;

export interface Items {
  moving: Moving | undefined;
  itemOf(line: Line): OfNode;
  /** Enter, or a press: drops the node being moved, opens the row, selects it, or opens the node. */
  act(line: Line): void;
  /** Space: selects; when nothing can be selected, does the same as Enter. */
  choose(line: Line): void;
}

export function useItems(view: CompiledTree, model: TreeModel): Items {
  const { session } = useEngine();
  const { t } = useLocale();
  useCan();
  const page = usePage();
  const run = useRun();
  const scope = useScope();
  const moving = useMoving(view.move, scope, model.find);
  const [group] = useState(() => ({}));
  const actions = view.rowActions.filter((action) => holdsAny(action.access, session.get()));

  const act = (line: Line) => {
    const { node } = line;
    if (moving?.lifted) return moving.drop(moving.lifted, node);
    const opens = caseFor(view.onRow, within(page, scope, { row: node.row }));
    const chooses = view.select !== 'none' && (page.dialog !== undefined || view.onRow.length === 0);
    if (chooses) model.tick(node);
    else if (opens && holdsAny(opens.access, session.get())) void run(opens, { row: node.row });
    else model.fold(line);
  };
  return {
    moving,
    act,
    choose: (line) => (view.select === 'none' || moving?.lifted ? act(line) : model.tick(line.node)),
    itemOf: (line) => {
      const { node } = line;
      const icon = view.icon && evaluate(view.icon, within(page, scope, { row: node.row }));
      return {
        select: view.select,
        tick: model.tickOf(node),
        ...(typeof icon === 'string' ? { icon } : {}),
        actions,
        unfit: moving?.lifted !== undefined && !moving.fits(moving.lifted, node),
        more: moving?.may(node)
          ? [{ label: t('engine.tree.move'), icon: 'drag', onSelect: () => moving.lift(node) }]
          : [],
        ...(moving || view.takesRows
          ? { dragging: { ...draggingOf(moving, node, model, group), others: rowsFrom(page, view, node) } }
          : {}),
        onFold: () => model.fold(line),
        onPress: () => act(line),
        onRetry: () => void model.reload(node),
      };
    },
  };
}

function draggingOf(moving: Moving | undefined, node: TreeNode, { find }: TreeModel, group: object) {
  return {
    group,
    id: node.id,
    draggable: moving?.may(node) ?? false,
    accepts: (id: string) => {
      const dragged = find(id);
      return dragged !== undefined && (moving?.fits(dragged, node) ?? false);
    },
    onDrop: (id: string) => {
      const dragged = find(id);
      if (dragged) moving?.drop(dragged, node);
    },
  };
}

/** Rows of the table that names this tree as its drop target, dropped on a node. */
const rowsFrom =
  ({ rowSources }: Page, { name }: CompiledTree, node: TreeNode): NonNullable<Dragging['others']> =>
  (group) => {
    const source = name === undefined ? undefined : rowSources.get(name);
    if (!source || source.group !== group) return undefined;
    return {
      accepts: (key) => source.fits(key, node.row),
      onDrop: (key) => source.drop(key, node.row),
    };
  };
