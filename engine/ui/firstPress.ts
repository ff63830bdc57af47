import { useEffect, useRef, type RefObject } from 'react';

/**
 * For a part that stands in for a plain button once it is first pressed: the press that brought its code in is carried on by
 * `press`. The returned ref belongs to the button that is drawn now.
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
    // What the press itself sets off (the focus that moves, a list that is drawn anew) can close what opens within it.
    const frame = requestAnimationFrame(() => {
      if (!isOpen()) carryOn();
    });
    return () => cancelAnimationFrame(frame);
  }, []);
  return button;
}

/** The arrow key opens menus and lists, and takes the focus to the first entry whatever the reader pressed with. */
export function pressDown(button: HTMLButtonElement): void {
  button.focus();
  button.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true }));
}
