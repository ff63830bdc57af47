/** Access: menu, pages, data and actions by account and by kind of instance. */
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { enter, expect, rowsOf, settled, signIn, test, toast, totalOf } from './fixtures.ts';
import { factsOf } from './facts.ts';
import type { Product } from './product.ts';
import { exactly, type Texts } from './texts.ts';
import { spec } from '../spec/spec.ts';

const contractWords = JSON.parse(readFileSync('server/dictionaries/contracts.json', 'utf8')) as {
  contractEditing: { name: string; ru: string }[];
};

/** Lists that need no permission (screens §6): they are in every user's menu. */
const OPEN = ['event.title', 'visitPoints.title', 'hypotheses.title'];

/** Menu entries of the permissions. */
const menu = (page: Page, t: Texts) =>
  OPEN.reduce(
    (links, key) => links.filter({ hasNotText: exactly(t(key)) }),
    page.getByRole('navigation', { name: t('engine.menu'), exact: true }).getByRole('link'),
  );

/** The guard's message and its link. */
async function expectForbidden(page: Page, t: Texts): Promise<void> {
  await expect(page).toHaveURL('/error/403');
  await expect(page.getByText(t('errorPage.403.text'))).toBeVisible();
  await expect(toast(page, t('errorMessages.403'))).toBeVisible();
}

test('a guest sees what needs no permission, and no data', async ({ page, t }) => {
  const requests: string[] = [];
  page.on('request', (request) => requests.push(new URL(request.url()).pathname));
  await signIn(page, 'guest');
  await expect(page).toHaveURL('/welcome');
  await expect(page.getByText(t('welcome.text'))).toBeVisible();
  await expect(menu(page, t)).toHaveCount(0);
  await page.goto('/contracts');
  await expectForbidden(page, t);
  await page.goto('/customers');
  await expectForbidden(page, t);
  const lists = requests.filter((path) => path.startsWith('/api') && /paging|contract|customer\b/.test(path));
  // The guest's table preferences are not data.
  expect(lists.filter((path) => !path.endsWith('/preference/paging'))).toEqual([]);
  for (const path of ['contract/paging', 'customer/paging']) {
    const reply = await page.request.get(`/api/v3/${path}?page=0&count=10`, {
      headers: { 'X-Requested-With': 'XMLHttpRequest' },
    });
    expect(reply.status()).toBe(403);
  }
});

test('an account that may only read the register gets no link to a contract', async ({
  page,
  product,
  t,
}) => {
  const { contract } = await factsOf(product);
  await enter(page, 'contracts', '/');
  await expect(page).toHaveURL('/contracts');
  await settled(page);
  await expect.poll(() => totalOf(page)).toBeGreaterThan(100);
  await expect(menu(page, t)).toHaveText([t('toDo.title'), t('contracts.title')]);
  await expect(rowsOf(page).getByRole('link')).toHaveCount(0);
  const row = rowsOf(page).first();
  await row.getByRole('cell').nth(2).click();
  await expect(page).toHaveURL('/contracts');
  // Actions of the register are allowed; the contract's page is not.
  await row.getByRole('button', { name: t('engine.table.rowActions') }).click();
  await expect(page.getByRole('menuitem', { name: t('contract.delete.action') })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: t('contracts.open') })).toHaveCount(0);
  await page.keyboard.press('Escape');
  for (const tail of ['', '/limits', '/limit/new']) {
    await page.goto(`/contracts/${contract.id}${tail}`);
    await expectForbidden(page, t);
  }
});

