/** Kinds of filters of a list: each narrows the rows by one property of the `filter` parameter. */
import { sql, type Expression, type SqlBool } from 'kysely';
import type { Account } from '../access/accounts.ts';
import { anyOf, contains } from '../database/paging.ts';
import { columnRef } from './rows.ts';

export interface Filter<Value = unknown> {
  /** Columns that it looks at; each has an index. */
  columns: string[];
  /** The condition for a value; undefined when every row passes. `filter` holds the values of all. */
  where(
    value: Value,
    account: Account,
    filter: Readonly<Record<string, unknown>>,
  ): Expression<SqlBool> | undefined;
  /** Conditions of which a row that passes `where` passes one, and another row none. */
  parts?(value: Value, account: Account): readonly Expression<SqlBool>[];
  /** Columns in whose order an index holds the rows of each part: by instance, the filter's column, this one and `id`. */
  along?: readonly string[];
  /** The values of which the column has one in every row that passes. */
  values?(value: Value): readonly string[];
  /** What a row that passes also passes by another column, where it has a value there: it bounds the order of that one. */
  bounds?: { column: string; where(value: Value): Expression<SqlBool> };
}

/** The column is the value. */
export function equals(name: string, along: readonly string[] = []): Filter<string | number | boolean> {
  return whole([name], (value) => sql<SqlBool>`${columnRef(name)} = ${value}`, along);
}

/** A condition whose rows are one part. */
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

/** The column is one of the values; none passes an empty list. */
export function oneOf(
  name: string,
  type: 'text' | 'uuid' = 'text',
  along: readonly string[] = [],
): Filter<string[]> {
  return {
    columns: [name],
    // An index of several columns holds what has one value in order, and what has one of a list does not.
    where: (values) =>
      values.length === 1
        ? sql<SqlBool>`${columnRef(name)} = ${values[0]}`
        : sql<SqlBool>`${columnRef(name)} = ${anyOf(values, type)}`,
    parts: (values) => [...new Set(values)].map((value) => sql<SqlBool>`${columnRef(name)} = ${value}`),
    along,
    values: (values) => values,
  };
}

/** A day that the column holds, open where it holds none, is not before this one. */
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
 * A day that the column holds is not before this one, nor is a later day of the same row, which may be missing. In the
 * order of the later day, rows before the period are left out by its index, which knows nothing of the other column.
 */
export function daysFrom(name: string, { later }: { later: string }): Filter<string> {
  const since = (column: string) => (day: string) => sql<SqlBool>`${columnRef(column)} >= ${day}`;
  return { columns: [name], where: since(name), bounds: { column: later, where: since(later) } };
}

/** The text stands somewhere in one of the columns; every row passes an empty one. */
export function containedIn(...names: string[]): Filter<string> {
  return {
    columns: names,
    where: (text) => {
      const any = names.map((name) => contains(columnRef(name), text));
      return text.trim() === '' ? undefined : sql<SqlBool>`(${sql.join(any, sql` or `)})`;
    },
  };
}

/** As `containedIn`, for a column with an index of its pairs: that of trigrams does not find a text of two signs. */
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

/** A condition of its own over these columns; the record's table is called `t`. */
export function condition<Value>(columns: string[], where: Filter<Value>['where']): Filter<Value> {
  return { columns, where };
}
