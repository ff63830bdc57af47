/** The colour of an object, in the shape of its kind. */
import type { ReactNode } from 'react';
import { cx } from '../../engine/index.ts';
import type { LayerKind } from '../shared/map/provider.ts';

const SHAPES: Record<LayerKind, string> = {
  points: 'size-3 rounded-full',
  stops: 'size-3 rounded-full',
  vehicles: 'size-3 rotate-45',
  lines: 'h-1 w-3.5 rounded-full',
  areas: 'size-3 rounded-sm',
};

export function Swatch({ colour, kind }: { colour: string; kind: LayerKind }): ReactNode {
  return (
    <span className="flex w-4 shrink-0 justify-center" aria-hidden="true">
      <span className={cx('block', SHAPES[kind])} style={{ backgroundColor: colour }} />
    </span>
  );
}
