/** Reads what the rows of a page show, by their ids. */
import { sql, type CompiledQuery } from 'kysely';
import { plannedOnce } from '../database/connection.ts';
import type { InstanceCall } from '../http/handler.ts';
import type { BoundRecord } from './bind.ts';
import { rowsOf, selecting } from './read.ts';
import type { Row } from './rows.ts';

/** Who reads, and as whom: all that a question depends on beside what is asked. */
export const readerOf = ({ scope, account }: InstanceCall): string => JSON.stringify([scope.side, account]);

/** What the found rows show to `readerOf` the call, in their order; one that has gone meanwhile is left out. */
export async function wholeRows(
  record: BoundRecord,
  call: InstanceCall,
  reader: string,
  found: readonly Row[],
): Promise<Row[]> {
  if (found.length === 0) return [];
  const ids = found.map(({ id }) => id);
  const question = rowsQuestion(record, call, reader);
  const parameters = question.parameters.map((value) => (value === IDS ? ids : value));
  const { rows } = await call.scope.db.executeQuery<Row>({ ...question, parameters });
  const whole = new Map(rows.map((row) => [row['id'], row]));
  return ids.map((id) => whole.get(id)).filter((row) => row !== undefined);
}

/** Stands for the ids in a question that is asked with others each time. */
const IDS = Symbol('ids');
const QUESTIONS = 200;
const questions = new WeakMap<BoundRecord, Map<string, CompiledQuery<Row>>>();

/** The question for rows by their ids. It follows from who reads, with rights and reach, and is made once for each. */
function rowsQuestion(
  record: BoundRecord,
  { scope, account }: InstanceCall,
  reader: string,
): CompiledQuery<Row> {
  const known = questions.get(record) ?? new Map<string, CompiledQuery<Row>>();
  questions.set(record, known);
  const made = known.get(reader);
  if (made) return made;
  const rows = rowsOf(scope.db, record).where('t.id', '=', sql<string>`any(${IDS}::uuid[])`);
  const question = plannedOnce(selecting(rows, record, record.listed, account).select('t.id')).compile();
  if (known.size >= QUESTIONS) known.clear();
  known.set(reader, question);
  return question;
}
