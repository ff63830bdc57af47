/** Kinds of filters of a list: each narrows the rows by one property of the `filter` parameter. */
import { sql, type Expression, type SqlBool } from 'kysely';
import type { Account } from '../access/accounts.ts';
import { anyOf, contains } from '../http/paging.ts';
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
}

/** The column is the value. */
export function equals(name: string): Filter<string | number | boolean> {
  return { columns: [name], where: (value) => sql<SqlBool>`${columnRef(name)} = ${value}` };
}

/** The column is one of the values; none passes an empty list. */
export function oneOf(name: string, type: 'text' | 'uuid' = 'text'): Filter<string[]> {
  return { columns: [name], where: (values) => sql<SqlBool>`${columnRef(name)} = ${anyOf(values, type)}` };
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
