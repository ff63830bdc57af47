/** Navigation by the keyboard alone. */
import { expect } from '../fixtures.ts';
import type { Locator, Page } from '@playwright/test';

/** Presses Tab until the focus is on the target, as a user without a mouse does; the focus must be visible there. */
export async function tabTo(page: Page, target: Locator, most = 80): Promise<void> {
  await expect(target.first()).toBeVisible();
  for (let i = 0; i < most; i++) {
    await page.keyboard.press('Tab');
    if (await target.first().evaluate((el) => el === document.activeElement)) {
      // The focus must be visible: an outline, or the frame's own.
      const outline = await target.first().evaluate((el) => getComputedStyle(el).outlineStyle);
      expect(outline, `the focus on ${String(target)} is seen`).not.toBe('none');
      return;
    }
  }
  throw new Error(`The Tab key does not reach ${String(target)} in ${most} steps`);
}
