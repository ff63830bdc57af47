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
  // Another page starts at its top, or where Back left it, and the focus moves to it, so that screen readers start
  // there. Switching between tabs of one page does not scroll, and a page that sets the focus itself keeps it.
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

/** Identity of the page at an address: for a tab that of its page of tabs, with the same record. */
function pageOf({ entry, params }: RoutePlace): string {
  return JSON.stringify([entry.tab ? entry.parent : entry.id, params]);
}
