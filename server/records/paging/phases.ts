/**
 * Lists whose order is split into consecutive phases, each in the order of an index: rows with a value before those
 * without, or the codes of a dictionary in the order of their captions.
 */
import type { Row } from '../rows.ts';
import type { Range } from './strategy.ts';

interface Ways<Phase> {
  /** Returns rows of the phase, in order. */
  find(phase: Phase, range: Range): Promise<Row[]>;
  /** Returns the number of its rows; called only when the page starts after them. */
  size(phase: Phase): Promise<number>;
}

/** Returns a page across the phases: most are within the first, and the others are not read. */
export async function pageOfPhases<Phase>(
  phases: readonly Phase[],
  { limit, offset }: Range,
  { find, size }: Ways<Phase>,
): Promise<Row[]> {
  const found: Row[] = [];
  let skipped = offset;
  for (const [n, phase] of phases.entries()) {
    const more = await find(phase, { limit: limit - found.length, offset: skipped });
    found.push(...more);
    if (found.length === limit || n === phases.length - 1) break;
    if (more.length > 0) skipped = 0;
    else if (skipped > 0) skipped -= await size(phase);
  }
  return found;
}
