/** The lines of a tree, one per visible node: below open nodes, or as a search has found them. */
import { walk, type TreeNode } from './nodes.ts';

export interface Line {
  node: TreeNode;
  open: boolean;
  /** Part of the label that matches the search: from, to. */
  hit?: [number, number];
}

export interface Search {
  lines: Line[];
  /** Number of hits; their ancestors are shown too, but not counted. */
  found: number;
}

/** Returns the lines without a search: opened nodes show their children. */
export function openLines(nodes: readonly TreeNode[], opened: ReadonlySet<string>): Line[] {
  const lines: Line[] = [];
  const add = (node: TreeNode) => {
    const open = opened.has(node.id) && node.state !== 'leaf';
    lines.push({ node, open });
    if (open) node.children.forEach(add);
  };
  nodes.forEach(add);
  return lines;
}

/**
 * Returns the lines of a search: hits, their ancestors, and below a hit all that is open. Nodes above a hit are open
 * unless the user has folded them.
 */
export function foundLines(
  nodes: readonly TreeNode[],
  text: string,
  opened: ReadonlySet<string>,
  folded: ReadonlySet<string>,
): Search {
  const hits = new Map<TreeNode, [number, number]>();
  const above = new Set<TreeNode>();
  const wanted = plain(text);
  for (const node of walk(nodes)) {
    const at = plain(node.label).indexOf(wanted);
    if (at < 0) continue;
    hits.set(node, [at, at + wanted.length]);
    for (let up = node.parent; up && !above.has(up); up = up.parent) above.add(up);
  }
  const lines: Line[] = [];
  const add = (node: TreeNode, within: boolean) => {
    const hit = hits.get(node);
    if (!hit && !above.has(node) && !within) return;
    const open = node.state !== 'leaf' && (above.has(node) ? !folded.has(node.id) : opened.has(node.id));
    lines.push({ node, open, ...(hit ? { hit } : {}) });
    if (open) for (const child of node.children) add(child, within || hit !== undefined);
  };
  for (const node of nodes) add(node, false);
  return { lines, found: hits.size };
}

/** Ignores case and the dots of «ё»; keeps the length, because the hit is marked in the label. */
const plain = (text: string): string =>
  [...text]
    .map((sign) => (sign.toLowerCase().length === sign.length ? sign.toLowerCase() : sign))
    .join('')
    .replaceAll('ё', 'е');
