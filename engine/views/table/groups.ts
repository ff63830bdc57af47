/** Headings over adjacent columns. */
import type { CompiledColumn, CompiledText } from '../../language/compiled.ts';

export interface HeadRun {
  /** Empty over columns without a heading. */
  heading: string;
  /** Place of its first column, and the number of columns it spans. */
  first: number;
  length: number;
}

type Read = (text: CompiledText) => string;

/**
 * Returns the row of headings; undefined when no column has one. Pinned columns have a separate heading, even if the
 * text is the same, and so does each part of a group that the user has split.
 */
export function headRuns(
  columns: readonly CompiledColumn[],
  pins: number,
  read: Read,
): HeadRun[] | undefined {
  if (!columns.some(({ group }) => group)) return undefined;
  const runs: HeadRun[] = [];
  columns.forEach(({ group }, place) => {
    const heading = group ? read(group) : '';
    const last = runs.at(-1);
    if (last && last.heading === heading && place !== pins) last.length += 1;
    else runs.push({ heading, first: place, length: 1 });
  });
  return runs;
}

/** Returns the label of a column where no heading is shown above it: on a card, in a menu, in a file. */
export function wholeLabel({ group, label }: CompiledColumn, read: Read): string {
  return group ? `${read(group)} · ${read(label)}` : read(label);
}
