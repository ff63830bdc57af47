/** Reads the page's scope in components: a component re-renders only when the value it reads changes. */
import { useCallback, useEffect, useMemo, useRef } from 'react';
import { useEngine } from '../data/engine.ts';
import { useStore } from '../data/store.ts';
import { evaluate, holds, type Scope } from '../language/evaluate.ts';
import type {
  CompiledArguments,
  CompiledCall,
  CompiledOperation,
  CompiledValue,
} from '../language/compiled.ts';
import { NEW } from '../language/request.ts';
import { within } from './conditions.ts';
import { usePage, type Reloader } from './page.ts';
import { same } from './same.ts';

/** The whole scope, with local names (`row`, `filters`, `result`) on top. */
export function useScope(local?: Scope): Scope {
  const page = usePage();
  const base = useStore(page.scope);
  return useMemo(() => within(page, base, local), [page, base, local]);
}

/** Returns the result of `read` for the scope; the same object while it is deeply equal. */
export function useSelected<T>(read: (scope: Scope) => T, local?: Scope): T {
  const page = usePage();
  return useStore(page.scope, (base) => read(within(page, base, local)), same);
}

export function useValue(value: CompiledValue | undefined, local?: Scope): unknown {
  const read = useCallback((scope: Scope) => (value ? evaluate(value, scope) : undefined), [value]);
  return useSelected(read, local);
}

export function useHolds(condition: CompiledValue | undefined, local?: Scope): boolean {
  const read = useCallback((scope: Scope) => holds(condition, scope), [condition]);
  return useSelected(read, local);
}

/** Evaluates each argument. */
export function argumentsIn(args: CompiledArguments, scope: Scope): Record<string, unknown> {
  return Object.fromEntries(Object.entries(args).map(([name, value]) => [name, evaluate(value, scope)]));
}

const NOTHING = {};

const defined = (args: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(args).filter(([, value]) => value !== undefined));

/**
 * Returns the arguments to call with, or null while the call must not be made: its condition is false, a required
 * parameter is not known yet, or the record that it requests is still to be created.
 */
export function callArguments(
  call: CompiledCall,
  operation: CompiledOperation | undefined,
  scope: Scope,
  beside: Record<string, unknown> = NOTHING,
): Record<string, unknown> | null {
  if (!operation || !holds(call.when, scope)) return null;
  const args = { ...beside, ...defined(argumentsIn(call.with, scope)) };
  for (const [name, parameter] of Object.entries(operation.parameters)) {
    const missing = args[name] === undefined || args[name] === null || args[name] === '';
    if (parameter.required && missing) return null;
    if (parameter.in === 'path' && args[name] === NEW) return null;
  }
  return args;
}

/** @param beside arguments from elsewhere, such as the values of filters; the call's own take precedence */
export function useCallArguments(
  call: CompiledCall | undefined,
  local?: Scope,
  beside?: Record<string, unknown>,
): Record<string, unknown> | null {
  const { screen } = usePage();
  const read = useCallback(
    (scope: Scope) => (call ? callArguments(call, screen.operations[call.operation], scope, beside) : null),
    [call, screen, beside],
  );
  return useSelected(read, local);
}

/** Lets the action `refresh` reload this view. */
export function useReloader(reload: () => Promise<unknown>, name?: string): void {
  const { reloaders } = usePage();
  const latest = useRef(reload);
  useEffect(() => {
    latest.current = reload;
  });
  useEffect(() => {
    const reloader: Reloader = { ...(name ? { name } : {}), reload: () => latest.current() };
    reloaders.add(reloader);
    return () => void reloaders.delete(reloader);
  }, [reloaders, name]);
}

/** While true, closing the page (or dialog) asks for confirmation, and a session that ends waits for the user. */
export function useUnsaved(holdsWork: boolean): void {
  const { unsavedWork } = useEngine();
  const { unsaved } = usePage();
  useEffect(() => {
    if (!holdsWork) return;
    unsaved.set((n) => n + 1);
    const release = unsavedWork.hold();
    return () => {
      release();
      unsaved.set((n) => n - 1);
    };
  }, [unsavedWork, unsaved, holdsWork]);
}
