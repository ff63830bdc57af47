/**
 * Where the reader was on a page: Back and Forward come back to that position, a link begins at the top. Positions are
 * kept by the key that react-router gives each step of the history. Its `ScrollRestoration` scrolls once, when the address
 * changes: the rows of a list come after that, and a filter or a tab of the same page would begin at the top.
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
  /** The position to which Back or Forward leads. */
  let wanted: number | undefined;
  return {
    start() {
      window.history.scrollRestoration = 'manual';
      const note = () => {
        const { key } = location.get();
        positions.delete(key);
        positions.set(key, window.scrollY);
        if (positions.size > REMEMBERED) positions.delete(positions.keys().next().value!);
      };
      // Read before the page is drawn: while it is short, the browser scrolls up by itself.
      const off = location.subscribe(() => {
        wanted = history.lastMove() === 'POP' ? positions.get(location.get().key) : undefined;
      });
      window.addEventListener('scroll', note, { passive: true });
      return () => {
        off();
        window.removeEventListener('scroll', note);
      };
    },
    restore(page) {
      const position = wanted;
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
