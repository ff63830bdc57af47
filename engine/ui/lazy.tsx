/** Loads a component's chunk when it is first wanted, and again when that failed. */
import { lazy, type ComponentType, type LazyExoticComponent } from 'react';

export function lazyComponent<P>(load: () => Promise<ComponentType<P>>): {
  Component: LazyExoticComponent<ComponentType<P>>;
  preload: () => void;
} {
  let started: Promise<ComponentType<P>> | undefined;
  const once = () =>
    (started ??= load().catch((error: unknown) => {
      started = undefined;
      throw error;
    }));
  return {
    Component: lazy(async () => ({ default: await once() })),
    preload: () => void once().catch(() => undefined),
  };
}
