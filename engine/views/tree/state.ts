/** What the reader has opened and ticked: kept while the page lives, also while the tree is out of sight. */
import { createStore, type Store } from '../../data/store.ts';
import type { Page } from '../../page/page.ts';
import type { Branches } from './nodes.ts';
import type { Ticks } from './ticks.ts';

export interface TreeState {
  opened: ReadonlySet<string>;
  ticks: Ticks;
  branches: Branches;
}

const kept = new WeakMap<Page, Map<string, Store<TreeState>>>();

/** `at`: place of the view in its screen. */
export function treeState(page: Page, at: string): Store<TreeState> {
  const trees = kept.get(page) ?? new Map<string, Store<TreeState>>();
  kept.set(page, trees);
  const known = trees.get(at);
  if (known) return known;
  const state = createStore<TreeState>({ opened: new Set(), ticks: new Set(), branches: {} });
  trees.set(at, state);
  return state;
}

/** Asks again for what stands below opened nodes. */
export async function askBranches(state: Store<TreeState>): Promise<void> {
  const { opened, branches } = state.get();
  await Promise.all([...opened].map((id) => branches[id]?.reload()));
}

export function withToggled(set: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(set);
  if (!next.delete(id)) next.add(id);
  return next;
}
