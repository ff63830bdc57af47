/** Presses on rows and lines. */
import type { MouseEvent } from 'react';

/** Presses on what is a control of its own are not presses on the row. */
export function isOwnControl(event: MouseEvent): boolean {
  const target = event.target as Element;
  // What is drawn elsewhere (a menu, a dialog) still sends its presses up through the row.
  if (!event.currentTarget.contains(target)) return true;
  const control = target.closest('a, button, input, label, select');
  return control !== null && event.currentTarget.contains(control);
}
