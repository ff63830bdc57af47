/**
 * Lifecycle of a map in a component: opened when its element and base are known, opened again when the theme, base
 * style or language changes.
 */
import { useEffect, useRef, useState, type RefObject } from 'react';
import { useColours, useLocale, useNarrow, type Colours } from '../../../engine/index.ts';
import { provider } from './current.ts';
import type { MapBase } from './base.ts';
import type { MapSurface, MapView } from './provider.ts';

export type MapState =
  | { is: 'opening' }
  | { is: 'open'; surface: MapSurface }
  /** The browser cannot draw a map. */
  | { is: 'unsupported' }
  /** It could not be opened. */
  | { is: 'failed' };

export interface OpenMap {
  /** Ref for the element that the map fills. */
  element: RefObject<HTMLDivElement | null>;
  state: MapState;
  colours: Colours;
  /** The product's base map could not be loaded. */
  baseFailed: boolean;
}

/** `base` is undefined while it is loading. */
export function useMap(label: string, base: MapBase | undefined): OpenMap {
  const element = useRef<HTMLDivElement>(null);
  const colours = useColours();
  const twoFingers = useNarrow();
  const { locale, t } = useLocale();
  const view = useRef<MapView>(undefined);
  const [state, setState] = useState<MapState>(() =>
    provider.supported() ? { is: 'opening' } : { is: 'unsupported' },
  );
  const supported = state.is !== 'unsupported';
  const style = base?.style(colours.dark);
  useEffect(() => {
    if (!supported || !base) return;
    const own = document.createElement('div');
    own.className = 'size-full';
    element.current!.append(own);
    let surface: MapSurface | undefined;
    let closed = false;
    const { centre = base.centre, zoom = base.zoom } = view.current ?? {};
    provider.open(own, { style, colours, centre, zoom, label, t, twoFingers }).then(
      (opened) => {
        surface = opened;
        if (closed) opened.close();
        else setState({ is: 'open', surface: opened });
      },
      (error: unknown) => {
        console.warn(`The map could not be opened: ${(error as Error).message}`);
        if (!closed) setState({ is: 'failed' });
      },
    );
    return () => {
      closed = true;
      if (surface) {
        view.current = surface.view();
        surface.close();
      }
      own.remove();
      setState({ is: 'opening' });
    };
  }, [supported, base, style, colours, label, twoFingers, t, locale]);
  return { element, state, colours, baseFailed: base?.failed ?? false };
}
