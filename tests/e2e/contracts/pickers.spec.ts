/** Contracts and customers are picked in dialogs: for which party, one or several, and what is requested meanwhile. */
import type { Locator, Page } from '@playwright/test';
import { spec } from '../../spec/spec.ts';
import { dialogTitle, enter, expect, rowsOf, settled, test, totalOf } from '../fixtures.ts';
import { exactly, type Texts } from '../texts.ts';

const OURS = `instance_id = (select instance_id from accounts where login = 'manager')`;

interface Facts {
  owner: string;
  owner_name: string;
  today: string;
  total: number;
}

const FACTS = `with i as (select * from instances where id = (select instance_id from accounts where login = 'manager')),
  day as (select (now() at time zone i.time_zone)::date as day from i)
  select c.id as owner, c.short_name as owner_name, to_char(day.day, 'DD.MM.YYYY') as today,
    (select count(*)::int from contracts k where k.${OURS} and k.customer_id = c.id
      and k.effective_date <= day.day and coalesce(k.expiration_date >= day.day, true)) as total
  from i join customers c on c.id = i.owner_customer_id, day`;

/** Unfolds the filters of the page that are not in the row. */
async function openMore(page: Page): Promise<void> {
  const more = page.getByRole('search').locator('button[aria-controls]:visible');
  if ((await more.getAttribute('aria-expanded')) === 'false') await more.click();
}

const headsOf = async (dialog: Locator) =>
  (await dialog.getByRole('columnheader').allInnerTexts()).map((text) => text.trim()).filter(Boolean);

/** What the dialog offers at first: contracts of the instance's owner that are in force today. */
async function expectOffer(dialog: Locator, t: Texts, { owner_name, today, total }: Facts): Promise<void> {
  for (const key of ['contracts.dateFrom', 'contracts.dateTo'])
    await expect(dialog.getByRole('textbox', { name: exactly(t(key)) })).toHaveValue(today);
  await expect(dialog.locator('[data-filter=component] button[id$="customerId"]')).toContainText(owner_name);
  expect(await totalOf(dialog)).toBe(total);
  const columns = ['type', 'customer', 'supplier', 'name', 'validity', 'status'];
  // A column of checkboxes may precede them.
  expect((await headsOf(dialog)).slice(-columns.length)).toEqual(
    columns.map((name) => t(`contract.${name}`)),
  );
}

test('contracts: of the owner at first, none without a customer; several, or one', async ({
  page,
  product,
  t,
}) => {
  spec('V-001', 'V-002', 'B-106', 'B-107', 'B-108', 'B-109', 'B-110', 'B-111', 'B-112', 'contract picker');
  const [facts] = await product.sql<Facts>(FACTS);
  await enter(page, 'manager', '/contracts');
  await settled(page);
  await openMore(page);
  const dialog = page.getByRole('dialog');
  const opener = page.getByRole('button', { name: new RegExp(`^${t('contracts.chosen')}`) });
  const button = (key: string) => dialog.getByRole('button', { name: exactly(t(key)) });
  const open = async () => {
    await opener.click();
    await expect(dialogTitle(page, t('pick.contract.title'))).toBeVisible();
  };
  await open();
  await expectOffer(dialog, t, facts!);
  await expect(button('common.apply')).toBeDisabled();
  const picked = [0, 2].map((i) => rowsOf(dialog).nth(i));
  const names = await Promise.all(picked.map((row) => row.getByRole('cell').nth(4).innerText()));
  for (const row of picked) await row.click();
  await button('common.apply').click();
  await expect(dialog).toHaveCount(0);
  await expect.poll(() => totalOf(page)).toBe(2);
  await page.reload();
  await expect.poll(() => totalOf(page)).toBe(2);
  for (const name of names) await expect(rowsOf(page).filter({ hasText: name }).first()).toBeVisible();

  // Without a customer nothing is requested, whatever else is changed; Cancel keeps the former selection.
  await openMore(page);
  await open();
  await expect(rowsOf(dialog).first()).toBeVisible();
  const requests: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/contract/paging') && !request.url().includes('ids'))
      requests.push(request.url());
  });
  await dialog
    .getByRole('button', { name: t('engine.picker.clear', { label: t('contracts.customer') }) })
    .click();
  await expect(dialog.getByRole('alert')).toHaveText(t('pick.contract.chooseCustomer'));
  await expect(rowsOf(dialog)).toHaveCount(0);
  const day = dialog.getByRole('textbox', { name: exactly(t('contracts.dateTo')) });
  await day.fill('31.12.2026');
  await day.press('Enter');
  await expect(day).toHaveValue('31.12.2026');
  await expect(dialog.getByRole('alert')).toBeVisible();
  expect(requests).toEqual([]);
  await button('common.cancel').click();
  await expect.poll(() => totalOf(page)).toBe(2);

  // Single selection: the next pick replaces the former; the form is filled from it.
  await page.goto('/contracts/new');
  await page.getByRole('button', { name: exactly(t('contract.create.like')) }).click();
  await expectOffer(dialog, t, facts!);
  await rowsOf(dialog).nth(0).click();
  await rowsOf(dialog).nth(1).click();
  await expect(dialog.locator('tbody [aria-selected=true]')).toHaveCount(1);
  const supplier = await rowsOf(dialog).nth(1).getByRole('cell').nth(3).innerText();
  await button('common.apply').click();
  await expect(page.locator('form [id$="-customer"]')).toContainText(facts!.owner_name);
  await expect(page.locator('form [id$="-supplier"]')).toContainText(supplier.trim());
});

