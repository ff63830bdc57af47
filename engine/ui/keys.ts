/** Helpers for keyboard events. */

/** Whether the focused element takes letters as text. */
export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input, textarea, select, [role=combobox]'));

/** Whether the element is in the topmost modal dialog, or on a page without one. */
export function isUppermost(element: Element): boolean {
  const dialogs = document.querySelectorAll('[aria-modal=true]');
  const top = dialogs[dialogs.length - 1];
  return !top || top.contains(element);
}
