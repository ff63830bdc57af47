/**
 * A list that shows its rows first, remembers its settings, and has one scroll area; records that identify themselves.
 */
import { readFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
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

test('a value that no filter has can be removed', async ({ page, t, watch }) => {
  watch.allow(/\b400\b/);
  await enter(page, 'manager', '/contracts?f.statuses=NOPE');
  await page
    .getByRole('alert')
    .getByRole('button', { name: t('engine.filter.reset') })
    .click();
  await expect(rowsOf(page)).not.toHaveCount(0);
});

test('table settings and saved views are stored on the server, and a first visit gets them immediately', async ({
  page,
  product,
  another,
  t,
}) => {
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
  await page.goto('/contracts?f.autoRenewal=true');
  await settled(page);
  await expect(rowsOf(page)).toHaveCount(25);

  // Saved under a name, by the keyboard; from now on the table starts with it.
  const views = (at: Page) => at.getByRole('button', { name: t('engine.views.title') });
  await views(page).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitemradio', { name: t('engine.views.plain') })).toBeVisible();
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  const name = page.getByRole('textbox', { name: t('engine.views.saveAs') });
  await expect(name).toBeFocused();
  await name.fill('Продлеваемые');
  await name.press('Enter');
  const begins = page.getByRole('button', { name: t('engine.views.begin', { name: 'Продлеваемые' }) });
  await begins.click();
  await expect(begins).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByRole('combobox', { name: t('engine.views.audience') })).toHaveCount(0);
  await page.getByRole('button', { name: t('engine.columns.done') }).click();
  const chosen = t('engine.views.current', { name: 'Продлеваемые' });
  await expect(page.getByRole('button', { name: chosen })).toBeVisible();
  const kept = async () =>
    (await product.sql<{ start: string | null }>(`select value->>'start' as start from preferences`))[0]
      ?.start;
  await expect.poll(kept).toBeTruthy();

  // In another browser: nothing is rendered twice, and the rows are requested once.
  const elsewhere = await another();
  const requests: URL[] = [];
  elsewhere.on('request', (request) => {
    if (request.url().includes('/contract/paging')) requests.push(new URL(request.url()));
  });
  await enter(elsewhere, 'manager', '/contracts');
  await settled(elsewhere);
  await expect(elsewhere.getByRole('button', { name: chosen })).toBeVisible();
  await expect(elsewhere).toHaveURL(/f\.autoRenewal=true/);
  expect(requests.map(({ searchParams }) => [searchParams.get('count'), searchParams.get('filter')])).toEqual(
    [['25', expect.stringContaining('autoRenewal')]],
  );
  for (const key of ['contract.supplier', 'contract.segment'])
    await expect(elsewhere.getByRole('columnheader', { name: exactly(t(key)) })).toHaveCount(0);
  await elsewhere.getByRole('button', { name: chosen }).click();
  await elsewhere.getByRole('menuitemradio', { name: t('engine.views.plain') }).click();
  await expect(elsewhere).toHaveURL(/\/contracts$/);
  await expect(elsewhere.getByRole('columnheader', { name: exactly(t('contract.supplier')) })).toBeVisible();
  await expect
    .poll(() => product.sql(`select value->'looks'->'hidden' as hidden from preferences`))
    .toEqual([{ hidden: [] }]);

  // Shared with a role by an administrator, who sees which roles see it; a manager may only choose it.
  await enter(elsewhere, 'admin', '/contracts?sort=number.asc');
  await settled(elsewhere);
  await views(elsewhere).click();
  await elsewhere.getByRole('menuitem', { name: t('engine.views.arrange') }).click();
  await elsewhere.getByRole('textbox', { name: t('engine.views.saveAs') }).fill('По номеру');
  await elsewhere
    .getByRole('combobox', { name: exactly(t('engine.views.audience')) })
    .selectOption({ label: t('engine.views.forRole', { role: 'Менеджер' }) });
  await elsewhere
    .getByRole('dialog')
    .getByRole('button', { name: exactly(t('engine.form.save')) })
    .click();
  await elsewhere.getByRole('button', { name: t('engine.views.beginTheirs', { name: 'По номеру' }) }).click();
  await page.reload();
  await settled(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await views(page).click();
  const given = page.getByRole('menuitemradio', { name: 'По номеру' });
  await expect(given).toContainText(t('engine.views.forRole', { role: 'Менеджер' }));
  await given.click();
  await expect(page).toHaveURL(/sort=number\.asc/);
  await expect(page).not.toHaveURL(/f\.autoRenewal/);
  await page.getByRole('button', { name: t('engine.views.current', { name: 'По номеру' }) }).click();
  await page.getByRole('menuitem', { name: t('engine.views.arrange') }).click();
  const dialog = page.getByRole('dialog');
  await expect(
    dialog.getByRole('button', { name: t('engine.views.deleteOf', { name: 'По номеру' }) }),
  ).toHaveCount(0);
  await dialog.getByRole('button', { name: t('engine.views.rename', { name: 'Продлеваемые' }) }).click();
  await page.keyboard.type('Мои');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('Мои', { exact: true })).toBeVisible();
  await dialog.getByRole('button', { name: t('engine.views.deleteOf', { name: 'Мои' }) }).click();
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: t('engine.views.delete') })
    .click();
  await expect(dialog.getByRole('listitem')).toHaveCount(1);
  await product.sql('delete from preferences');
});

