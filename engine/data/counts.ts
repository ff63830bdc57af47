/** How many rows lists have, for whoever shows only that: what is asked at the same time goes in one call. */
import type { CompiledOperation } from '../language/compiled.ts';
import type { Arguments } from './request.ts';
import { send } from './transport.ts';

interface Question {
  operation: CompiledOperation;
  args: Arguments;
  resolve(size: number | undefined): void;
  reject(error: unknown): void;
}

let counting: CompiledOperation | undefined;
let asked: Question[] = [];

/** The operation that counts (`counts` of screens/app.json); without one each list is asked by itself. */
export function countBy(operation: CompiledOperation | undefined): void {
  counting = operation;
}

/** Rows that the operation would give; undefined where it says none, or is refused. */
export function countRows(operation: CompiledOperation, args: Arguments): Promise<number | undefined> {
  if (!counting) return countAlone(operation, args);
  return new Promise((resolve, reject) => {
    asked.push({ operation, args, resolve, reject });
    // All tabs of a page ask within one turn.
    if (asked.length === 1) setTimeout(() => void askTogether(counting!), 0);
  });
}

async function askTogether(by: CompiledOperation): Promise<void> {
  const questions = asked;
  asked = [];
  try {
    const of = questions.map(({ operation, args }) => ({ operation: operation.id, with: args }));
    const sizes = (await send(by, { of })) as (number | null)[];
    questions.forEach(({ resolve }, i) => resolve(sizes[i] ?? undefined));
  } catch (error) {
    for (const { reject } of questions) reject(error);
  }
}

/** Only the size is wanted: no rows. */
async function countAlone(operation: CompiledOperation, args: Arguments): Promise<number | undefined> {
  return sizeOf(await send(operation, args, operation.reply === 'page' ? { page: 0, count: 0 } : {}));
}

/** A page says its size, a list has one, a number is one. */
function sizeOf(reply: unknown): number | undefined {
  if (typeof reply === 'number') return reply;
  if (Array.isArray(reply)) return reply.length;
  const { size, count } = (reply ?? {}) as { size?: unknown; count?: unknown };
  return [size, count].find((one) => typeof one === 'number');
}
