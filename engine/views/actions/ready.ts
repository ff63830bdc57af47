/** Expressions of an action may be the only ones on the screen that need the evaluator: it loads then. */
import { useEffect, useState } from 'react';
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

let loaded = false;

async function load(): Promise<void> {
  await loadEvaluator();
  loaded = true;
}

/** Whether everything in it can be evaluated now; if not, it is made ready and the component drawn again. */
export function useReady(part: object | undefined): boolean {
  const [, arrived] = useState(false);
  const ready = loaded || !part || !holdsExpression(part);
  useEffect(() => {
    if (ready) return;
    load().then(
      () => arrived(true),
      (error: unknown) => console.error('The evaluator of expressions could not be loaded', error),
    );
  }, [ready]);
  return ready;
}

/** Resolves once everything in it can be evaluated. */
export async function readyFor(...parts: object[]): Promise<void> {
  if (!loaded && parts.some(holdsExpression)) await load();
}
