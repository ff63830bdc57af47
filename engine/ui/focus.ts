/**
 * The focus always returns: when the element that had it is gone (a dialog, a menu, a popup), it goes back to the last
 * control that still exists, and to the page's content when none does.
 */
declare module '../data/engine.ts' {
  interface Engine {
    readonly focus: FocusTrail;
  }
}

export interface FocusTrail {
  /** Begins to follow the focus; the returned function ends it. */
  start(): () => void;
  /** Called when something closes; a focus that is set until the frame after next stays where it is. */
  restore(): void;
}

const LONGEST = 12;

export function createFocusTrail(): FocusTrail {
  const trail: HTMLElement[] = [];
  return {
    start() {
      const note = ({ target }: FocusEvent) => {
        if (!(target instanceof HTMLElement)) return;
        trail.push(target);
        if (trail.length > LONGEST) trail.shift();
      };
      document.addEventListener('focusin', note);
      return () => document.removeEventListener('focusin', note);
    },
    restore() {
      requestAnimationFrame(() => requestAnimationFrame(() => isLost() && findHome(trail)?.focus()));
    },
  };
}

const isLost = (): boolean => !document.activeElement || document.activeElement === document.body;

function findHome(trail: readonly HTMLElement[]): HTMLElement | null {
  for (let i = trail.length - 1; i >= 0; i--) if (canHold(trail[i]!)) return trail[i]!;
  const main = document.getElementById('content');
  return main && canHold(main) ? main : null;
}

function canHold(element: HTMLElement): boolean {
  if (!element.isConnected || element.matches(':disabled') || element.closest('[inert]')) return false;
  // The DOM of the tests lays nothing out.
  return typeof element.checkVisibility !== 'function' || element.checkVisibility();
}
