/**
 * Where the reader was on a page: Back and Forward come back to that place, a link begins at the top. Places are kept
 * by the key that react-router gives each step of the history.
 */
import { lastMove, location } from '../routing/history.ts';

/** Steps whose place is remembered. */
const REMEMBERED = 50;
/** A page that has not grown to its old height by then will not. */
const PATIENCE = 3000;

const places = new Map<string, number>();

/** Begins to remember; the function that comes back ends it. */
export function rememberScroll(): () => void {
  window.history.scrollRestoration = 'manual';
  let shown = location.get().key;
  return location.subscribe(() => {
    places.set(shown, window.scrollY);
    if (places.size > REMEMBERED) places.delete(places.keys().next().value!);
    shown = location.get().key;
  });
}

/** Called when another page stands there: to its top, or to the place where it was left. */
export function placeScroll(page: HTMLElement): () => void {
  const place = lastMove() === 'POP' ? places.get(location.get().key) : undefined;
  window.scrollTo(0, place ?? 0);
  if (!place || typeof ResizeObserver === 'undefined') return () => undefined;
  // Its rows and records come later: it grows to where the reader was, unless they move first.
  const grows = new ResizeObserver(() => {
    window.scrollTo(0, place);
    if (Math.abs(window.scrollY - place) <= 1) stop();
  });
  const stop = () => {
    grows.disconnect();
    clearTimeout(timer);
    for (const event of MOVES) window.removeEventListener(event, stop);
  };
  const timer = setTimeout(stop, PATIENCE);
  for (const event of MOVES) window.addEventListener(event, stop);
  grows.observe(page);
  return stop;
}

const MOVES = ['wheel', 'touchstart', 'keydown', 'pointerdown'] as const;
