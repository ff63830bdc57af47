/** Fields that hold what a table of its own ties to the record: read as a list, written after the record. */
import { sql, type Expression } from 'kysely';
import type { Db } from '../database/connection.ts';
import type { FieldMaker } from './fields.ts';
import { dynamic, type Columns } from './rows.ts';

/** What other tables tie to the record, worked out by SQL as a list; `saveTies` writes it after the record. */
export function ties(list: Expression<unknown>): FieldMaker {
  return (property) => ({
    columns: [],
    computed: () => list,
    show: (row) => row[property] ?? [],
    write: () => ({}),
  });
}

/** Makes a table hold exactly these rows for a record: `owner` names it by its columns. */
export async function saveTies(
  trx: Db,
  table: string,
  owner: Columns & { instance_id: string },
  rows: readonly Columns[],
): Promise<void> {
  let gone = dynamic(trx).deleteFrom(table);
  for (const [column, value] of Object.entries(owner)) gone = gone.where(column, '=', value);
  await gone.execute();
  if (rows.length === 0) return;
  await dynamic(trx)
    .insertInto(table)
    .values(rows.map((row) => ({ ...owner, ...row })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** A JSON list of what a query gives, one object a row; empty where it gives none. */
export function jsonList(query: Expression<unknown>): Expression<unknown> {
  return sql`coalesce((select json_agg(listed) from (${query}) as listed), '[]'::json)`;
}
