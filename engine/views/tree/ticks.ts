/**
 * Which nodes are ticked. With single selection, a set of one. With multiple selection, ticking a node ticks its
 * descendants, and a node whose children are all ticked is ticked itself.
 */
import { ancestors, walk, type TreeNode } from './nodes.ts';

export type Ticks = ReadonlySet<string>;
export type Tick = 'all' | 'some' | 'none';

/** Returns the ticked nodes; children loaded after their parent was ticked are ticked too. */
export function tickedNodes(nodes: readonly TreeNode[], ticks: Ticks, many: boolean): TreeNode[] {
  return [...walk(nodes)].filter((node) => isTicked(node, ticks, many));
}

function isTicked(node: TreeNode, ticks: Ticks, many: boolean): boolean {
  return ticks.has(node.id) || (many && node.parent !== undefined && isTicked(node.parent, ticks, true));
}

/** Returns the state of each node; a node that is not in the map is not ticked. */
export function tickStates(nodes: readonly TreeNode[], ticks: Ticks, many: boolean): Map<string, Tick> {
  const states = new Map<string, Tick>();
  for (const node of tickedNodes(nodes, ticks, many)) {
    states.set(node.id, 'all');
    if (!many) continue;
    for (let up = node.parent; up && !states.has(up.id); up = up.parent) states.set(up.id, 'some');
  }
  return states;
}

export function toggle(node: TreeNode, ticks: Ticks, many: boolean): Ticks {
  if (!many) return ticks.has(node.id) ? new Set() : new Set([node.id]);
  return isTicked(node, ticks, true) ? untick(node, ticks) : tick(node, ticks);
}

function tick(node: TreeNode, ticks: Ticks): Ticks {
  const next = new Set(ticks);
  for (const one of walk([node])) next.add(one.id);
  for (const up of ancestors(node)) {
    if (!up.children.every((child) => next.has(child.id))) break;
    next.add(up.id);
  }
  return next;
}

/** The ancestors are no longer fully ticked: their other children stay ticked, each on its own. */
function untick(node: TreeNode, ticks: Ticks): Ticks {
  const next = new Set(ticks);
  for (const up of ancestors(node).reverse()) {
    const whole = isTicked(up, next, true);
    next.delete(up.id);
    if (whole) for (const child of up.children) next.add(child.id);
  }
  for (const one of walk([node])) next.delete(one.id);
  return next;
}
