/** The drawing of a chart, hidden from screen readers: the same figures are in a table beside it. */
import { useEffect, useMemo, useRef, type ReactNode } from 'react';
import { useLocale } from '../../data/useLocale.ts';
import type { CompiledChart } from '../../language/compiled.ts';
import { useColours } from '../../ui/colours.ts';
import { draw } from './draw.ts';
import { optionOf, type ChartData } from './option.ts';

interface Props {
  view: CompiledChart;
  data: ChartData;
}

export function Drawing({ view, data }: Props): ReactNode {
  const i18n = useLocale();
  const element = useRef<HTMLDivElement>(null);
  const colours = useColours();
  const key = JSON.stringify([data, colours]);
  const option = useMemo(
    () => optionOf(i18n, view, data, colours, !matchMedia('(prefers-reduced-motion: reduce)').matches),
    // The same figures in the same colours result in the same drawing.
    // oxlint-disable-next-line react/exhaustive-deps
    [view, key],
  );
  useEffect(() => draw(element.current!, option), [option]);
  return <div ref={element} aria-hidden="true" className="h-72 w-full" />;
}
