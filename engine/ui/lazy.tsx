/** Loads a component's chunk at its first use, and again when that failed. */
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
  // Loaded code is rendered immediately: React.lazy would show the fallback first even for loaded code. A mounted
  // component keeps its type.
  const Component = (props: P) => {
    const [Chosen] = useState<ComponentType<P>>(() => here ?? (Lazy as unknown as ComponentType<P>));
    return createElement(Chosen, props);
  };
  return {
    Component,
    preload: () => void once().catch(() => undefined),
  };
}
