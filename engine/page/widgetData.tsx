/**
 * The data port of widgets and fields: they can call only the operations that their manifest names, so that the access
 * check sees every call.
 */
import { createContext, useCallback, useContext, useMemo, type ReactNode } from 'react';
import {
  useOperation as useAnyOperation,
  type OperationResult,
  type UseOperationOptions,
} from '../data/useOperation.ts';
import { useEngine } from '../data/engine.ts';
import type { Arguments } from '../language/request.ts';
import type { CompiledOperation } from '../language/compiled.ts';
import { usePage } from './page.ts';

type Find = (name: string) => CompiledOperation;

const Port = createContext<Find>((name) => {
  throw new Error(`Operation "${name}" is out of reach: only widgets and fields have a data port.`);
});

/** Lets children call the operations of a widget's manifest. */
export function DataPort({
  of,
  names,
  children,
}: {
  of: string;
  names: readonly string[];
  children: ReactNode;
}) {
  const { screen } = usePage();
  const find = useMemo<Find>(
    () => (name) => {
      const operation = names.includes(name) ? screen.operations[name] : undefined;
      if (operation) return operation;
      const known = names.join(', ') || 'none';
      throw new Error(`widget.json of "${of}" names no operation "${name}"; it names ${known}.`);
    },
    [of, names, screen],
  );
  return <Port value={find}>{children}</Port>;
}

/**
 * Reads an operation that the manifest names under `operations`; `args` of null requests nothing. The reply is cached,
 * shared with the surrounding screen, and requested again when a call makes it stale.
 * @example const { data, loading } = useOperation<{ list: Book[] }>('bookPaging', { shelfId });
 */
export function useOperation<T = unknown>(
  name: string,
  args: Arguments | null,
  options?: UseOperationOptions,
): OperationResult<T> {
  return useAnyOperation<T>(useContext(Port)(name), args, options);
}

/**
 * Calls an operation that the manifest names under `calls`. Rejects with an ApiProblem, whose `message` is for the
 * user.
 * @example const call = useCall(); await call('photoRotate', { fileId, angle: 90 });
 */
export function useCall(): (name: string, args: Arguments) => Promise<unknown> {
  const { api } = useEngine();
  const find = useContext(Port);
  return useCallback((name, args) => api.call(find(name), args), [api, find]);
}
