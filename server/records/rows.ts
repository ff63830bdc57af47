/** Rows of tables that are known by name only: the queries that every record shares. */
import { sql, type Expression, type Kysely } from 'kysely';
import type { ScopedDb } from '../access/scope.ts';

/** Values by the name of their column. */
export type Columns = Record<string, unknown>;
export type Row = Record<string, unknown>;

/** What every table of records has. */
export interface OwnRow extends Row {
  id: string;
  instance_id: string;
  version: number;
}

/** The same database, to be asked for tables by a name that is data; scope narrows it just the same. */
export function dynamic(db: ScopedDb): Kysely<Record<string, Row>> {
  return db as unknown as Kysely<Record<string, Row>>;
}

/** The column of a property: `effectiveDate` is in `effective_date`. */
export function columnOf(property: string): string {
  return property.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** A column in a query over records, whose own table is called `t`. */
export function columnRef(name: string): Expression<unknown> {
  return sql.ref(name.includes('.') ? name : `t.${name}`);
}
