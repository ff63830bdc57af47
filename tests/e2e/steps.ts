/** Steps of users that several tests share. */
import type { Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import { expect } from './fixtures.ts';
import type { Texts } from './texts.ts';

/** Makes the server refuse a call once: the failed action is named before the error's text, and can be retried. */
export async function whileRefused(
  page: Page,
  [method, path]: [method: string, path: string],
  tried: string,
  act: () => Promise<void>,
): Promise<void> {
  const message = 'Идёт инвентаризация';
  const url = `**/api/v3/${path}`;
  await page.route(url, (route) =>
    route.request().method() === method
      ? route.fulfill({
          status: 409,
          contentType: 'application/problem+json',
          json: { status: 409, code: 'conflict', message },
        })
      : route.fallback(),
  );
  await act();
  await expect(page.getByText(`${tried}: ${message}`).first()).toBeVisible();
  await page.unroute(url);
}

/** Chooses a picture of one colour for the file field in `within`, and waits until it is uploaded. */
export async function choosePicture(
  page: Page,
  within: Page | Locator,
  t: Texts,
  { name, width, height }: { name: string; width: number; height: number },
): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await within.getByRole('button', { name: t('engine.file.choose') }).click();
  const buffer = await sharp({ create: { width, height, channels: 3, background: 'green' } })
    .png()
    .toBuffer();
  await (await chooser).setFiles({ name, mimeType: 'image/png', buffer });
  // The uploaded file moves what is below it: a press at that moment would miss its button.
  await within.getByRole('link', { name }).first().waitFor();
}
