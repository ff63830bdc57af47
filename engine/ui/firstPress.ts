import { useEffect, useRef, type RefObject } from 'react';

/**
 * For a component that is loaded at the first press of a plain button and replaces it: `press` opens it once it is mounted, and
 * once more after a frame if it is not open by then.
 *
 * @returns the ref of the button that the component renders
 */
export function useFirstPress(
  press: (button: HTMLButtonElement) => void,
): RefObject<HTMLButtonElement | null> {
  const button = useRef<HTMLButtonElement>(null);
  const first = useRef(press);
  useEffect(() => {
    const isOpen = () => button.current?.getAttribute('aria-expanded') === 'true';
    const carryOn = () => button.current && first.current(button.current);
    carryOn();
    // Side effects of the press (a focus change, a re-render of the list) can close what it has just opened.
    const frame = requestAnimationFrame(() => {
      if (!isOpen()) carryOn();
    });
    return () => cancelAnimationFrame(frame);
  }, []);
  return button;
}

/** Sends an arrow key, which opens menus and lists and focuses the first entry, however the user pressed the button. */
export function pressDown(button: HTMLButtonElement): void {
  button.focus();
  button.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true }));
}
