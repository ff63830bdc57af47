/** A tree out of rows: each node with its row, its place among the others, and what is known of its children. */
import type { ApiProblem } from '../../data/problem.ts';
import { valueAt } from '../../language/evaluate.ts';

export type Row = Record<string, unknown>;

/**
 * What is known of the children: there are none (`leaf`), they are here, they are asked for when the node is
 * opened (`unknown`), they are on their way, or the server refused them.
 */
export type Children = 'leaf' | 'loaded' | 'unknown' | 'loading' | 'failed';

export interface TreeNode {
  /** Keys from the root down, `12/4`: the same key may stand on several levels. */
  id: string;
  row: Row;
  label: string;
  /** From 1. */
  level: number;
  parent?: TreeNode;
  /** Place among its siblings, from 0, and how many they are. */
  index: number;
  siblings: number;
  children: TreeNode[];
  state: Children;
  /** The children come by a call of their own. */
  lazy: boolean;
}

/** What a call for the children of one node has brought. */
export interface Branch {
  rows?: Row[];
  problem?: ApiProblem;
  reload(): Promise<void>;
}

export type Branches = Readonly<Record<string, Branch>>;

export interface TreeShape {
  key: readonly string[];
  /** Paths in a row. */
  children: string[];
  label: string[];
  /** Children that the row does not bring can be asked for. */
  lazy: boolean;
}

export function buildNodes(
  rows: readonly Row[],
  shape: TreeShape,
  branches: Branches,
  opened: ReadonlySet<string>,
): TreeNode[] {
  const build = (list: readonly Row[], parent: TreeNode | undefined): TreeNode[] =>
    list.map((row, index) => {
      const id = `${parent ? `${parent.id}/` : ''}${keyOf(row, shape.key, index)}`;
      const own = valueAt(row, shape.children);
      // A list, even an empty one, says all; nothing at all says that nobody has asked yet.
      const lazy = shape.lazy && !Array.isArray(own);
      const branch = lazy ? branches[id] : undefined;
      const below = (lazy ? branch?.rows : (own as Row[] | undefined)) ?? undefined;
      const node: TreeNode = {
        id,
        row,
        label: String(valueAt(row, shape.label) ?? ''),
        level: (parent?.level ?? 0) + 1,
        index,
        siblings: list.length,
        children: [],
        state: below?.length ? 'loaded' : below || !lazy ? 'leaf' : waiting(branch, opened.has(id)),
        lazy,
        ...(parent ? { parent } : {}),
      };
      if (below) node.children = build(below, node);
      return node;
    });
  return build(rows, undefined);
}

function waiting(branch: Branch | undefined, open: boolean): Children {
  if (branch?.problem) return 'failed';
  return open ? 'loading' : 'unknown';
}

const keyOf = (row: Row, key: readonly string[], index: number): string =>
  key.length
    ? key.map((path) => encodeURIComponent(String(valueAt(row, path.split('.'))))).join('+')
    : String(index);

/** All nodes, each before those below it. */
export function* walk(nodes: readonly TreeNode[]): Generator<TreeNode> {
  for (const node of nodes) {
    yield node;
    yield* walk(node.children);
  }
}

/** The nodes above, the nearest first. */
export function ancestors(node: TreeNode): TreeNode[] {
  return node.parent ? [node.parent, ...ancestors(node.parent)] : [];
}
