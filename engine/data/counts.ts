/** Counts the rows of lists, for views that show only the number: counts requested together are sent in one call. */
import type { CompiledOperation } from '../language/compiled.ts';
import type { Arguments } from '../language/request.ts';
import type { Transport } from './transport.ts';

declare module './engine.ts' {
  interface Engine {
    readonly counts: Counts;
  }
}

export interface Counts {
  /** Number of rows that the operation would return; undefined when the reply has no size, or it is refused. */
  rows(operation: CompiledOperation, args: Arguments): Promise<number | undefined>;
}

interface Question {
  operation: CompiledOperation;
  args: Arguments;
  resolve(size: number | undefined): void;
  reject(error: unknown): void;
}

/** @param by the operation that counts (`counts` of screens/app.json); without one each list is called separately */
export function createCounts({ send }: Transport, by: CompiledOperation | undefined): Counts {
  let waiting: Question[] = [];
  const countTogether = async (operation: CompiledOperation) => {
    const questions = waiting;
    waiting = [];
    try {
      const of = questions.map((one) => ({ operation: one.operation.id, with: one.args }));
      const sizes = (await send(operation, { of })) as (number | null)[];
      questions.forEach(({ resolve }, i) => resolve(sizes[i] ?? undefined));
    } catch (error) {
      for (const { reject } of questions) reject(error);
    }
  };
  return {
    async rows(operation, args) {
      // Only the size is needed, so no rows are requested.
      if (!by)
        return sizeOf(await send(operation, args, operation.reply === 'page' ? { page: 0, count: 0 } : {}));
      return new Promise((resolve, reject) => {
        waiting.push({ operation, args, resolve, reject });
        // All tabs of a page request their counts in the same task.
        if (waiting.length === 1) setTimeout(() => void countTogether(by), 0);
      });
    },
  };
}

/** Returns the size of a page, the length of a list, or the number itself. */
function sizeOf(reply: unknown): number | undefined {
  if (typeof reply === 'number') return reply;
  if (Array.isArray(reply)) return reply.length;
  const { size, count } = (reply ?? {}) as { size?: unknown; count?: unknown };
  return [size, count].find((one) => typeof one === 'number');
}
