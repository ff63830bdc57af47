/** Builds a tree from rows: each node with its row, its place among its siblings, and the state of its children. */
import type { ApiProblem } from '../../data/problem.ts';
import { valueAt } from '../../language/evaluate.ts';

export type Row = Record<string, unknown>;

/**
 * State of the children: none (`leaf`), loaded, to be requested when the node is opened (`unknown`), loading, or
 * failed.
 */
export type Children = 'leaf' | 'loaded' | 'unknown' | 'loading' | 'failed';

export interface TreeNode {
  /** Keys from the root down, `12/4`: the same key may occur on several levels. */
  id: string;
  row: Row;
  label: string;
  /** From 1. */
  level: number;
  parent?: TreeNode;
  /** Place among its siblings, from 0, and their number. */
  index: number;
  siblings: number;
  children: TreeNode[];
  state: Children;
  /** The children are loaded by a separate call. */
  lazy: boolean;
}

/** Result of a call for the children of one node. */
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
  /** Children that are not in the row can be requested. */
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
      // A list, even an empty one, is complete; no list means that the children have not been requested yet.
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

/** Returns all nodes, each before its descendants. */
export function* walk(nodes: readonly TreeNode[]): Generator<TreeNode> {
  for (const node of nodes) {
    yield node;
    yield* walk(node.children);
  }
}

/** Returns the ancestors, the nearest first. */
export function ancestors(node: TreeNode): TreeNode[] {
  return node.parent ? [node.parent, ...ancestors(node.parent)] : [];
}
