/** One call on many rows: each row is carried out or refused by itself. */
import { alone, type Db } from '../database/connection.ts';
import { errorFields, log } from '../core/log.ts';
import { toProblem, type Problem } from '../core/problems.ts';
import type { Translate } from '../core/texts.ts';

/** A row of a request: the version that the record must have is that of its If-Match when it is changed alone. */
export interface BatchItem {
  id: string;
  version?: number | null;
}

/** What became of a row. */
export interface BatchAnswer {
  id: string;
  /** As if the row had been sent alone: 200, or the status of its refusal. */
  status: number;
  /** Of a refusal: machine-readable word, and a sentence in the locale of the request. */
  code: string | null;
  reason: string | null;
  /** Version of the record after the change, if it has one. */
  version: number | null;
}

export interface BatchReply {
  /** How many were carried out. */
  done: number;
  /** In the order of the request. */
  rows: BatchAnswer[];
  /** How many were carried out and how many not, as a sentence. */
  summary: string;
}

/** The sentence of a refusal. */
export const reasonOf = ({ code, options }: Problem, translate: Translate): string =>
  translate(options.message ?? `server.${code}`, options.values);

/**
 * Carries out `work` for each row, one after the other, in a transaction of its own. A row that fails is answered with
 * its status and reason and leaves nothing behind; the rest is carried out.
 *
 * @example
 * inBatch(call.scope.db, call.translate, body.rows, ({ id, version }) => approve(call, id, version));
 */
export async function inBatch<Item extends BatchItem>(
  db: Db,
  translate: Translate,
  items: readonly Item[],
  work: (item: Item) => Promise<unknown>,
): Promise<BatchReply> {
  const rows: BatchAnswer[] = [];
  for (const item of items) {
    try {
      const result = (await alone(db, () => work(item))) as { version?: number } | undefined;
      rows.push({ id: item.id, status: 200, code: null, reason: null, version: result?.version ?? null });
    } catch (error) {
      rows.push(refused(item, toProblem(error), translate));
    }
  }
  const done = rows.filter(({ status }) => status === 200).length;
  const failed = rows.length - done;
  const summary = translate(failed > 0 ? 'server.batch.failures' : 'server.batch.done', { done, failed });
  return { done, rows, summary };
}

function refused({ id }: BatchItem, problem: Problem, translate: Translate): BatchAnswer {
  const { status, code } = problem;
  // The answer is a success as a whole, so nothing else reports it.
  if (status >= 500) log('error', 'batch', errorFields(problem.options.cause ?? problem));
  return { id, status, code, reason: reasonOf(problem, translate), version: null };
}
