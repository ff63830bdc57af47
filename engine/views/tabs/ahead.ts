/** Loads the code of the inactive tabs after the first paint, so that opening one does not wait for it. */
import { useEffect } from 'react';
import { holdsAny } from '../../access/can.ts';
import { useEngine } from '../../data/engine.ts';
import type { CompiledTabs, CompiledView } from '../../language/compiled.ts';
import { useRegistry } from '../../registry/context.ts';
import { afterPaint } from '../../ui/afterPaint.ts';

export function useCodeAhead({ tabs }: CompiledTabs): void {
  const { session } = useEngine();
  const registry = useRegistry();
  useEffect(
    () =>
      afterPaint(() => {
        const mayOpen = tabs.filter(({ access }) => holdsAny(access, session.get()));
        for (const type of new Set(mayOpen.flatMap(({ view }) => viewTypes(view))))
          if (registry.has('view', type))
            // Opening the tab loads it again and reports the failure.
            registry.load('view', type).catch(() => undefined);
      }),
    [registry, tabs, session],
  );
}

/** Returns the types of a view and of the views inside it. */
function viewTypes(view: CompiledView): string[] {
  const within = view.type === 'stack' ? view.items.map((item) => item.view) : [];
  return [view.type, ...within.flatMap(viewTypes)];
}
