/** Fields whose items are rows of a separate table: read as a list, written after the record. */
import { sql, type Expression } from 'kysely';
import type { ScopedDb } from '../access/scope.ts';
import type { FieldMaker } from './fields.ts';
import { dynamic, type Columns } from './rows.ts';

interface Tied<Item> {
  table: string;
  /** Column that refers to the record. */
  by: string;
  /** Returns the columns of an item at its place in the list. */
  row: (item: Item, place: number) => Columns;
}

/** A list of rows of a separate table, read by SQL; a save replaces the rows by the given list. */
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

/** Makes a table contain exactly these rows for a record: `owner` has the columns that identify it. */
async function saveTies(
  trx: ScopedDb,
  table: string,
  owner: Columns & { instance_id: string },
  rows: readonly Columns[],
): Promise<void> {
  let deletion = dynamic(trx).deleteFrom(table);
  for (const [column, value] of Object.entries(owner)) deletion = deletion.where(column, '=', value);
  await deletion.execute();
  if (rows.length === 0) return;
  await dynamic(trx)
    .insertInto(table)
    .values(rows.map((row) => ({ ...owner, ...row })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Returns a JSON list of the rows of a query, one object each; empty when there are none. */
export function jsonList(query: Expression<unknown>): Expression<unknown> {
  return sql`coalesce((select json_agg(listed) from (${query}) as listed), '[]'::json)`;
}
