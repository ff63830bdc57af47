/** Loads the evaluator for actions, whose expressions may be the only ones on the screen that need it. */
import { useEffect, useState } from 'react';
import { useEngine } from '../../data/engine.ts';
import { loadEvaluator } from '../../language/evaluate.ts';

const known = new WeakMap<object, boolean>();

/** Whether the part contains an expression that only the evaluator can evaluate. */
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

declare module '../../data/engine.ts' {
  interface Engine {
    readonly evaluator: Evaluator;
  }
}

export interface Evaluator {
  load(): Promise<void>;
  /** Whether it has been loaded for this engine. */
  isLoaded(): boolean;
}

export function createEvaluator(): Evaluator {
  let loaded = false;
  return {
    isLoaded: () => loaded,
    async load() {
      await loadEvaluator();
      loaded = true;
    },
  };
}

/**
 * Returns whether every expression in the part can be evaluated now; if not, loads the evaluator and renders the
 * component again.
 */
export function useReady(part: object | undefined): boolean {
  const { evaluator } = useEngine();
  const [, setArrived] = useState(false);
  const ready = evaluator.isLoaded() || !part || !holdsExpression(part);
  useEffect(() => {
    if (ready) return;
    evaluator.load().then(
      () => setArrived(true),
      (error: unknown) => console.error('The evaluator of expressions could not be loaded', error),
    );
  }, [evaluator, ready]);
  return ready;
}

/** Resolves once every expression in the parts can be evaluated. */
export async function readyFor(evaluator: Evaluator, ...parts: object[]): Promise<void> {
  if (!evaluator.isLoaded() && parts.some(holdsExpression)) await evaluator.load();
}
