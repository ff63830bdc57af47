/** A single cell, filter or field, in each of its states, with samples instead of a server. */
import { useEffect, useState, type ReactNode } from 'react';
import {
  previewSample,
  withDataState,
  type CompiledFilter,
  type CompiledScreen,
} from '../../engine/app/preview.tsx';
import type { Globals } from '../toolbars.ts';
import { answerSample, SAMPLES, type SampleRows } from './base.ts';
import {
  cellScreen,
  fieldScreen,
  filterScreen,
  REFUSED,
  rowsOf,
  saveOf,
  viewScreen,
  type CellSample,
  type FieldSample,
  type FilterSample,
  type ViewSample,
} from './screens.ts';

export interface PartArgs {
  kind: 'cells' | 'filters' | 'fields' | 'pickers' | 'views' | 'widgets';
  name: string;
  sample: object;
}

const ROWS: SampleRows = [
  { id: 'one', name: 'One', value: 3, children: [{ id: 'two', name: 'Two' }] },
  { id: 'three', name: 'Three', value: 5 },
];

const SCREENS: Record<PartArgs['kind'], (name: string, sample: object) => [CompiledScreen, SampleRows]> = {
  cells: (name, sample) => [cellScreen(name, sample as CellSample), rowsOf(sample as CellSample)],
  filters: (name, sample) => [filterScreen(name as CompiledFilter['type'], sample as FilterSample), ROWS],
  fields: (name, sample) => [fieldScreen(name, sample as FieldSample), ROWS],
  pickers: (_, sample) => [filterScreen('component', sample as FilterSample), ROWS],
  views: (_, sample) => [viewScreen(sample as ViewSample), ROWS],
  widgets: (_, sample) => [viewScreen(sample as ViewSample), ROWS],
};

export function PartStory({ kind, name, sample }: PartArgs, { globals }: { globals: object }): ReactNode {
  const { locale, theme } = globals as Globals;
  const key = [kind, name, locale, theme].join(' ');
  return <Part key={key} {...{ kind, name, sample, locale }} dark={theme === 'dark'} />;
}

function Part({ kind, name, sample, locale, dark }: PartArgs & { locale: string; dark: boolean }): ReactNode {
  const [shown, setShown] = useState<ReactNode>();
  useEffect(() => {
    let gone = false;
    let end: (() => void) | undefined;
    const [screen, rows] = SCREENS[kind](name, sample);
    const { data = 'normal', answers: own, without } = sample as Partial<ViewSample>;
    const restore = without?.includes('webgl') ? takeWebgl() : undefined;
    const answers: typeof fetch = async (input, init) => {
      const { pathname } = new URL(String(input), location.href);
      return pathname.startsWith(SAMPLES) ? answerSample(pathname, rows, own) : fetch(input, init);
    };
    const stated = withDataState(answers, data, (path) => path.startsWith(SAMPLES));
    const stop = kind === 'fields' ? pressOnce(saveOf(REFUSED)) : undefined;
    void previewSample({ ...screen, title: { const: name } }, { locale, dark }, stated).then((preview) => {
      if (gone) return preview.end();
      end = preview.end;
      setShown(preview.drawn);
    });
    return () => {
      stop?.();
      restore?.();
      gone = true;
      end?.();
    };
  }, [kind, name, sample, locale, dark]);
  return (
    <main className="p-6" data-story={name}>
      {shown}
    </main>
  );
}

/** Disables WebGL in the browser; the returned function restores it. */
function takeWebgl(): () => void {
  const { getContext } = HTMLCanvasElement.prototype;
  HTMLCanvasElement.prototype.getContext = function (this: HTMLCanvasElement, kind: string, ...more: []) {
    return kind.startsWith('webgl') ? null : getContext.call(this, kind as '2d', ...more);
  } as typeof getContext;
  return () => {
    HTMLCanvasElement.prototype.getContext = getContext;
  };
}

/** Clicks a button as soon as it exists; the returned function cancels this. */
function pressOnce(text: string): () => void {
  const press = () => {
    const found = [...document.querySelectorAll('button')].find((one) => one.textContent === text);
    found?.click();
    if (found) waiting.disconnect();
  };
  const waiting = new MutationObserver(press);
  waiting.observe(document.body, { childList: true, subtree: true });
  return () => waiting.disconnect();
}
