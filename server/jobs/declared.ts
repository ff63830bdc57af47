/** The kinds of job that this process knows: by a job's row it finds what to do at its end. */
import type { JobKind } from './define.ts';

const declared = new Map<string, JobKind>();

/** Makes kinds known to everything that ends jobs in this process; a kind of the same name takes the place of another. */
export function declareKinds(kinds: readonly JobKind[]): void {
  for (const kind of kinds) declared.set(kind.kind, kind);
}

/** A declared kind; undefined for a job that a newer or older version of the product has sent. */
export function kindOf(name: string): JobKind | undefined {
  return declared.get(name);
}
