/** A value outside React that components subscribe to, one slice at a time. */
import { useRef, useSyncExternalStore } from 'react';

export interface Store<T> {
  get(): T;
  /** Replaces the value; a function receives the present one. */
  set(next: T | ((current: T) => T)): void;
  subscribe(listener: () => void): () => void;
}

export function createStore<T>(initial: T): Store<T> {
  let value = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set(next) {
      const changed = typeof next === 'function' ? (next as (current: T) => T)(value) : next;
      if (Object.is(changed, value)) return;
      value = changed;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/**
 * Returns the selected slice of a store; the component re-renders only when the slice changes. A selector that creates
 * a new object or list each time needs `equal`, or React would render endlessly.
 */
export function useStore<T>(store: Store<T>): T;
export function useStore<T, S>(
  store: Store<T>,
  selector: (value: T) => S,
  equal?: (a: S, b: S) => boolean,
): S;
export function useStore<T, S>(
  store: Store<T>,
  selector?: (value: T) => S,
  equal: (a: S, b: S) => boolean = Object.is,
): T | S {
  const last = useRef<{ slice: S } | null>(null);
  const slice = (select: (value: T) => S) => () => {
    const now = select(store.get());
    if (last.current && equal(last.current.slice, now)) return last.current.slice;
    last.current = { slice: now };
    return now;
  };
  // React runs an effect after each render in which this function has changed.
  const read = selector ? slice(selector) : store.get;
  return useSyncExternalStore<T | S>(store.subscribe, read, read);
}
