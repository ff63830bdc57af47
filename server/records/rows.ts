/** Queries on tables whose names are data, shared by all records. */
import { sql, type Expression, type Kysely } from 'kysely';
import type { ScopedDb } from '../access/scope.ts';

/** Values by the name of their column. */
export type Columns = Record<string, unknown>;
export type Row = Record<string, unknown>;

/** Columns of every record's table. */
export interface OwnRow extends Row {
  id: string;
  instance_id: string;
  version: number;
}

/** Returns the same database, typed for queries on tables whose names are data; a scope narrows them all the same. */
export function dynamic(db: ScopedDb): Kysely<Record<string, Row>> {
  return db as unknown as Kysely<Record<string, Row>>;
}

/** Returns the column of a property: `effectiveDate` is in `effective_date`. */
export function columnOf(property: string): string {
  return property.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** Returns a column in a query over records, whose own table is aliased as `t`. */
export function columnRef(name: string): Expression<unknown> {
  return sql.ref(name.includes('.') ? name : `t.${name}`);
}
