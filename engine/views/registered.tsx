/** Renders a registered component, loading its code when it is first needed. */
import { createElement, useEffect, useState, type ReactNode } from 'react';
import type { Kind, PropsOf } from '../registry/define.ts';
import { useRegistry } from '../registry/context.ts';

interface Props<K extends Kind> {
  kind: K;
  name: string;
  props: PropsOf[K];
  /** Shown while the code loads. */
  fallback?: ReactNode;
}

/** Throws when the component is not registered or cannot be loaded: the nearest error boundary names it. */
export function Registered<K extends Kind>(props: Props<K>): ReactNode {
  const Component = useRegistry().get(props.kind, props.name);
  // A component that was loaded on demand stays below `Loading`: at another place of the tree React would mount it
  // again and lose its input and the focus.
  const [early] = useState(Component !== undefined);
  return early && Component ? createElement(Component, props.props) : <Loading {...props} />;
}

function Loading<K extends Kind>({ kind, name, props, fallback = null }: Props<K>): ReactNode {
  const registry = useRegistry();
  const [failure, setFailure] = useState<unknown>();
  const [, arrived] = useState(0);
  const Component = registry.get(kind, name);
  useEffect(() => {
    if (Component) return;
    let gone = false;
    registry.load(kind, name).then(
      () => !gone && arrived((n) => n + 1),
      (error: unknown) => !gone && setFailure(error),
    );
    return () => {
      gone = true;
    };
  }, [registry, kind, name, Component]);
  if (failure) throw failure;
  return Component ? createElement(Component, props) : fallback;
}
