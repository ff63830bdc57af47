/**
 * Links are plain anchors; a click that the browser would take to another page of ours stays in the app. A link
 * within the page moves the focus and leaves no trace in the history.
 */
import { goTo } from '../routing/place.ts';

export function startLinks(): () => void {
  const onClick = (event: MouseEvent) => {
    if (
      event.defaultPrevented ||
      event.button !== 0 ||
      event.ctrlKey ||
      event.metaKey ||
      event.shiftKey ||
      event.altKey
    )
      return;
    const anchor = (event.target as Element | null)?.closest?.('a[href]');
    if (!(anchor instanceof HTMLAnchorElement) || anchor.target || anchor.hasAttribute('download')) return;
    const href = anchor.getAttribute('href')!;
    if (href.startsWith('#')) {
      event.preventDefault();
      document.getElementById(href.slice(1))?.focus();
      return;
    }
    if (!href.startsWith('/') || href.startsWith('//') || href.startsWith('/api/')) return;
    event.preventDefault();
    void goTo(href);
  };
  /** While a dialog is open the page must not be zoomed by the wheel (screens, section 2). */
  const onWheel = (event: WheelEvent) => {
    if (event.ctrlKey && document.querySelector('[role="dialog"]')) event.preventDefault();
  };
  document.addEventListener('click', onClick);
  document.addEventListener('wheel', onWheel, { passive: false });
  return () => {
    document.removeEventListener('click', onClick);
    document.removeEventListener('wheel', onWheel);
  };
}
