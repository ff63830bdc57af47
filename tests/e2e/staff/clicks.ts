/**
 * Counts mouse clicks, as the findings do: typing, and choosing in a native list, fill in a field and are no clicks.
 * The count continues over pages of one tab.
 */
import type { Page } from '@playwright/test';

const KEY = 'test.clicks';

/** Starts counting; returns a function that reads and resets the count. */
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
