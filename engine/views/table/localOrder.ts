/** The order of rows that are all there: by what a column shows, in the reader's language. */
import { currentLocale } from '../../data/locale.ts';
import type { CompiledColumn } from '../../language/compiled.ts';
import { evaluate, valueAt, type Scope } from '../../language/evaluate.ts';
import { captionsOf, caseFor, type Captions } from '../cells/Content.tsx';
import { shownText } from '../cells/shown.ts';
import type { Row } from './rows.ts';
import type { Sort } from './state.ts';

/** The rows in this order; those that show nothing come last either way, equal ones stay as they came. */
export function inOrder(
  rows: readonly Row[],
  { field, direction }: Sort,
  columns: readonly CompiledColumn[],
  captions: Captions,
  scope: Scope,
): Row[] {
  const column = columns.find(({ sort }) => sort === field);
  if (!column) return [...rows];
  const words = new Intl.Collator(currentLocale(), { numeric: true });
  const turn = direction === 'descending' ? -1 : 1;
  const keyed = rows.map((row) => ({ row, key: keyOf(column, row, captions, scope) }));
  keyed.sort((a, b) => {
    if (a.key === '' || b.key === '') return Number(a.key === '') - Number(b.key === '');
    if (typeof a.key === 'number' && typeof b.key === 'number') return turn * (a.key - b.key);
    return turn * words.compare(String(a.key), String(b.key));
  });
  return keyed.map(({ row }) => row);
}

/** Numbers and days by themselves (a day is stored as it is ordered), all else by its words. */
function keyOf(column: CompiledColumn, row: Row, captions: Captions, scope: Scope): string | number {
  const content = caseFor(column.content, { ...scope, row });
  if (!content) return '';
  const value =
    'paths' in content ? valueAt(row, content.paths[0]!) : evaluate(content.value, { ...scope, row });
  if (typeof value === 'number') return value;
  if (typeof value === 'string' && /^\d{4}-\d{2}-\d{2}(T|$)/.test(value)) return value;
  return shownText(value, captionsOf(content, captions));
}
