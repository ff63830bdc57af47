/** A rectangle drawn over the map with the mouse or a finger. */
import { useEffect, useState, type PointerEvent, type ReactNode } from 'react';
import { useLocale } from '../../engine/index.ts';
import type { Bounds } from '../shared/map/geometry.ts';
import type { MapSurface } from '../shared/map/provider.ts';

interface Box {
  x: number;
  y: number;
  toX: number;
  toY: number;
}

interface Props {
  surface: MapSurface;
  onSelect(bounds: Bounds): void;
  onCancel(): void;
}

export function BoxSelect({ surface, onSelect, onCancel }: Props): ReactNode {
  const { t } = useLocale();
  const [box, setBox] = useState<Box>();
  useEffect(() => {
    const cancel = (event: KeyboardEvent) => {
      if (event.key === 'Escape') onCancel();
    };
    document.addEventListener('keydown', cancel);
    return () => document.removeEventListener('keydown', cancel);
  }, [onCancel]);
  const start = (event: PointerEvent<HTMLElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    const { x, y } = placeOf(event);
    setBox({ x, y, toX: x, toY: y });
  };
  const drag = (event: PointerEvent<HTMLElement>) => {
    const { x, y } = placeOf(event);
    setBox((now) => now && { ...now, toX: x, toY: y });
  };
  const end = () => {
    if (box) onSelect(boundsOf(surface, box));
    setBox(undefined);
  };
  return (
    <div
      data-part="map-box"
      className="absolute inset-0 cursor-crosshair touch-none"
      onPointerDown={start}
      onPointerMove={drag}
      onPointerUp={end}
      onPointerCancel={onCancel}
    >
      <p className="pointer-events-none absolute inset-x-2 bottom-2 mx-auto w-fit md:inset-x-16 md:top-3 md:bottom-auto rounded-md border border-line bg-surface px-3 py-1.5 text-center text-sm text-ink shadow-pop">
        {t('engine.map.selectingArea')}
      </p>
      {box && (
        <div
          className="pointer-events-none absolute border-2 border-accent-strong bg-accent-strong/15"
          style={{
            left: Math.min(box.x, box.toX),
            top: Math.min(box.y, box.toY),
            width: Math.abs(box.toX - box.x),
            height: Math.abs(box.toY - box.y),
          }}
        />
      )}
    </div>
  );
}

function placeOf(event: PointerEvent<HTMLElement>): { x: number; y: number } {
  const { left, top } = event.currentTarget.getBoundingClientRect();
  return { x: event.clientX - left, y: event.clientY - top };
}

function boundsOf(surface: MapSurface, { x, y, toX, toY }: Box): Bounds {
  const [west, north] = surface.unproject(Math.min(x, toX), Math.min(y, toY));
  const [east, south] = surface.unproject(Math.max(x, toX), Math.max(y, toY));
  return { west, south, east, north };
}
