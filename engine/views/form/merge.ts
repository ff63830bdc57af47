/** Two people changed one record: what only one of them changed is merged, the rest is asked. */
import type { Spot } from './plan.ts';
import { getAt, setAt, sameEntry } from './paths.ts';
import type { Tree } from './store.ts';

export interface Difference {
  spot: Spot;
  base: unknown;
  mine: unknown;
  theirs: unknown;
}

export interface Merge {
  /** Mine, with what only they changed taken over; for differing fields still mine. */
  values: Tree;
  /** Changed by both, differently: each needs a choice. */
  conflicts: Difference[];
  onlyMine: Difference[];
  onlyTheirs: Difference[];
}

export type Choice = 'mine' | 'theirs';

export function mergeVersions(spots: readonly Spot[], base: Tree, mine: Tree, theirs: Tree): Merge {
  const merge: Merge = { values: mine, conflicts: [], onlyMine: [], onlyTheirs: [] };
  for (const spot of spots) {
    const { path } = spot.field;
    const versions = { base: getAt(base, path), mine: getAt(mine, path), theirs: getAt(theirs, path) };
    const byMe = !sameEntry(versions.base, versions.mine);
    const byThem = !sameEntry(versions.base, versions.theirs);
    if (byThem && !byMe) {
      merge.onlyTheirs.push({ spot, ...versions });
      merge.values = setAt(merge.values, path, versions.theirs) as Tree;
    } else if (byMe && !byThem) merge.onlyMine.push({ spot, ...versions });
    else if (byMe && !sameEntry(versions.mine, versions.theirs)) merge.conflicts.push({ spot, ...versions });
  }
  return merge;
}

/** The merged values with each differing field as chosen. */
export function applyChoices(merge: Merge, choices: ReadonlyMap<string, Choice>): Tree {
  return merge.conflicts.reduce(
    (values, { spot, theirs }) =>
      choices.get(spot.key) === 'theirs' ? (setAt(values, spot.field.path, theirs) as Tree) : values,
    merge.values,
  );
}
