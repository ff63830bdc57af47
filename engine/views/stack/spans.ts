/** Widths of the items of a stack in columns. */

const ROW = 12;

/**
 * Returns twelfths for each item; null for one that is not visible. `rest` is what the items before it leave of its
 * row, a whole row if they leave none.
 *
 * @example spansOf([3, 'rest']) // [3, 9]
 * @example spansOf([null, 'rest']) // [null, 12]
 */
export function spansOf(spans: readonly (number | 'rest' | null)[]): (number | null)[] {
  let used = 0;
  return spans.map((span) => {
    if (span === null) return null;
    const own = span === 'rest' ? ROW - used : span;
    used = used + own > ROW ? own : used + own;
    if (used === ROW) used = 0;
    return own;
  });
}
