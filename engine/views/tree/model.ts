/** The nodes of a tree with the state set by the user: opened, searched and ticked nodes. */
import { useEffect, useMemo, useState } from 'react';
import { useStore, type Store } from '../../data/store.ts';
import type { CompiledTree } from '../../language/compiled.ts';
import { usePage } from '../../page/page.ts';
import { foundLines, openLines, type Line } from './lines.ts';
import { buildNodes, walk, type Row, type TreeNode } from './nodes.ts';
import { treeState, withToggled, type TreeState } from './state.ts';
import { tickedNodes, tickStates, toggle, type Tick } from './ticks.ts';

export interface TreeModel {
  lines: Line[];
  /** Number of hits; undefined without a search. */
  found: number | undefined;
  /** Opened nodes whose children are loaded by a call. */
  lazy: TreeNode[];
  selection: Row[];
  state: Store<TreeState>;
  find(id: string): TreeNode | undefined;
  tickOf(node: TreeNode): Tick;
  tick(node: TreeNode): void;
  clear(): void;
  /** Opens or closes. */
  fold(line: Line): void;
  /** Loads the children of the node again. */
  reload(node: TreeNode): Promise<void>;
}

const NO_IDS: ReadonlySet<string> = new Set();

export function useModel(view: CompiledTree, rows: readonly Row[], search: string): TreeModel {
  const page = usePage();
  const state = treeState(page, view.at);
  const { opened, ticks, branches } = useStore(state);
  const wanted = search.trim();
  // Nodes folded in one search are open again in the next.
  const [folded, setFolded] = useState({ wanted, ids: NO_IDS });
  const foldedNow = folded.wanted === wanted ? folded.ids : NO_IDS;

  const nodes = useMemo(
    () =>
      buildNodes(
        rows,
        { key: view.key, children: view.children, label: view.label, lazy: !!view.expand },
        branches,
        opened,
      ),
    [rows, view, branches, opened],
  );
  // A single top-level node is open from the start: there is nothing to choose from.
  const [top] = nodes.length === 1 ? nodes : [];
  const alone = top && !top.lazy && top.state !== 'leaf' ? top.id : undefined;
  useEffect(() => {
    if (alone !== undefined)
      state.set((now) => (now.opened.size ? now : { ...now, opened: new Set([alone]) }));
  }, [state, alone]);
  const byId = useMemo(() => new Map([...walk(nodes)].map((node) => [node.id, node])), [nodes]);
  const { lines, found } = useMemo(
    () =>
      wanted
        ? foundLines(nodes, wanted, opened, foldedNow)
        : { lines: openLines(nodes, opened), found: undefined },
    [nodes, wanted, opened, foldedNow],
  );
  const many = view.select === 'many';
  const chosen = useMemo(() => tickStates(nodes, ticks, many), [nodes, ticks, many]);
  const selection = useMemo(
    () => (view.select === 'none' ? [] : tickedNodes(nodes, ticks, many).map(({ row }) => row)),
    [nodes, ticks, many, view.select],
  );
  const lazy = useMemo(
    () => [...byId.values()].filter((node) => node.lazy && opened.has(node.id)),
    [byId, opened],
  );

  return {
    lines,
    found,
    lazy,
    selection,
    state,
    find: (id) => byId.get(id),
    tickOf: (node) => chosen.get(node.id) ?? 'none',
    tick: (node) => state.set((now) => ({ ...now, ticks: toggle(node, now.ticks, many) })),
    clear: () => state.set((now) => ({ ...now, ticks: NO_IDS })),
    fold: ({ node, open }) => {
      if (node.state === 'leaf') return;
      // Nodes above a hit are open although the user never opened them.
      if (wanted && open !== opened.has(node.id)) setFolded({ wanted, ids: withToggled(foldedNow, node.id) });
      else state.set((now) => ({ ...now, opened: withToggled(now.opened, node.id) }));
    },
    reload: async (node) => branches[node.id]?.reload(),
  };
}
