/**
 * A compile of the product costs half a second, whatever it tells. Slips in different files are compiled together; what
 * is not told in such company, where one slip may hide another, is tried alone.
 */
const MOST = 8;

/** Groups in which no file has two slips. */
export function together<T>(slips: readonly T[], fileOf: (slip: T) => string): T[][] {
  const groups: T[][] = [];
  for (const slip of slips) {
    const open = groups.find(
      (group) => group.length < MOST && group.every((one) => fileOf(one) !== fileOf(slip)),
    );
    if (open) open.push(slip);
    else groups.push([slip]);
  }
  return groups;
}
