/**
 * Where the reader was on a page: Back and Forward come back to that position, a link begins at the top. Positions are
 * kept by the key that react-router gives each step of the history.
 */
import type { AddressHistory } from '../routing/history.ts';

declare module '../data/engine.ts' {
  interface Engine {
    readonly scroll: Scroll;
  }
}

export interface Scroll {
  /** Begins to remember; the returned function ends it. */
  start(): () => void;
  /** Called when another page is shown: scrolls to its top, or to the position where it was left. */
  restore(page: HTMLElement): () => void;
}

/** Steps whose position is remembered. */
const REMEMBERED = 50;
/** Milliseconds after which a page that is still too short is left as it is. */
const GIVE_UP_MS = 3000;

export function createScroll(history: AddressHistory): Scroll {
  const { location } = history;
  const positions = new Map<string, number>();
  return {
    start() {
      window.history.scrollRestoration = 'manual';
      let shown = location.get().key;
      return location.subscribe(() => {
        positions.set(shown, window.scrollY);
        if (positions.size > REMEMBERED) positions.delete(positions.keys().next().value!);
        shown = location.get().key;
      });
    },
    restore(page) {
      const position = history.lastMove() === 'POP' ? positions.get(location.get().key) : undefined;
      window.scrollTo(0, position ?? 0);
      if (!position || typeof ResizeObserver === 'undefined') return () => undefined;
      return holdPosition(page, position);
    },
  };
}

/** Rows and records come later: the page is scrolled again as it grows, unless the reader moves first. */
function holdPosition(page: HTMLElement, position: number): () => void {
  const grows = new ResizeObserver(() => {
    window.scrollTo(0, position);
    if (Math.abs(window.scrollY - position) <= 1) stop();
  });
  const stop = () => {
    grows.disconnect();
    clearTimeout(timer);
    for (const event of MOVES) window.removeEventListener(event, stop);
  };
  const timer = setTimeout(stop, GIVE_UP_MS);
  for (const event of MOVES) window.addEventListener(event, stop);
  grows.observe(page);
  return stop;
}

const MOVES = ['wheel', 'touchstart', 'keydown', 'pointerdown'] as const;
