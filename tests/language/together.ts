/**
 * A compile of the product costs half a second, whatever it tells. Slips in different files are compiled together; what
 * is not told in such company, where one slip may hide another, is tried alone.
 */
const MOST = 8;

/** Groups of slips each two of which may be compiled together: such in different files, unless said otherwise. */
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
