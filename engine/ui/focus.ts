/**
 * Restores a lost focus: when the focused element has been removed (a dialog, a menu, a popup, a replaced button), it
 * moves to a control near its place, else to the last control that still exists, else to the page's content.
 */
declare module '../data/engine.ts' {
  interface Engine {
    readonly focus: FocusTrail;
  }
}

export interface FocusTrail {
  /** Starts following the focus; the returned function stops it. */
  start(): () => void;
  /** Called when something closes; a focus that is set within the next two frames is left alone. */
  restore(): void;
}

/** A control that had the focus, and its containers, the innermost first. */
interface Step {
  element: HTMLElement;
  around: readonly HTMLElement[];
}

const LONGEST = 12;
/** Number of containers of a removed control that are searched for a neighbour. */
const NEAR = 4;

export function createFocusTrail(): FocusTrail {
  const trail: Step[] = [];
  const restore = () =>
    void requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        if (isLost()) (neighbourOf(trail.at(-1)) ?? findHome(trail))?.focus();
      }),
    );
  return {
    start() {
      const note = ({ target }: FocusEvent) => {
        if (!(target instanceof HTMLElement)) return;
        trail.push({ element: target, around: placesAround(target) });
        if (trail.length > LONGEST) trail.shift();
      };
      // A removed control fires no event.
      const removals = new MutationObserver(() => {
        if (isLost() && trail.at(-1)?.element.isConnected === false) restore();
      });
      document.addEventListener('focusin', note);
      removals.observe(document.body, { childList: true, subtree: true });
      return () => {
        document.removeEventListener('focusin', note);
        removals.disconnect();
      };
    },
    restore,
  };
}

const isLost = (): boolean => !document.activeElement || document.activeElement === document.body;

function placesAround(element: HTMLElement): HTMLElement[] {
  const around: HTMLElement[] = [];
  for (let at = element.parentElement; at && around.length < NEAR; at = at.parentElement) {
    if (at.matches(WHOLE)) break;
    around.push(at);
  }
  return around;
}

/** Containers that are too large to count as the neighbourhood of a control. */
const WHOLE =
  'body, main, [role=dialog], [role=alertdialog], [role=menu], [popover], [data-headlessui-portal]';
const CONTROLS = 'a[href], button, input, select, textarea';

/** A control near the place of a removed one, usually its replacement. */
function neighbourOf(step: Step | undefined): HTMLElement | undefined {
  if (!step || step.element.isConnected) return undefined;
  for (const place of step.around) {
    if (!place.isConnected) continue;
    const near = [...place.querySelectorAll<HTMLElement>(CONTROLS)].find(
      (control) => control.tabIndex >= 0 && canHold(control),
    );
    if (near) return near;
  }
  return undefined;
}

function findHome(trail: readonly Step[]): HTMLElement | null {
  for (let i = trail.length - 1; i >= 0; i--) if (canHold(trail[i]!.element)) return trail[i]!.element;
  const main = document.getElementById('content');
  return main && canHold(main) ? main : null;
}

function canHold(element: HTMLElement): boolean {
  if (!element.isConnected || element.matches(':disabled') || element.closest('[inert]')) return false;
  // The test DOM has no layout.
  return typeof element.checkVisibility !== 'function' || element.checkVisibility();
}
