/** Expressions of an action may be the only ones on the screen that need the evaluator: it loads then. */
import { loadEvaluator } from '../../language/evaluate.ts';

const known = new WeakMap<object, boolean>();

/** Whether an expression that only the evaluator can work out stands anywhere in it. */
export function holdsExpression(part: object): boolean {
  const answer = known.get(part) ?? search(part);
  known.set(part, answer);
  return answer;
}

function search(part: unknown): boolean {
  if (typeof part !== 'object' || part === null) return false;
  if ('cel' in part && typeof part.cel === 'string') return true;
  return Object.values(part).some(search);
}

/** Resolves once everything in it can be evaluated. */
export async function readyFor(...parts: object[]): Promise<void> {
  if (parts.some(holdsExpression)) await loadEvaluator();
}
