/** Kinds of filters of a list: each narrows the rows by one property of the `filter` parameter. */
import { sql, type Expression, type SqlBool } from 'kysely';
import type { Account } from '../access/accounts.ts';
import { anyOf, contains } from '../database/paging.ts';
import { columnRef } from './rows.ts';

export interface Filter<Value = unknown> {
  /** Columns that it uses; each has an index. */
  columns: string[];
  /**
   * Returns the condition for a value; undefined when it excludes no row. `filter` contains the values of all filters.
   */
  where(
    value: Value,
    account: Account,
    filter: Readonly<Record<string, unknown>>,
  ): Expression<SqlBool> | undefined;
  /** Disjoint conditions: a row that matches `where` matches exactly one of them, any other row none. */
  parts?(value: Value, account: Account): readonly Expression<SqlBool>[];
  /** Columns by which an index sorts the rows of each part: it has instance, the filter's column, this one and `id`. */
  along?: readonly string[];
  /** The values of the filter; the column of every matching row has one of them. */
  values?(value: Value): readonly string[];
  /** A condition on another column that matching rows satisfy if it has a value there: it bounds the order by it. */
  bounds?: { column: string; where(value: Value): Expression<SqlBool> };
}

/** The column equals the value. */
export function equals(name: string, along: readonly string[] = []): Filter<string | number | boolean> {
  return whole([name], (value) => sql<SqlBool>`${columnRef(name)} = ${value}`, along);
}

/** A filter whose matching rows are one part. */
export function whole<Value>(
  columns: string[],
  where: (value: Value, account: Account) => Expression<SqlBool> | undefined,
  along: readonly string[],
): Filter<Value> {
  const parts = (value: Value, account: Account) => {
    const part = where(value, account);
    return part ? [part] : [];
  };
  return { columns, where, parts, along };
}

/** The column equals one of the values; an empty list matches no row. */
export function oneOf(
  name: string,
  type: 'text' | 'uuid' = 'text',
  along: readonly string[] = [],
): Filter<string[]> {
  return {
    columns: [name],
    // A composite index has the rows of one value in order, but not those of several values.
    where: (values) =>
      values.length === 1
        ? sql<SqlBool>`${columnRef(name)} = ${values[0]}`
        : sql<SqlBool>`${columnRef(name)} = ${anyOf(values, type)}`,
    parts: (values) => [...new Set(values)].map((value) => sql<SqlBool>`${columnRef(name)} = ${value}`),
    along,
    values: (values) => values,
  };
}

/** The date in the column, with null as open-ended, is not before the given day. */
export function endsFrom(name: string): Filter<string> {
  const end = columnRef(name);
  return {
    columns: [name],
    where: (day) => sql<SqlBool>`(${end} is null or ${end} >= ${day})`,
    parts: (day) => [sql<SqlBool>`${end} >= ${day}`, sql<SqlBool>`${end} is null`],
    along: [name],
  };
}

/**
 * The date in the column is not before the given day; nor is a later date of the same row, which may be null. In the
 * order of the later date, its index thus skips rows before the period without the other column.
 */
export function daysFrom(name: string, { later }: { later: string }): Filter<string> {
  const since = (column: string) => (day: string) => sql<SqlBool>`${columnRef(column)} >= ${day}`;
  return { columns: [name], where: since(name), bounds: { column: later, where: since(later) } };
}

/** The text occurs in one of the columns; an empty text matches every row. */
export function containedIn(...names: string[]): Filter<string> {
  return {
    columns: names,
    where: (text) => {
      const any = names.map((name) => contains(columnRef(name), text));
      return text.trim() === '' ? undefined : sql<SqlBool>`(${sql.join(any, sql` or `)})`;
    },
  };
}

/**
 * `containedIn` for a column with an index of character pairs: a trigram index cannot find a text of two characters.
 */
export function containedInPairs(name: string): Filter<string> {
  const { columns, where } = containedIn(name);
  return {
    columns,
    where: (text, account, filter) => {
      const found = where(text, account, filter);
      const sought = text.trim();
      if (!found || sought.length !== 2) return found;
      return sql<SqlBool>`(text_pairs(${columnRef(name)}) @> text_pairs(${sought}::text) and ${found})`;
    },
  };
}

/** A custom condition on these columns; the record's table is aliased as `t`. */
export function condition<Value>(columns: string[], where: Filter<Value>['where']): Filter<Value> {
  return { columns, where };
}
