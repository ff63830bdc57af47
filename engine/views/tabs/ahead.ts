/** The code of the tabs that are not open: it comes once the open one is drawn, and a press need not wait for it. */
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
            // A tab that is opened asks for it again, and tells what failed.
            registry.load('view', type).catch(() => undefined);
      }),
    [registry, tabs, session],
  );
}

/** Types of a view and of those that it places. */
function viewTypes(view: CompiledView): string[] {
  const within = view.type === 'stack' ? view.items.map((item) => item.view) : [];
  return [view.type, ...within.flatMap(viewTypes)];
}
