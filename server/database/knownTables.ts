/** The tables as the database itself tells them: what scope and records are held to. */
import { sql } from 'kysely';
import type { Db } from './connection.ts';

/** Columns by table. A table with a column `instance_id` holds rows that belong to one instance each. */
export type Tables = ReadonlyMap<string, ReadonlySet<string>>;

const known = new WeakMap<Db, Promise<Tables>>();

/** Reads the tables once for each database; after a failure the next call asks again. */
export function readTables(db: Db): Promise<Tables> {
  const reading = known.get(db) ?? readColumns(db);
  known.set(db, reading);
  reading.catch(() => known.delete(db));
  return reading;
}

async function readColumns(db: Db): Promise<Tables> {
  const { rows } = await sql<{ table: string; columns: string[] }>`
    select table_name::text as table, array_agg(column_name::text) as columns
    from information_schema.columns where table_schema = current_schema() group by 1`.execute(db);
  return new Map(rows.map(({ table, columns }) => [table, new Set(columns)]));
}

/** Whether the rows of a table belong to one instance each; throws for a table that the database lacks. */
export function belongsToInstance(tables: Tables, table: string): boolean {
  const columns = tables.get(table);
  if (!columns) throw new Error(`A scoped query names ${table}, which is no table of the database`);
  return columns.has('instance_id');
}
