/** Renders a registered thing, loading its code at first need. */
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

/** What is not registered, or cannot be loaded, throws: the card of the nearest boundary names it. */
export function Registered<K extends Kind>(props: Props<K>): ReactNode {
  const Component = useRegistry().get(props.kind, props.name);
  // What came while it was waited for stays where it was drawn: at another place of the tree it would begin anew,
  // without what had been entered and without the focus.
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
