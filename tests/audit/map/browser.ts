/** The browser of audits that drag a map. */
import type { LaunchOptions, Page } from 'playwright';
import { watch } from './inPage.ts';

/**
 * The map is drawn by a separate process, as in every user's browser, though by the processor. Without that process the
 * main thread copies each picture, which takes most of its time and is not caused by the map.
 */
export const withDrawingProcess = ({ args = [], ...options }: LaunchOptions = {}): LaunchOptions => ({
  ...options,
  args: [
    ...args.filter((arg) => arg !== '--disable-gpu'),
    '--ignore-gpu-blocklist',
    '--use-gl=angle',
    '--use-angle=swiftshader',
    '--enable-unsafe-swiftshader',
  ],
});

/** Lets `watched` watch every page that is opened from now on. */
export async function prepare(page: Page): Promise<void> {
  // The compiler wraps functions that are passed to the page in a helper that preserves their names.
  await page.addInitScript('globalThis.__name = (made) => made');
  await page.addInitScript(watch);
}

/** Drags the map by a third of its width, to and fro. */
export async function pan(page: Page, turn: number): Promise<void> {
  const { x, y, width, height } = (await page.locator('[data-part=map]').boundingBox())!;
  const way = (turn % 2 ? -1 : 1) * (width / 3);
  await page.mouse.move(x + width / 2, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(x + width / 2 + way, y + height / 2 + way / 4, { steps: 12 });
  await page.mouse.up();
  // Inertia after the mouse button is released.
  await page.waitForTimeout(250);
}
