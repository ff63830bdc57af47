/** Drawing mode of a map while a component is mounted. */
import { useEffect, useRef } from 'react';
import { useColours } from '../../../engine/index.ts';
import type { DrawnGeometry, DrawnType } from './geometry.ts';
import type { MapSurface } from './provider.ts';

export interface DrawingMode {
  type: DrawnType;
  /** The geometry to edit, read again when `revision` changes; without it a new one is drawn. */
  value?: DrawnGeometry | undefined;
  revision?: number;
  /** Disables drawing. */
  locked?: boolean;
  onDrawn(geometry: DrawnGeometry, isNew: boolean): void;
  /** Terra Draw now handles clicks; earlier ones are lost. */
  onReady(): void;
  /** The code of Terra Draw could not be loaded. */
  onFailed(error: Error): void;
}

/**
 * Draws or edits a geometry; always calls the latest callbacks.
 * @example useDrawing(surface, { type: 'Polygon', onDrawn, onReady, onFailed });
 */
export function useDrawing(surface: MapSurface, mode: DrawingMode): void {
  const { type, revision, locked } = mode;
  const colours = useColours();
  const latest = useRef(mode);
  useEffect(() => {
    latest.current = mode;
  });
  useEffect(() => {
    if (locked) return;
    const { value } = latest.current;
    const session = surface.draw({
      type,
      ...(value ? { value } : {}),
      onChange: (geometry) => latest.current.onDrawn(geometry, value === undefined),
    });
    session.then(
      () => latest.current.onReady(),
      (error: unknown) => latest.current.onFailed(error as Error),
    );
    return () =>
      void session.then(
        (one) => one.end(),
        () => undefined,
      );
    // A theme change replaces the style of the map, which removes the layers of Terra Draw.
  }, [surface, colours, type, revision, locked]);
}
