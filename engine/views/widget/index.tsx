/** A registered widget: its inputs are computed; its events run actions with the event's detail as `result`. */
import { useCallback, type ReactNode } from 'react';
import { useEngine } from '../../data/engine.ts';
import type { CompiledWidget } from '../../language/compiled.ts';
import type { Scope } from '../../language/evaluate.ts';
import { defineView, type ViewProps } from '../../registry/define.ts';
import { SkeletonBlock } from '../../ui/states.tsx';
import { runActions } from '../actions/run.ts';
import { publishView, usePage } from '../../page/page.ts';
import { Registered } from '../registered.tsx';
import { argumentsIn, useSelected } from '../../page/scope.ts';
import { useScreens } from '../../page/screens.ts';
import { DataPort } from '../../page/widgetData.tsx';

function WidgetView({ view }: ViewProps<CompiledWidget>): ReactNode {
  const engine = useEngine();
  const page = usePage();
  const { entries } = useScreens();
  const read = useCallback((scope: Scope) => argumentsIn(view.inputs, scope), [view]);
  const inputs = useSelected(read);
  const emit = useCallback(
    (event: string, detail?: unknown) => {
      if (view.name) publishView(page, view.name, false, { [event]: detail });
      void runActions(engine, { page, entries }, view.on[event] ?? [], { result: detail });
    },
    [engine, page, entries, view],
  );
  return (
    <DataPort of={view.widget} names={view.operations}>
      <Registered
        kind="widget"
        name={view.widget}
        props={{ inputs, options: view.options, emit }}
        fallback={<SkeletonBlock />}
      />
    </DataPort>
  );
}

export default defineView({ name: 'widget', component: WidgetView });
