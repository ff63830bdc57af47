/** The job kinds known to this process: the end of a job looks up its kind here. */
import type { JobKind } from './define.ts';

const declared = new Map<string, JobKind>();

/** Registers kinds for all code that ends jobs in this process; a kind replaces one of the same name. */
export function declareKinds(kinds: readonly JobKind[]): void {
  for (const kind of kinds) declared.set(kind.kind, kind);
}

/** Returns a registered kind; undefined for a job sent by a newer or older version of the product. */
export function kindOf(name: string): JobKind | undefined {
  return declared.get(name);
}
