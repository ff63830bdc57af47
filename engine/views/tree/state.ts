/** State of a tree set by the user; it exists as long as the page, also while the tree is not rendered. */
import { createStore, type Store } from '../../data/store.ts';
import type { Page } from '../../page/page.ts';
import type { Branches } from './nodes.ts';
import type { Ticks } from './ticks.ts';

export interface TreeState {
  opened: ReadonlySet<string>;
  ticks: Ticks;
  branches: Branches;
}

/** `at`: place of the view in its screen. */
export function treeState(page: Page, at: string): Store<TreeState> {
  const key = `tree ${at}`;
  const known = page.viewStates.get(key) as Store<TreeState> | undefined;
  const state = known ?? createStore<TreeState>({ opened: new Set(), ticks: new Set(), branches: {} });
  page.viewStates.set(key, state);
  return state;
}

/** Loads the children of opened nodes again. */
export async function reloadBranches(state: Store<TreeState>): Promise<void> {
  const { opened, branches } = state.get();
  await Promise.all([...opened].map((id) => branches[id]?.reload()));
}

export function withToggled(set: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(set);
  if (!next.delete(id)) next.add(id);
  return next;
}
