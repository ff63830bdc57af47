/** A scale bar for a round distance. */
import { useEffect, useState, type ReactNode } from 'react';
import { useLocale } from '../../../engine/index.ts';
import type { MapSurface } from './provider.ts';

/** Length limit of the bar, in pixels. */
const WIDTH = 96;

export function Scale({ surface }: { surface: MapSurface }): ReactNode {
  const { t, formatNumber } = useLocale();
  const [metresPerPixel, setScale] = useState(() => surface.view().metresPerPixel);
  useEffect(() => surface.on('rest', (view) => setScale(view.metresPerPixel)), [surface]);
  const metres = roundDistance(metresPerPixel * WIDTH);
  const text =
    metres < 1000
      ? t('engine.map.metres', { number: formatNumber(metres) })
      : t('engine.map.kilometres', { number: formatNumber(metres / 1000) });
  return (
    <div className="pointer-events-none absolute bottom-3 left-3 rounded-sm bg-surface/85 px-1.5 py-0.5 text-xs text-ink print:hidden">
      <div
        className="border-x border-b border-ink pb-0.5 text-center"
        style={{ width: metres / metresPerPixel }}
      >
        {text}
      </div>
    </div>
  );
}

/** Returns the longest distance of 1, 2 or 5 times a power of ten that is not longer than `most`. */
export function roundDistance(most: number): number {
  const power = 10 ** Math.floor(Math.log10(most));
  return [5, 2, 1].map((one) => one * power).find((distance) => distance <= most)!;
}