test('records identify themselves, a missing one says so, an unchanged one is not saved', async ({
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

test('a long list renders the visible rows, keeps the column widths that the user sets, and can be exported whole', async ({
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

  // A column is dragged by its head, as far as the border of the pinned ones.
  const heads = () =>
    page.locator('th[data-column]').evaluateAll((all) => all.map((one) => one.getAttribute('data-column')));
  const [first, second, third] = await heads();
  const head = (id: string | null | undefined) => page.locator(`th[data-column="${id}"]`);
  await head(third).hover();
  await head(third)
    .getByRole('button')
    .dragTo(head(first), { targetPosition: { x: 5, y: 10 } });
  await expect.poll(heads).toEqual([third, first, second, ...(await heads()).slice(3)]);

  // All that the filters find, up to the limit of one call; actions without room are in a menu.
  await page.getByRole('checkbox', { name: t('engine.table.choosePage') }).check();
  await page
    .getByRole('button', {
      name: new RegExp(`^${t('engine.table.chooseFirst', { number: 300, total: '' })}`),
    })
    .click();
  await expect(page.getByText(t('engine.table.chosen', { count: 300 }))).toBeVisible();
  await page.getByRole('button', { name: t('engine.actions.more') }).click();
  await expect(page.getByRole('menuitem', { name: t('contract.delete.action') })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: t('engine.table.clearSelection') }).click();

  await page.getByRole('button', { name: t('engine.table.export') }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: t('engine.table.exportCsv') }).click(),
  ]);
  const lines = readFileSync(await download.path(), 'utf8')
    .trimEnd()
    .split('\r\n');
  expect(lines).toHaveLength(total + 1);
  // The name of the record is the link of its row; contracts of other tests have numbers of any form.
  const numberOf = (row: Locator) => row.getByRole('link').first().innerText();
  expect(lines[1]).toContain(await numberOf(rowsOf(page).first()));

  // The checked rows, from the first to that with Shift, and no others.
  await rowsOf(page).nth(1).getByRole('checkbox').check();
  await rowsOf(page)
    .nth(3)
    .getByRole('checkbox')
    .click({ modifiers: ['Shift'] });
  await expect(page.getByText(t('engine.table.chosen', { count: 3 }))).toBeVisible();
  await page.getByRole('button', { name: t('engine.table.export') }).click();
  const [ticked] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: t('engine.table.exportChosenCsv', { count: 3 }) }).click(),
  ]);
  const some = readFileSync(await ticked.path(), 'utf8')
    .trimEnd()
    .split('\r\n');
  expect(some).toHaveLength(4);
  const ticks = rowsOf(page).filter({ has: page.getByRole('checkbox', { checked: true }) });
  for (const at of [0, 1, 2]) expect(some[at + 1]).toContain(await numberOf(ticks.nth(at)));
});
