/** Clicks on rows and lines. */
import type { MouseEvent } from 'react';

/** Whether the click was on a control within the row, so that it is not a click on the row. */
export function isOwnControl(event: MouseEvent): boolean {
  const target = event.target as Element;
  // Portals (a menu, a dialog) still send their React events through the row.
  if (!event.currentTarget.contains(target)) return true;
  const control = target.closest('a, button, input, label, select');
  return control !== null && event.currentTarget.contains(control);
}
