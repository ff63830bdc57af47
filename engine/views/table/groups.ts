/** Headings over neighbouring columns. */
import type { CompiledColumn, CompiledText } from '../../language/compiled.ts';

export interface HeadRun {
  /** Empty over columns without a heading. */
  heading: string;
  /** Place of its first column, and how many it stands over. */
  first: number;
  length: number;
}

type Read = (text: CompiledText) => string;

/**
 * The row of headings: what stays in sight has its own, though the heading be the same. Undefined where no column has
 * one. Columns that the reader has put apart are each told theirs.
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

/** What a column is called where no heading stands over it: on a card, in a menu, in a file. */
export function wholeLabel({ group, label }: CompiledColumn, read: Read): string {
  return group ? `${read(group)} · ${read(label)}` : read(label);
}
