/** The part of the page that changes with the address. */
import { useEffect, useRef, type ReactNode } from 'react';
import { useEngine } from '../data/engine.ts';
import type { RoutePlace } from '../routing/place.ts';

interface Props {
  place: RoutePlace | undefined;
  className: string;
  children: ReactNode;
}

export function Main({ place, className, children }: Props) {
  const { scroll } = useEngine();
  const main = useRef<HTMLElement>(null);
  const page = place && pageOf(place);
  const before = useRef(page);
  // Another page begins at its top, or where Back left it, and readers of the screen begin to read there; between the tabs of one page
  // nothing jumps, and a page that puts the focus itself keeps it.
  useEffect(() => {
    const was = before.current;
    before.current = page;
    if (!was || !page || was === page) return;
    const rest = scroll.restore(main.current!);
    if (!main.current?.contains(document.activeElement)) main.current?.focus({ preventScroll: true });
    return rest;
  }, [scroll, page]);
  return (
    <main
      ref={main}
      id="content"
      tabIndex={-1}
      data-route={place?.route.path}
      className={`min-w-0 outline-none ${className}`}
    >
      {children}
    </main>
  );
}

/** The page that an address shows: that of a tab is the page of tabs around it, of the same record. */
function pageOf({ entry, params }: RoutePlace): string {
  return JSON.stringify([entry.tab ? entry.parent : entry.id, params]);
}
