/**
 * Sorts rows that are all loaded: by the text a column shows, in the user's language. It replaces the row model of the
 * library, which reads the value of each row at every comparison and caches values of outdated captions and languages.
 */
import type { I18n } from '../../data/i18n.ts';
import type { CompiledColumn } from '../../language/compiled.ts';
import { evaluate, valueAt, type Scope } from '../../language/evaluate.ts';
import { captionsOf, caseFor, type Captions } from '../cells/Content.tsx';
import { shownText } from '../cells/shown.ts';
import type { Row } from './rows.ts';

/** Context for reading the values of rows. */
export interface LocalOrder {
  i18n: I18n;
  columns: readonly CompiledColumn[];
  captions: Captions;
  scope: Scope;
}

type Key = string | number;

/** Part of a TanStack table from which the sorted rows are computed. */
interface Sorting<R> {
  getPreSortedRowModel(): RowModel<R>;
  atoms: { sorting: { get(): readonly { id: string; desc: boolean }[] } };
  options: { meta: LocalOrder };
}

interface RowModel<R> {
  rows: R[];
  flatRows: R[];
  rowsById: Record<string, R>;
}

/** Returns the sorted rows; empty values come last in both directions, equal ones keep their order. */
export function sortedRowModel<R extends { original: Row }>(table: Sorting<R>): () => RowModel<R> {
  const keysFor = once((before: RowModel<R>, id: string, meta: LocalOrder) => keysOf(before.rows, id, meta));
  const sorted = once((before: RowModel<R>, keys: readonly Key[], desc: boolean, { i18n }: LocalOrder) => {
    const rows = inOrder(keys, desc ? -1 : 1, i18n.textOrder()).map((place) => before.rows[place]!);
    return { rows, flatRows: rows, rowsById: before.rowsById };
  });
  return () => {
    const before = table.getPreSortedRowModel();
    const [first] = table.atoms.sorting.get();
    const { meta } = table.options;
    return first ? sorted(before, keysFor(before, first.id, meta), first.desc, meta) : before;
  };
}

/** Returns the places of the keys in sorted order. */
function inOrder(keys: readonly Key[], turn: number, compare: (a: string, b: string) => number): number[] {
  const places = keys.map((_, place) => place);
  return places.sort((one, other) => {
    const a = keys[one]!;
    const b = keys[other]!;
    if (typeof a === 'number' && typeof b === 'number') return turn * (a - b);
    if (a === '' || b === '') return Number(a === '') - Number(b === '');
    return turn * compare(String(a), String(b));
  });
}

/** Sort keys: numbers, dates and times by value, all else by its text. */
function keysOf(rows: readonly { original: Row }[], id: string, order: LocalOrder): Key[] {
  const { i18n, columns, captions, scope } = order;
  const cases = columns.find((column) => column.id === id)!.content;
  // Only a condition or an expression reads more than the row: one scope per row costs more than the rest.
  const scoped = cases.some(({ when, do: one }) => when || !('paths' in one));
  return rows.map(({ original: row }) =>
    keyOf(i18n, cases, captions, row, scoped ? { ...scope, row } : scope),
  );
}

function keyOf(
  i18n: I18n,
  cases: CompiledColumn['content'],
  captions: Captions,
  row: Row,
  within: Scope,
): Key {
  const content = caseFor(cases, within);
  if (!content) return '';
  const value = 'paths' in content ? valueAt(row, content.paths[0]!) : evaluate(content.value, within);
  if (typeof value === 'number') return value;
  if (typeof value === 'string' && DAY.test(value)) return Date.parse(value);
  return shownText(i18n, value, captionsOf(i18n, content, captions));
}

const DAY = /^\d{4}-\d{2}-\d{2}(T|$)/;

/** Memoizes the last result: computes again only when the arguments change. */
function once<A extends readonly unknown[], T>(make: (...args: A) => T): (...args: A) => T {
  let last: { args: A; result: T } | undefined;
  return (...args) => {
    if (!last || args.some((arg, i) => arg !== last!.args[i])) last = { args, result: make(...args) };
    return last.result;
  };
}
