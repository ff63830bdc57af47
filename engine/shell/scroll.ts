/**
 * Scroll positions: Back and Forward restore the position on a page, a link starts at the top. Positions are stored by
 * the key that react-router gives each history entry. Its `ScrollRestoration` scrolls once, when the address changes:
 * the rows of a list load later, and a filter or a tab of the same page would scroll to the top.
 */
import type { AddressHistory } from '../routing/history.ts';

declare module '../data/engine.ts' {
  interface Engine {
    readonly scroll: Scroll;
  }
}

export interface Scroll {
  /** Starts recording positions; the returned function stops it. */
  start(): () => void;
  /** Called when another page is shown: scrolls to its top, or to the stored position. */
  restore(page: HTMLElement): () => void;
}

/** Most history entries whose position is remembered. */
const REMEMBERED = 50;
/** Milliseconds after which scrolling a page that is still too short is given up. */
const GIVE_UP_MS = 3000;

export function createScroll(history: AddressHistory): Scroll {
  const { location } = history;
  const positions = new Map<string, number>();
  /** The position of the history entry that Back or Forward opened. */
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
      // Read before the page is rendered: while it is short, the browser scrolls up.
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

/** Rows and records load later: scrolls again as the page grows, until the user scrolls. */
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
