/**
 * Counts presses of the mouse, as the findings do: what is typed, and chosen in a native list, is a field filled in and no
 * click. The count goes on over pages of one tab.
 */
import type { Page } from '@playwright/test';

const KEY = 'test.clicks';

/** Begins to count; gives how many there have been since it was asked last. */
export async function countClicks(page: Page): Promise<() => Promise<number>> {
  const listen = (key: string) => {
    if (!location.protocol.startsWith('http')) return;
    const add = () => sessionStorage.setItem(key, String(Number(sessionStorage.getItem(key) ?? 0) + 1));
    // A click that a key causes has no detail.
    addEventListener('click', (event) => event.detail > 0 && add(), true);
  };
  await page.addInitScript(listen, KEY);
  await page.evaluate(listen, KEY);
  return () =>
    page.evaluate((key) => {
      const counted = Number(sessionStorage.getItem(key) ?? 0);
      sessionStorage.removeItem(key);
      return counted;
    }, KEY);
}
