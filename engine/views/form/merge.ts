/** Merges two versions of a record: fields that only one user changed are merged, the others need a choice. */
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
  /** My values, with the fields that only the other user changed; conflicting fields still have mine. */
  values: Tree;
  /** Fields that both changed differently; each needs a choice. */
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

/** Returns the merged values with the choice for each conflicting field. */
export function applyChoices(merge: Merge, choices: ReadonlyMap<string, Choice>): Tree {
  return merge.conflicts.reduce(
    (values, { spot, theirs }) =>
      choices.get(spot.key) === 'theirs' ? (setAt(values, spot.field.path, theirs) as Tree) : values,
    merge.values,
  );
}
