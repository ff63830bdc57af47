/** Handles clicks and wheel events of the document: a link within the page moves the focus, without a history entry. */

export function startLinks(): () => void {
  const onClick = (event: MouseEvent) => {
    const { defaultPrevented, button, ctrlKey, metaKey, shiftKey, altKey } = event;
    if (defaultPrevented || button !== 0 || ctrlKey || metaKey || shiftKey || altKey) return;
    const href = (event.target as Element | null)?.closest?.('a[href^="#"]')?.getAttribute('href');
    if (!href) return;
    event.preventDefault();
    document.getElementById(href.slice(1))?.focus();
  };
  /** While a dialog is open, the wheel must not zoom the page (screens, section 2). */
  const onWheel = (event: WheelEvent) => {
    if (event.ctrlKey && document.querySelector('[role=dialog], [role=alertdialog]')) event.preventDefault();
  };
  document.addEventListener('click', onClick);
  document.addEventListener('wheel', onWheel, { passive: false });
  return () => {
    document.removeEventListener('click', onClick);
    document.removeEventListener('wheel', onWheel);
  };
}
