/**
 * The focus always returns: when what held it has gone (a dialog, a menu, a popup), it goes back to the last control
 * that is still there, and to the page's content when none is.
 */
const LONGEST = 12;
const trail: HTMLElement[] = [];

/** Begins to follow the focus; the function that comes back ends it. */
export function followFocus(): () => void {
  const note = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLElement)) return;
    trail.push(target);
    if (trail.length > LONGEST) trail.shift();
  };
  document.addEventListener('focusin', note);
  return () => document.removeEventListener('focusin', note);
}

/** Called when something closes: whoever closes it may place the focus first, by hand or by its library. */
export function returnFocus(): void {
  requestAnimationFrame(() => requestAnimationFrame(() => isLost() && findHome()?.focus()));
}

const isLost = (): boolean => !document.activeElement || document.activeElement === document.body;

function findHome(): HTMLElement | null {
  for (let i = trail.length - 1; i >= 0; i--) if (canHold(trail[i]!)) return trail[i]!;
  const main = document.getElementById('content');
  return main && canHold(main) ? main : null;
}

function canHold(element: HTMLElement): boolean {
  if (!element.isConnected || element.matches(':disabled') || element.closest('[inert]')) return false;
  // The DOM of the tests lays nothing out.
  return typeof element.checkVisibility !== 'function' || element.checkVisibility();
}
