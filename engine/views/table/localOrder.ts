/** The order of rows that are all there: by what a column shows, in the reader's language. */
import type { I18n } from '../../data/i18n.ts';
import type { CompiledColumn } from '../../language/compiled.ts';
import { evaluate, valueAt, type Scope } from '../../language/evaluate.ts';
import { captionsOf, caseFor, type Captions } from '../cells/Content.tsx';
import { shownText } from '../cells/shown.ts';
import type { ModelRow } from './model.ts';
import type { Row } from './rows.ts';
import type { Sort } from './state.ts';

/** The rows in this order; those that show nothing come last either way, equal ones stay as they came. */
export function inOrder(
  i18n: I18n,
  rows: readonly ModelRow[],
  { field, direction }: Sort,
  columns: readonly CompiledColumn[],
  captions: Captions,
  scope: Scope,
): readonly ModelRow[] {
  const column = columns.find(({ sort }) => sort === field);
  if (!column) return rows;
  const words = new Intl.Collator(i18n.current(), { numeric: true });
  const turn = direction === 'descending' ? -1 : 1;
  const keyAt = keysOf(i18n, column, captions, scope);
  const keys = rows.map(({ original }) => keyAt(original));
  const places = rows.map((_, place) => place);
  places.sort((one, other) => {
    const [a, b] = [keys[one]!, keys[other]!];
    if (typeof a === 'number' && typeof b === 'number') return turn * (a - b);
    if (a === '' || b === '') return Number(a === '') - Number(b === '');
    return turn * words.compare(String(a), String(b));
  });
  return places.map((place) => rows[place]!);
}

/** Numbers, days and moments by themselves, all else by its words. */
function keysOf(
  i18n: I18n,
  { content: cases }: CompiledColumn,
  captions: Captions,
  scope: Scope,
): (row: Row) => string | number {
  // Only a condition or an expression reads more than the row: a scope a row costs more than the rest.
  const scoped = cases.some(({ when, do: one }) => when || !('paths' in one));
  return (row) => keyOf(i18n, cases, captions, row, scoped ? { ...scope, row } : scope);
}

function keyOf(
  i18n: I18n,
  cases: CompiledColumn['content'],
  captions: Captions,
  row: Row,
  within: Scope,
): string | number {
  const content = caseFor(cases, within);
  if (!content) return '';
  const value = 'paths' in content ? valueAt(row, content.paths[0]!) : evaluate(content.value, within);
  if (typeof value === 'number') return value;
  if (typeof value === 'string' && DAY.test(value)) return Date.parse(value);
  return shownText(i18n, value, captionsOf(i18n, content, captions));
}

const DAY = /^\d{4}-\d{2}-\d{2}(T|$)/;