test('customers: what the dialog shows of them, and a row that is pressed again', async ({
  page,
  product,
  t,
}) => {
  spec('B-113', 'B-114', 'B-115', 'B-116', 'B-117', 'B-118', 'customer picker');
  const [blocked] = await product.sql<{ name: string; tin: string; code: string }>(
    `select short_name as name, coalesce(tin, registration_code) as tin, code
     from customers where ${OURS} and status = 'BLOCKED' and code is not null order by short_name limit 1`,
  );
  const [agreed] = await product.sql<{ tin: string }>(
    `select tin from customers where ${OURS} and uuid_agreed and tin is not null order by short_name limit 1`,
  );
  await enter(page, 'manager', '/contracts');
  await settled(page);
  await openMore(page);
  await page.locator('[data-filter=component] button[id$="customerId"]').click();
  const dialog = page.getByRole('dialog');
  const keys = ['uuidAgreed', 'shortName', 'code', 'status.account', 'status.reason'];
  await expect(dialogTitle(page, t('pick.customer.title'))).toBeVisible();
  await expect(rowsOf(dialog).first()).toBeVisible();
  const heads = await headsOf(dialog);
  for (const key of keys) expect(heads).toContain(t(`customer.${key}`));
  expect(heads).toContain(t('customers.taxCode'));
  const find = async (text: string) => {
    // The row of the previous search must go first; it would be taken for the result of this one.
    await dialog.getByRole('searchbox').fill('');
    await expect(rowsOf(dialog).nth(1)).toBeVisible();
    await dialog.getByRole('searchbox').fill(text);
    await expect(rowsOf(dialog)).toHaveCount(1);
    return rowsOf(dialog).first();
  };
  const button = (key: string) => dialog.getByRole('button', { name: exactly(t(key)) });
  for (const text of [blocked!.name, blocked!.tin, blocked!.code]) {
    const row = await find(text);
    await expect(row).toContainText(blocked!.tin);
    await expect(row.getByText(blocked!.name, { exact: true })).toHaveClass(/\btext-danger\b/);
  }
  const row = await find(agreed!.tin);
  await expect(row).toContainText(agreed!.tin);
  await expect(row).toContainText(t('customer.uuidAgreed'));
  await row.click();
  await expect(button('common.select')).toBeEnabled();
  await row.click();
  await expect(button('common.select')).toBeDisabled();
  await button('common.cancel').click();
  await expect(dialog).toHaveCount(0);
});
