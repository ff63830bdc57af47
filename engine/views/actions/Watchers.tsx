/** The screen's `on`: actions to run when a condition becomes true while the page is open. */
import { useEffect, useRef, type ReactNode } from 'react';
import { useEngine } from '../../data/engine.ts';
import type { CompiledScreen } from '../../language/compiled.ts';
import { runActions } from './run.ts';
import { usePage } from '../../page/page.ts';
import { useHolds } from '../../page/scope.ts';
import { useScreens } from '../../page/screens.ts';

export function Watchers(): ReactNode {
  const { screen } = usePage();
  return screen.on.map((watch, i) => <Watcher key={i} watch={watch} />);
}

function Watcher({ watch }: { watch: CompiledScreen['on'][number] }): null {
  const engine = useEngine();
  const page = usePage();
  const { entries } = useScreens();
  const now = useHolds(watch.when);
  const before = useRef(now);
  useEffect(() => {
    const became = now && !before.current;
    before.current = now;
    if (became) void runActions(engine, { page, entries }, watch.do, {});
  }, [engine, now, page, entries, watch]);
  return null;
}
