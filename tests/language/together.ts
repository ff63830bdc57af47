/**
 * A compile of the product takes half a second, whatever it reports. Mistakes in different files are compiled together;
 * one that is not reported there, where another may hide it, is tried alone.
 */
const MOST = 8;

/** Groups of mistakes any two of which may be compiled together: those in different files by default. */
export function together<T>(
  slips: readonly T[],
  fileOf: (slip: T) => string,
  meet: (one: T, other: T) => boolean = (one, other) => fileOf(one) !== fileOf(other),
): T[][] {
  const groups: T[][] = [];
  for (const slip of slips) {
    const open = groups.find((group) => group.length < MOST && group.every((one) => meet(one, slip)));
    if (open) open.push(slip);
    else groups.push([slip]);
  }
  return groups;
}
