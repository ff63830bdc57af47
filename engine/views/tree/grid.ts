/** A tree with columns: which of them are shown, their widths and labels. */
import { useMemo } from 'react';
import { useLocale } from '../../data/useLocale.ts';
import type { CompiledTree, CompiledTreeColumn } from '../../language/compiled.ts';
import { holds } from '../../language/evaluate.ts';
import { useCaptions } from '../../page/dictionaries.tsx';
import { useScope } from '../../page/scope.ts';
import { textIn } from '../../page/text.ts';
import { useNarrow } from '../../ui/narrow.ts';
import { dictionariesOf, type Captions } from '../cells/Content.tsx';

export interface TreeGrid {
  /** Visible columns with their labels. */
  columns: readonly { column: CompiledTreeColumn; label: string }[];
  /** Heading of the column of nodes. */
  heading: string;
  captions: Captions;
  /** On a phone: the columns are shown below the node, each on its own line. */
  stacked: boolean;
  /** Widths, for `grid-template-columns`; the last track is for the menu. */
  template: string;
  /** Minimum width of a line, in pixels. */
  width: number;
  /** Height of a line and, in `head`, of the header row, in pixels. */
  height: number;
  head: number;
}

/** Height of a line, in pixels. */
export const LINE = 34;
/** Height of a column shown below a node, in pixels. */
const BELOW = 22;
/** Number of columns shown below a node on a phone, as in the cards of a table. */
const SHOWN_BELOW = 3;
const NODE_WIDTH = 240;
const COLUMN_WIDTH = 150;
const MENU_WIDTH = 40;

/** Returns undefined when the tree has no columns. */
export function useGrid(view: CompiledTree): TreeGrid | undefined {
  const i18n = useLocale();
  const scope = useScope();
  const stacked = useNarrow();
  const captions = useCaptions(
    useMemo(
      () => dictionariesOf(view.columns.flatMap(({ content }) => content.map((one) => one.do))),
      [view],
    ),
  );
  if (view.columns.length === 0) return undefined;
  const visible = view.columns.filter(({ visibleWhen }) => holds(visibleWhen, scope));
  const columns = (stacked ? visible.slice(0, SHOWN_BELOW) : visible).map((column) => ({
    column,
    label: textIn(i18n, column.label, scope),
  }));
  const widths = columns.map(({ column }) => column.width ?? COLUMN_WIDTH);
  const menu = view.rowActions.length > 0 || view.move ? [MENU_WIDTH] : [];
  return {
    columns,
    heading: view.heading ? textIn(i18n, view.heading, scope) : '',
    captions,
    stacked,
    template: [`minmax(${NODE_WIDTH}px, 1fr)`, ...[...widths, ...menu].map((width) => `${width}px`)].join(
      ' ',
    ),
    width: stacked ? 0 : [NODE_WIDTH, ...widths, ...menu].reduce((sum, width) => sum + width, 0),
    height: stacked ? LINE + columns.length * BELOW + (columns.length ? 6 : 0) : LINE,
    head: stacked ? 0 : LINE,
  };
}

/** Number of header rows: none on a phone. */
export const headOf = (grid: TreeGrid | undefined): number => (grid && !grid.stacked ? 1 : 0);
