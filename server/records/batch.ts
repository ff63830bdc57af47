/** One request for many rows: each row succeeds or is refused separately. */
import { alone, type Db } from '../database/connection.ts';
import { errorFields, log } from '../core/log.ts';
import { toProblem, type Problem } from '../core/problems.ts';
import type { Translate } from '../core/texts.ts';

/** A row of a request; `version` is the version that the record must have, as in If-Match of a single change. */
export interface BatchItem {
  id: string;
  version?: number | null;
}

/** Result of a row. */
export interface BatchAnswer {
  id: string;
  /** Status as if the row had been sent alone: 200, or that of its refusal. */
  status: number;
  /** For a refusal: machine-readable code, and a sentence in the locale of the request. */
  code: string | null;
  reason: string | null;
  /** Version of the record after the change, if it has one. */
  version: number | null;
}

export interface BatchReply {
  /** Number of successful rows. */
  done: number;
  /** In the order of the request. */
  rows: BatchAnswer[];
  /** A sentence with the numbers of successful and failed rows. */
  summary: string;
}

/** Returns the sentence of a refusal. */
export const reasonOf = ({ code, options }: Problem, translate: Translate): string =>
  translate(options.message ?? `server.${code}`, options.values);

/**
 * Runs `work` for each row, one after the other, each in a separate transaction. A row that fails gets its status and
 * reason and is rolled back; the others are still processed.
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
  // The reply as a whole is a success, so nothing else logs the error.
  if (status >= 500) log('error', 'batch', errorFields(problem.options.cause ?? problem));
  return { id, status, code, reason: reasonOf(problem, translate), version: null };
}
