/** Requests the description from an operation and compiles it; an equal reply is compiled once. */
import { useEffect, useState } from 'react';
import { useOperation } from '../../data/useOperation.ts';
import type { ApiProblem } from '../../data/problem.ts';
import { useEngine } from '../../data/engine.ts';
import { valueAt } from '../../language/evaluate.ts';
import type { CompiledSchemaFrom } from '../../language/compiled.ts';
import { useRegistry } from '../../registry/context.ts';
import { usePage } from '../../page/page.ts';
import { useCallArguments } from '../../page/scope.ts';
import type { Around } from './context.ts';

export interface SentState<T> {
  /** Compiled, or not required. */
  ready: boolean;
  result?: T;
  problem?: ApiProblem;
  reload(): Promise<void>;
}

/** `compile` must be the same function at each render. Throws when its code cannot be loaded, for the error card of the view. */
export function useSent<T extends { faults: string[] }>(
  from: CompiledSchemaFrom,
  compile: (part: unknown, around: Around) => Promise<T>,
): SentState<T> {
  const { evaluator } = useEngine();
  const { screen } = usePage();
  const registry = useRegistry();
  const args = useCallArguments(from);
  const { data, error, reload } = useOperation<unknown>(screen.operations[from.operation], args);
  const [result, setResult] = useState<T>();
  const [failure, setFailure] = useState<unknown>();
  useEffect(() => {
    if (data === undefined) return;
    let gone = false;
    compile(valueAt(data, from.path), { screen, registry, evaluator, operation: from.operation }).then(
      (compiled) => {
        if (gone) return;
        if (compiled.faults.length) console.error('The server sent what cannot be shown', compiled.faults);
        setResult(compiled);
      },
      (fault: unknown) => !gone && setFailure(fault),
    );
    return () => {
      gone = true;
    };
  }, [data, from, compile, screen, registry, evaluator]);
  if (failure) throw failure;
  return {
    ready: args === null || result !== undefined,
    ...(result ? { result } : {}),
    ...(error && !result ? { problem: error } : {}),
    reload,
  };
}
