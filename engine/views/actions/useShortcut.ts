/** The shortcut key of an action. */
import { useEffect, useRef, type RefObject } from 'react';
import { isTyping, isUppermost } from '../../ui/keys.ts';

/**
 * Calls `press` when a letter key is pressed, in any keyboard layout; not while the user types, with Ctrl, Alt or Meta
 * held, while the key repeats, or while a dialog covers the element.
 *
 * @param shortcut `A` to `Z`; undefined while there is nothing to press
 * @returns a ref for the element that the shortcut presses
 * @example const button = useShortcut<HTMLButtonElement>(enabled ? 'N' : undefined, press);
 */
export function useShortcut<E extends Element>(
  shortcut: string | undefined,
  press: () => unknown,
): RefObject<E | null> {
  const place = useRef<E>(null);
  const latest = useRef(press);
  useEffect(() => {
    latest.current = press;
  });
  useEffect(() => {
    if (!shortcut) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.code !== `Key${shortcut}` || event.ctrlKey || event.altKey || event.metaKey) return;
      if (event.repeat || event.defaultPrevented || isTyping(event.target)) return;
      if (!place.current || !isUppermost(place.current)) return;
      event.preventDefault();
      void latest.current();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [shortcut]);
  return place;
}
