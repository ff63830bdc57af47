/** Compiled questions of records that are asked again and again: by all that they follow from. */
import type { CompiledQuery } from 'kysely';
import type { BoundRecord } from './bind.ts';
import type { Row } from './rows.ts';

/** Kept of a record; then they are made anew. */
const KEPT = 200;

/** Rights and reach stand in what a question follows from, so whoever has others gets another question. */
export class Questions {
  readonly #known = new WeakMap<BoundRecord, Map<string, CompiledQuery<Row>>>();

  get(record: BoundRecord, from: string, compile: () => CompiledQuery<Row>): CompiledQuery<Row> {
    const known = this.#known.get(record) ?? new Map<string, CompiledQuery<Row>>();
    this.#known.set(record, known);
    const found = known.get(from);
    if (found) return found;
    const question = compile();
    if (known.size >= KEPT) known.clear();
    known.set(from, question);
    return question;
  }
}
