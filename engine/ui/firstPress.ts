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
  useEffect(() => first.current(button.current!), []);
  return button;
}

/** The arrow key opens menus and lists, and takes the focus to the first entry whatever the reader pressed with. */
export function pressDown(button: HTMLButtonElement): void {
  button.focus();
  button.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true }));
}
