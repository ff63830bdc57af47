/** Pictures of screens that are shown without a server: no animation, a fixed clock, masked maps. */
import type { Page } from '@playwright/test';
import { bringUp, takeAway } from '../e2e/configs/trees.ts';
import type { Shown } from '../e2e/configs/screens.ts';

const HEIGHT = 900;

/** Content of third parties, which differs each time. */
const MASKED = '[data-part=map]';

export const setWidth = (page: Page, width: number): Promise<void> =>
  page.setViewportSize({ width, height: HEIGHT });

/** A PNG of the whole page at a screen. */
export async function pictureOf(page: Page, one: Shown): Promise<Buffer> {
  await bringUp(page, one);
  await page.evaluate(() => document.fonts.ready);
  const picture = await page.screenshot({
    fullPage: true,
    animations: 'disabled',
    caret: 'hide',
    mask: [page.locator(MASKED)],
  });
  if (!one.entry.routes.length) await takeAway(page);
  return picture;
}
