/** Loads a component's chunk when it is first wanted, and again when that failed. */
import { createElement, lazy, useState, type ComponentType } from 'react';

export function lazyComponent<P extends object>(
  load: () => Promise<ComponentType<P>>,
): { Component: ComponentType<P>; preload: () => void } {
  let here: ComponentType<P> | undefined;
  let started: Promise<ComponentType<P>> | undefined;
  const once = () =>
    (started ??= load().then(
      (component) => (here = component),
      (error: unknown) => {
        started = undefined;
        throw error;
      },
    ));
  const Lazy = lazy(async () => ({ default: await once() }));
  // What is here is drawn at once: React's own would show the fallback first, whatever has been loaded. A part that
  // stands already stays what it is.
  const Component = (props: P) => {
    const [Chosen] = useState<ComponentType<P>>(() => here ?? (Lazy as unknown as ComponentType<P>));
    return createElement(Chosen, props);
  };
  return {
    Component,
    preload: () => void once().catch(() => undefined),
  };
}
