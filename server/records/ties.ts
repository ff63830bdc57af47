/** Fields that hold what a table of its own ties to the record: read as a list, written after the record. */
import { sql, type Expression } from 'kysely';
import type { ScopedDb } from '../access/scope.ts';
import type { FieldMaker } from './fields.ts';
import { dynamic, type Columns } from './rows.ts';

interface Tied<Item> {
  table: string;
  /** Column that holds the record. */
  by: string;
  /** What a row holds of an item of the list, at its place. */
  row: (item: Item, place: number) => Columns;
}

/** What a table of its own ties to the record, read as a list by SQL; a save makes the table hold the list it gives. */
export function ties<Item>(list: Expression<unknown>, { table, by, row: rowOf }: Tied<Item>): FieldMaker {
  return (property) => ({
    columns: [],
    computed: () => list,
    show: (row) => row[property] ?? [],
    write: () => ({}),
    keep: (value, { id, instance_id }, { trx }) =>
      saveTies(trx, table, { instance_id, [by]: id }, ((value ?? []) as Item[]).map(rowOf)),
  });
}

/** Makes a table hold exactly these rows for a record: `owner` names it by its columns. */
async function saveTies(
  trx: ScopedDb,
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
