/** Reads what the rows of a page show, by their ids. */
import { sql, type CompiledQuery } from 'kysely';
import { askAgain, plannedOnce } from '../database/connection.ts';
import type { InstanceCall } from '../http/handler.ts';
import type { BoundRecord } from './bind.ts';
import { Questions } from './questions.ts';
import { rowsOf, selecting } from './read.ts';
import type { Row } from './rows.ts';

/** Who reads, and as whom: all that a question depends on beside what is asked. */
export const readerOf = ({ scope, account }: InstanceCall): string => JSON.stringify([scope.side, account]);

/** Stands for the ids. */
const IDS = Symbol('ids');
const questions = new Questions();

/** What the found rows show to `readerOf` the call, in their order; one that has gone meanwhile is left out. */
export async function wholeRows(
  record: BoundRecord,
  call: InstanceCall,
  reader: string,
  found: readonly Row[],
): Promise<Row[]> {
  if (found.length === 0) return [];
  const ids = found.map(({ id }) => id);
  const question = questions.get(record, reader, () => compile(record, call));
  const { rows } = await askAgain(call.scope.db, question, IDS, ids);
  const whole = new Map(rows.map((row) => [row['id'], row]));
  return ids.map((id) => whole.get(id)).filter((row) => row !== undefined);
}

function compile(record: BoundRecord, { scope, account }: InstanceCall): CompiledQuery<Row> {
  const rows = rowsOf(scope.db, record).where('t.id', '=', sql<string>`any(${IDS}::uuid[])`);
  return plannedOnce(selecting(rows, record, record.listed, account).select('t.id')).compile();
}
