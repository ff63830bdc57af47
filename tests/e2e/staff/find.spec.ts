/** Finding things: a record by a few letters (C6, C7), a tab that has no room in the strip (C8, C47). */
import { enter, expect, settled, test } from '../fixtures.ts';

test('a record is found from any page, by the key and by the button', async ({ page, product, t }) => {
  const [contract] = await product.sql<{ id: string; number: string }>(
    `select c.id, c.number from contracts c join accounts a on a.instance_id = c.instance_id
     where a.login = 'manager' and length(c.number) > 6 order by c.number limit 1`,
  );
  await enter(page, 'manager', '/profile');
  await settled(page);
  await page.keyboard.press('ControlOrMeta+K');
  const box = page.getByRole('combobox', { name: t('engine.palette.hint') });
  await box.fill(contract!.number);
  const option = page.getByRole('option', { name: new RegExp(`^${contract!.number}`) });
  await expect(option).toBeVisible();
  await option.click();
  await expect(page).toHaveURL(new RegExp(`/contracts/${contract!.id}$`));
  await page.getByRole('button', { name: t('engine.palette.open') }).click();
  await box.fill(t('customers.title').slice(0, 5));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/customers/);
});

for (const width of [1440, 390])
  test(`every tab of a contract is in one menu, with its count (${width})`, async ({ page, t }) => {
    await page.setViewportSize({ width, height: 900 });
    await enter(page, 'manager', '/contracts');
    await page.locator('a[data-row-link]').first().click();
    await settled(page);
    const strip = page
      .getByRole('navigation')
      .filter({ has: page.locator('a[aria-current=page]') })
      .last();
    const links = strip.getByRole('link');
    await expect.poll(() => links.count()).toBeGreaterThan(15);
    await settled(page);
    const labels = await links.evaluateAll((all) => all.map((one) => one.firstChild?.textContent ?? ''));
    await strip.getByRole('button', { name: t('engine.tabs.all', { total: labels.length }) }).click();
    const entries = page.getByRole('menuitemradio').or(page.getByRole('menuitem'));
    await expect(entries).toHaveCount(labels.length);
    await expect(entries.last()).toContainText(labels.at(-1)!);
    await entries.last().click();
    await expect(links.last()).toHaveAttribute('aria-current', 'page');
    await expect(links.last()).toBeInViewport();
    // By the keyboard: along the strip, and past it to the content.
    await links.last().focus();
    await page.keyboard.press('ArrowLeft');
    await expect(links.nth(labels.length - 2)).toBeFocused();
    await page.getByRole('link', { name: t('engine.tabs.skip') }).focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    expect(await strip.evaluate((nav) => nav.contains(document.activeElement))).toBe(false);
  });

test('tabs of a visit point have the order of the specification; its head can be collapsed', async ({
  page,
  t,
}) => {
  await enter(page, 'admin', '/visit-points');
  await page.locator('a[data-row-link]').first().click();
  await settled(page);
  const links = page
    .getByRole('navigation')
    .filter({ has: page.locator('a[aria-current=page]') })
    .last()
    .getByRole('link');
  const names = [
    'visitPoint.info',
    'weighings.title',
    'visitPoint.statistics',
    'visitPoint.cameras',
    'visitPoint.events',
    'coupons.title',
  ].map((key) => t(key));
  await expect(page).toHaveURL(/\/visit-points\/[^/]+/);
  const shown = () => links.evaluateAll((all) => all.map((one) => one.firstChild?.textContent?.trim() ?? ''));
  // All but the cameras, which not every point has.
  await expect
    .poll(async () => (await shown()).filter((name) => names.includes(name)).length)
    .toBeGreaterThan(4);
  const here = await shown();
  expect(here).toEqual(names.filter((name) => here.includes(name)));

  const address = page.locator('dt', { hasText: t('visitPoint.address') });
  await expect(address).toBeVisible();
  await page.getByRole('button', { name: t('engine.tabs.foldHeader') }).click();
  await expect(address).toHaveCount(0);
  await links.nth(2).click();
  await settled(page);
  await page.reload();
  await settled(page);
  await expect(address).toHaveCount(0);
  await page.getByRole('button', { name: t('engine.tabs.unfoldHeader') }).click();
  await expect(address).toBeVisible();
});
