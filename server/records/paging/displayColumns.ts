/** Reads the displayed columns of the rows of a page, by their ids. */
import { sql } from 'kysely';
import { asPreparedStatement, executePrepared, type PreparedQuery } from '../../database/prepared.ts';
import { rowsOf, selecting } from '../read.ts';
import type { Row } from '../rows.ts';
import type { ListQuery } from './list.ts';

/** Placeholder of the ids. */
const IDS = Symbol('ids');

/** Returns the rows of these keys in their order, with all displayed columns; leaves out rows deleted meanwhile. */
export async function loadDisplayColumns(list: ListQuery, keys: readonly Row[]): Promise<Row[]> {
  if (keys.length === 0) return [];
  const ids = keys.map(({ id }) => id);
  const query = list.caches.displays.get(list.queryKey, list.call.scope.reach, () => compile(list));
  const { rows } = await executePrepared(list.call.scope.db, query, IDS, ids);
  const byId = new Map(rows.map((row) => [row['id'], row]));
  return ids.map((id) => byId.get(id)).filter((row) => row !== undefined);
}

function compile({ record, call: { scope, account } }: ListQuery): PreparedQuery<Row> {
  const rows = rowsOf(scope.db, record).where('t.id', '=', sql<string>`any(${IDS}::uuid[])`);
  return asPreparedStatement(selecting(rows, record, record.listed, account).select('t.id').compile());
}
