/** A list that shows its rows first, remembers how it is wanted, and scrolls once; records that say which they are. */
import { readFileSync } from 'node:fs';
import { factsOf } from '../facts.ts';
import { enter, expect, rowsOf, settled, test } from '../fixtures.ts';
import { exactly } from '../texts.ts';

test('one row of filters, the rest behind a button and as chips; one scroll', async ({ page, t }) => {
  await enter(page, 'manager', '/contracts?f.autoRenewal=true&f.dateFrom=2024-01-01&c=50');
  await settled(page);
  const first = await rowsOf(page).first().boundingBox();
  expect(first!.y, 'where the first record begins').toBeLessThan(330);
  const over = () =>
    page.evaluate(() => document.scrollingElement!.scrollHeight - document.scrollingElement!.clientHeight);
  expect(await over(), 'pixels that the page itself scrolls').toBe(0);
  await expect(page.locator('[data-part=pager]')).toBeInViewport();
  const chips = page.locator('[data-part=filter-chips] li');
  await expect(chips).toHaveText([`${t('contracts.dateFrom')}: 01.01.2024`, t('contracts.autoRenewalOnly')]);
  await chips.first().getByRole('button').click();
  await expect(page).not.toHaveURL(/f\.dateFrom/);
  await expect(chips).toHaveCount(1);
  const more = page.getByRole('button', { name: t('engine.filter.moreCount', { count: 1 }) });
  await more.click();
  await page.getByRole('checkbox', { name: t('contracts.autoRenewalOnly') }).uncheck();
  await expect(page).not.toHaveURL(/f\.autoRenewal/);

  // A period that ends before it begins shows no rows that it would not find.
  await page.goto('/contracts?f.dateFrom=2027-01-01&f.dateTo=2026-01-01');
  await expect(page.getByText(t('engine.filter.wrong'))).toBeVisible();
  await expect(rowsOf(page)).toHaveCount(0);
});

test('a word that no filter knows can be taken back', async ({ page, t, watch }) => {
  watch.allow(/\b400\b/);
  await enter(page, 'manager', '/contracts?f.statuses=NOPE');
  await page
    .getByRole('alert')
    .getByRole('button', { name: t('engine.filter.reset') })
    .click();
  await expect(rowsOf(page)).not.toHaveCount(0);
});

test('columns, density and page size are remembered; several are set at once', async ({ page, t }) => {
  await enter(page, 'manager', '/contracts');
  await settled(page);
  await page.getByRole('button', { name: t('engine.table.looks') }).click();
  const item = (key: string) => page.getByRole('menuitemcheckbox', { name: exactly(t(key)) });
  for (const key of ['contract.supplier', 'contract.segment']) {
    await expect(item(key)).toHaveAttribute('aria-checked', 'true');
    await item(key).click();
    await expect(item(key)).toHaveAttribute('aria-checked', 'false');
  }
  await page.keyboard.press('Escape');
  await page.getByRole('combobox', { name: t('engine.table.pageSize') }).selectOption('25');
  await page.goto('/contracts');
  await settled(page);
  await expect(rowsOf(page)).toHaveCount(25);
  for (const key of ['contract.supplier', 'contract.segment'])
    await expect(page.getByRole('columnheader', { name: exactly(t(key)) })).toHaveCount(0);
});

test('records say which they are, a missing one says so, an unchanged one is not written', async ({
  page,
  product,
  t,
  watch,
}) => {
  watch.allow(/\b404\b/);
  const { customer, contract, limit } = await factsOf(product);
  const [row] = await product.sql<{ name: string }>(
    'select short_name as name from customers where id = $1',
    [customer],
  );
  await enter(page, 'manager', `/customer/${customer}`);
  await expect(page.getByRole('heading', { level: 1, name: row!.name })).toBeVisible();
  await expect(page).toHaveTitle(new RegExp(`^${row!.name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}`));
  await page.goto('/customer/new');
  await expect(page.getByRole('heading', { level: 1, name: t('engine.record.new') })).toBeVisible();

  await page.goto(`/contracts/${contract.id}`);
  await settled(page);
  const saved: string[] = [];
  page.on('request', (request) => {
    if (!['GET', 'HEAD'].includes(request.method())) saved.push(request.url());
  });
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page.getByText(t('engine.form.unchanged'))).toBeVisible();
  expect(saved.filter((url) => url.includes('contract'))).toEqual([]);

  await page.goto(`/contracts/${contract.id}/limit/${limit}`);
  await page.getByRole('button', { name: exactly(t('engine.cancel')) }).click();
  await expect(page).toHaveURL(`/contracts/${contract.id}/limits`);

  await page.goto('/contracts/00000000-0000-4000-8000-000000000000');
  await page
    .getByRole('main')
    .getByRole('link', { name: t('engine.record.toList', { title: t('contracts.title') }) })
    .click();
  await expect(page).toHaveURL('/contracts');
});

test('a long list draws what is in sight, keeps the widths that the reader gives, and can be had whole', async ({
  page,
  t,
}) => {
  await enter(page, 'manager', '/contracts?c=100');
  await settled(page);
  const grid = page.getByRole('table');
  const drawn = page.locator('tbody tr[data-index]');
  await expect(page.locator('tr[data-part=room]')).not.toHaveCount(0);
  expect(await drawn.count()).toBeLessThan(60);
  const total = Number(await grid.getAttribute('aria-rowcount')) - 1;
  const number = page.locator('th[data-column]').nth(1);
  const wide = async () => (await number.boundingBox())!.width;
  const before = await wide();
  await page.locator('[data-part=rows]').focus();
  await page.keyboard.press('End');
  await expect(page.locator('tr[aria-rowindex="101"]')).toBeInViewport();
  await expect(page.locator('tr[aria-rowindex="2"]')).toHaveCount(0);
  expect(await wide()).toBeCloseTo(before, 0);

  const edge = (await page.locator('[data-part=column-edge]').nth(1).boundingBox())!;
  await page.mouse.move(edge.x + edge.width / 2, edge.y + 5);
  await page.mouse.down();
  await page.mouse.move(edge.x + edge.width / 2 + 80, edge.y + 5, { steps: 3 });
  await page.mouse.up();
  await expect.poll(wide).toBeGreaterThan(before + 40);
  await page.goto('/contracts?c=10');
  await settled(page);
  await expect.poll(wide).toBeGreaterThan(before + 40);

  await page.getByRole('button', { name: t('engine.table.export') }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: t('engine.table.exportCsv') }).click(),
  ]);
  const lines = readFileSync(await download.path(), 'utf8')
    .trimEnd()
    .split('\r\n');
  expect(lines).toHaveLength(total + 1);
  expect(lines[1]).toContain(await rowsOf(page).first().getByRole('link').first().innerText());
});
