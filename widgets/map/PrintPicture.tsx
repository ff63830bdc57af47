/** Prints the map as an image: browsers print the canvas of a map as an empty rectangle. */
import { useCallback, useEffect, useRef, type ReactNode, type RefObject } from 'react';
import type { MapSurface } from '../shared/map/provider.ts';

export interface Print {
  picture: RefObject<HTMLImageElement | null>;
  print(): Promise<void>;
}

export function usePrint(surface: MapSurface | undefined): Print {
  const picture = useRef<HTMLImageElement>(null);
  useEffect(() => {
    if (!surface) return;
    const take = () => {
      if (picture.current) picture.current.src = surface.picture();
    };
    window.addEventListener('beforeprint', take);
    return () => window.removeEventListener('beforeprint', take);
  }, [surface]);
  const print = useCallback(async () => {
    if (!surface || !picture.current) return;
    picture.current.src = surface.picture();
    await picture.current.decode();
    window.print();
  }, [surface]);
  return { picture, print };
}

export function PrintPicture({ picture, label }: { picture: Print['picture']; label: string }): ReactNode {
  return <img ref={picture} alt={label} className="hidden w-full print:block" />;
}
