/** Cycles: fields that are computed from themselves, records that wait for each other. */

/** A computed part, and the names that it depends on. */
export interface Dependent {
  name: string;
  reads: readonly string[];
}

/** The parts that depend on themselves, directly or through others. */
export function cyclesIn<T extends Dependent>(all: readonly T[]): T[] {
  return all.filter((one) => reaches(one, one, all, new Set()));
}

function reaches(from: Dependent, to: Dependent, all: readonly Dependent[], seen: Set<Dependent>): boolean {
  return all
    .filter((other) => from.reads.some((path) => overlaps(path, other.name)))
    .some((other) => {
      if (other === to) return true;
      if (seen.has(other)) return false;
      return reaches(other, to, all, seen.add(other));
    });
}

/** Whether one of two dotted paths lies within the other. */
const overlaps = (one: string, other: string): boolean =>
  one === other || one.startsWith(`${other}.`) || other.startsWith(`${one}.`);