test('an account that maintains customers sees customers alone', async ({ page, product, t, watch }) => {
  const { contract, customer } = await factsOf(product);
  await enter(page, 'customers', '/');
  await expect(page).toHaveURL('/customers');
  await settled(page);
  await expect(menu(page, t)).toHaveText([t('customers.title')]);
  await page.goto(`/customer/${customer}`);
  await expect(page.getByRole('textbox', { name: t('customer.shortName') })).not.toHaveValue('');
  await page.goto('/contracts');
  await expectForbidden(page, t);
  // The page head requests its records for whichever account is signed in.
  watch.allow(/\b403\b.*\/contract\//);
  await page.goto(`/contracts/${contract.id}`);
  await expectForbidden(page, t);
});

for (const login of ['guest', 'manager', 'admin'])
  test(`a permission that no one has closes the page to ${login}`, async ({ page, t }) => {
    spec('B-045', 'B-046', 'B-051', 'M-004', '/test/permissions');
    await enter(page, login, '/test/permissions');
    await expectForbidden(page, t);
    await expect(page.getByText(t('testPermissions.text'))).toHaveCount(0);
  });

test('an unknown address leads to 404, signed in or not', async ({ page, t }) => {
  spec('B-028');
  await page.goto('/no/such/page');
  await expect(page).toHaveURL('/error/404');
  await expect(page.getByText(t('errorPage.404.text'))).toBeVisible();
  await enter(page, 'manager', '/contract');
  await expect(page).toHaveURL('/error/404');
  await expect(page.getByText(t('errorPage.404.title'))).toBeVisible();
  await page.getByRole('link', { name: t('engine.home') }).click();
  await expect(page).toHaveURL('/contracts');
});

/** An active contract of the operator as the customer, with the carrier's instance or another supplier. */
async function contractOf({ sql }: Product, withCarrier: boolean): Promise<{ id: string; number: string }> {
  const [found] = await sql<{ id: string; number: string }>(
    `select c.id, c.number from contracts c
     join accounts a on a.login = 'manager' and a.instance_id = c.instance_id
     join instances i on i.id = c.instance_id
     join customers s on s.id = c.supplier_id
     where c.status = 'ACTIVE' and c.customer_id = i.owner_customer_id
       and $1 = (s.linked_instance_id is not null)
     order by c.number limit 1`,
    [withCarrier],
  );
  return found!;
}

test('a contract of another instance is not found', async ({ page, product, t, watch }) => {
  watch.allow(/\b404\b/);
  const contract = await contractOf(product, false);
  await enter(page, 'carrier', `/contracts/${contract.id}`);
  await expect(page.getByText(t('engine.record.missing')).first()).toBeVisible();
  await expect(page.getByText(contract.number)).toHaveCount(0);
});

/** Expects that nothing of a contract can be changed, that its page says why, and that no refused action is offered. */
async function expectReadOnly(page: Page, t: Texts, why: string): Promise<void> {
  const words = contractWords.contractEditing.find(({ name }) => name === why)!;
  await expect(page.getByText(words.ru)).toHaveCount(1);
  await expect(page.getByRole('textbox', { name: exactly(t('contract.name')) })).toHaveAttribute('readonly');
  for (const offer of ['engine.form.save', 'contract.block.action', 'contract.delete.action'])
    await expect(page.getByRole('button', { name: t(offer) })).toHaveCount(0);
}

test('with read access only, every form of a contract is read-only and says why', async ({
  page,
  product,
  t,
}) => {
  const { contract } = await factsOf(product);
  await enter(page, 'reader', `/contracts/${contract.id}`);
  await settled(page);
  await expectReadOnly(page, t, 'NO_RIGHT');
  for (const tab of ['limits', 'districts', 'vehicles']) {
    await page.goto(`/contracts/${contract.id}/${tab}`);
    await settled(page);
    await rowsOf(page).first().getByRole('link').first().click();
    await expect(page.locator('form')).toBeVisible();
    await expect(page.getByRole('button', { name: t('engine.form.save'), exact: true })).toHaveCount(0);
  }
});

test('a removed contract offers nothing', async ({ page, product, t }) => {
  const [removed] = await product.sql<{ id: string }>(
    `select c.id from contracts c join accounts a on a.login = 'manager' and a.instance_id = c.instance_id
     where c.status = 'REMOVED' and exists (select from contract_limits l where l.contract_id = c.id) limit 1`,
  );
  await enter(page, 'manager', `/contracts/${removed!.id}`);
  await settled(page);
  await expectReadOnly(page, t, 'REMOVED');
  // Its lists are read-only, so their rows cannot be selected.
  await page.goto(`/contracts/${removed!.id}/limits`);
  await settled(page);
  await expect(rowsOf(page).first()).toBeVisible();
  await expect(page.locator('main table').getByRole('checkbox')).toHaveCount(0);
});

test('a carrier sees its contracts with an operator, and cannot change them', async ({
  page,
  product,
  t,
}) => {
  const contract = await contractOf(product, true);
  await enter(page, 'carrier', '/contracts');
  await settled(page);
  await page.getByRole('searchbox', { name: t('contracts.search') }).fill(contract.number);
  const row = rowsOf(page).filter({ hasText: contract.number });
  await expect(row).toContainText('ООО «ЭкоРегион»');
  await expect(row).toContainText('ООО «ЧистоТранс»');
  await page.goto(`/contracts/${contract.id}`);
  await expectReadOnly(page, t, 'FOREIGN');
  await page.goto(`/contracts/${contract.id}/limits`);
  await settled(page);
  await expect(page.getByRole('button', { name: t('limits.add') })).toHaveCount(0);
});

for (const [login, name, accent] of [
  ['manager', 'ЭкоРегион', '#FC6532'],
  ['carrier', 'ЧистоТранс', '#0CBCEC'],
  ['weigher', 'Полигон Северный', '#A951BB'],
  ['ecology', 'Комитет экологии', '#6dc13a'],
] as const)
  test(`accent, icon and title are those of the instance: ${login}`, async ({ page, t }) => {
    spec('B-019', 'B-020', 'B-021', 'B-022', 'B-023');
    await enter(page, login, '/contracts');
    await settled(page);
    await expect(page).toHaveTitle(`${t('contracts.title')} — ${name}`);
    await expect(page.getByRole('complementary')).toContainText(name);
    await expect
      .poll(() => page.evaluate(() => document.documentElement.style.getPropertyValue('--accent')))
      .toBe(accent);
    await expect(page.locator('link[rel=icon]')).toHaveAttribute(
      'href',
      new RegExp(encodeURIComponent(accent)),
    );
  });
