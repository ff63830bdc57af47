/**
 * Every form on the tabs of a contract, from the compiled project: each opens, refuses missing values, creates, keeps
 * its values over a reload, changes and deletes; an account with read access sees all of it and no actions. Each run
 * covers a fifth, by `SEED`; all with `FULL=1`.
 */
import type { Locator, Page } from '@playwright/test';
import { inventory } from '../spec/inventory.ts';
import { spec } from '../spec/spec.ts';
import { contractOf, headers } from './contracts/contractOf.ts';
import { enter, expect, rowsOf, settled, test } from './fixtures.ts';
import { listed, own, tabs, type Listed, type Own } from './forms/contractForms.ts';
import {
  change,
  changeable,
  controlOf,
  expectRefused,
  fieldsOf,
  fillUntil,
  type Words,
} from './forms/fill.ts';
import type { Product } from './product.ts';
import { exactly, type Texts } from './texts.ts';
import { SEED } from './walk/way.ts';

const PARTS = process.env.FULL ? 1 : 5;
const chosen = <T>(all: readonly T[]): T[] => all.filter((_, i) => (i + SEED) % PARTS === 0);

/** Tabs without a form: their changes are made in dialogs. */
const WITHOUT_FORM = ['contract.integrations'];

/** Values that no schema describes, by the form and the field's path. */
async function wordsOf({ sql }: Product): Promise<Record<string, Words>> {
  const [vehicle] = await sql<{ plate: string }>(
    `select v.reg_number plate from vehicles v join accounts a on a.login = 'manager' and a.instance_id = v.instance_id
     where v.status = 'ACTIVE' order by v.reg_number limit 1`,
  );
  return {
    'contract.vehicle': { regNumber: vehicle!.plate },
    'contract.subscription': { address: 'contract@example.ru' },
  };
}

const saveOf = (page: Page, t: Texts): Locator =>
  page.getByRole('button', { name: exactly(t('engine.form.save')) });
const screenOf = (page: Page, id: string) => page.locator(`[data-screen="${id}"]`);

async function go(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await settled(page);
}

/** The first rows of the table that the form belongs to: a tab may hold other tables below. */
const rowOf = (page: Page) =>
  rowsOf(page.locator('main table').first()).filter({ has: page.getByRole('link') });

async function tryListed(page: Page, reader: Page, t: Texts, one: Listed, contract: string, words: Words) {
  const { tab, form, add } = one;
  const save = saveOf(page, t);
  const list = screenOf(page, tab.id);
  await go(page, `${contract}/${one.place}`);
  await expect(rowOf(page)).toHaveCount(0);
  await page.getByRole('button', { name: exactly(t(add)) }).click();
  await expectRefused(page, save);
  await fillUntil(page, form.view, save, list, words);
  await expect(rowOf(page)).toHaveCount(1);
  // The head of the contract loads again after a save, and moves the rows.
  await settled(page);
  await rowOf(page).getByRole('link').first().click();
  await expect(save).toBeVisible();
  // Content that is still loading would move the buttons at the foot under the mouse.
  await settled(page);
  const field = changeable(form.view, words);
  const kept = await change(page, field);
  await save.click();
  await expect(list).toBeVisible();
  await settled(page);
  await rowOf(page).getByRole('link').first().click();
  await expect(screenOf(page, form.id)).toBeVisible();
  await page.reload();
  await settled(page);
  await kept();
  // The form's history shows it.
  await expect(page.locator('main form').getByText(t('history.action.save')).first()).toBeVisible();
  await expectReadOnly(reader, t, one, contract, new URL(page.url()).pathname);
  await go(page, `${contract}/${one.place}`);
  await rowOf(page)
    .getByRole('button', { name: t('engine.table.rowActions') })
    .click();
  await page.getByRole('menuitem').last().click();
  await page.getByRole('alertdialog').getByRole('button').last().click();
  await expect(rowOf(page)).toHaveCount(0);
}

/** An account with read access sees the row and the record, and no action to change either. */
async function expectReadOnly(
  page: Page,
  t: Texts,
  { place, add }: Listed,
  contract: string,
  record: string,
) {
  await go(page, `${contract}/${place}`);
  await expect(rowOf(page)).toHaveCount(1);
  await expect(page.getByRole('button', { name: exactly(t(add)) })).toHaveCount(0);
  await go(page, record);
  await expect(page.locator('main form').getByRole('status').first()).toBeVisible();
  await expect(saveOf(page, t)).toHaveCount(0);
  const fields = page.locator('main form [id^=form]:is(input, select, textarea, button)');
  await expect(fields.and(page.locator(':enabled:not([readonly])'))).toHaveCount(0);
  // Leave the page, so that nothing of the record is requested after its deletion.
  await page.goto('about:blank');
}

async function tryOwn(page: Page, reader: Page, t: Texts, { form, place }: Own, contract: string) {
  const save = saveOf(page, t);
  await go(page, `${contract}/${place}`);
  const needed = fieldsOf(form).find(({ required, widget }) => required && widget === 'text');
  if (needed) {
    const had = await controlOf(page, needed).inputValue();
    await controlOf(page, needed).fill('');
    await expectRefused(page, save);
    await controlOf(page, needed).fill(had);
  }
  const kept = await change(page, changeable(form, {}));
  await save.click();
  await expect(page.locator('[data-part=toasts]')).toContainText(t('contract.saved'));
  await page.reload();
  await settled(page);
  await kept();
  await go(reader, `${contract}/${place}`);
  await expect(saveOf(reader, t)).toHaveCount(0);
}

test('tabs of a contract: refuse, create, keep, change, delete; read-only for an account with read access', async ({
  page,
  another,
  product,
  t,
}) => {
  if (process.env.FULL) test.setTimeout(900_000);
  spec('B-006', 'B-055', 'B-056', 'B-057');
  const routes = inventory.routes.filter(({ path }) => /^\/contracts\/:contractId(\/[a-z-]+)?$/.test(path));
  expect(tabs.map((tab) => tab.routes[0]!.path).toSorted()).toEqual(
    routes.map(({ path }) => path).toSorted(),
  );
  const written = new Set([...listed, ...own].map(({ tab }) => tab.id));
  expect(tabs.filter(({ id }) => !written.has(id)).map(({ id }) => id)).toEqual(WITHOUT_FORM);
  const reader = await another();
  await enter(page, 'manager', '/');
  await enter(reader, 'reader', '/');
  const words = await wordsOf(product);
  const contracts = new Map<string, string>();
  const contractFor = async (kind: string) => {
    if (!contracts.has(kind)) contracts.set(kind, await contractOf(page, kind, 'TABS'));
    return contracts.get(kind)!;
  };
  for (const one of chosen(listed))
    await test.step(one.form.id, async () =>
      tryListed(page, reader, t, one, await contractFor(one.kind), words[one.form.id] ?? {}),
    );
  for (const one of chosen(own))
    await test.step(one.tab.id, async () => tryOwn(page, reader, t, one, await contractFor('COLLECTION')));
});

test('the head of a contract stays, names both parties, and links to what prevents publishing', async ({
  page,
  t,
}) => {
  spec('B-064', 'B-068', 'B-175');
  await enter(page, 'manager', '/');
  const address = await contractOf(page, 'COLLECTION', 'HEAD');
  await go(page, `${address}/limits`);
  const head = page.locator('main dl').first();
  for (const side of ['customer', 'supplier']) {
    const sides = head.locator('div', { has: page.getByText(t(`contract.${side}`), { exact: true }) });
    await expect(sides.getByRole('link')).toHaveAttribute('href', /^\/customer\//);
  }
  const crumbs = page.locator('[data-part=breadcrumbs]');
  await expect(crumbs.getByRole('link', { name: 'HEAD-COLLECTION' })).toHaveAttribute('href', address);
  const fault = head.getByRole('link', { name: t('server.fault.responsible') });
  const unsigned = head.getByRole('link', { name: t('server.fault.sign') });
  await unsigned.click();
  await expect(page).toHaveURL(`${address}/manage#signStatus`);
  await expect(page.locator('form [id$="-signStatus"]')).toBeFocused();
  await fault.click();
  await expect(page).toHaveURL(`${address}#responsible`);
  const field = page.locator('form [id$="-responsible"]');
  await expect(field).toBeFocused();
  await page.keyboard.type('Белова А. П.');
  await saveOf(page, t).click();
  // A fixed problem is removed from the head, the rest stays.
  await expect(fault).toHaveCount(0);
  await expect(unsigned).toBeVisible();
  // For a table the link opens the column.
  const districts = await page.request.get('/api/v3/common/districts', { headers });
  const [district] = (await districts.json()) as { name: string; caption: string }[];
  const part = {
    contractId: address.split('/').at(-1),
    district: { name: district!.name, caption: '' },
    share: 40,
    effectiveDate: '2026-01-01',
  };
  expect((await page.request.post('/api/v3/contract-district', { data: part, headers })).status()).toBe(200);
  await go(page, `${address}/limits`);
  await head.getByRole('link', { name: t('server.fault.share', { sum: 40 }) }).click();
  await expect(page).toHaveURL(`${address}/districts#share`);
  await expect(page.locator('th[data-column=share] button').first()).toBeFocused();
  // The fragment may have been typed and not be a valid name.
  await go(page, `${address}#%`);
  await expect(field).toHaveValue('Белова А. П.');
  // A kind without collection management can be published from its head, too.
  await go(page, await contractOf(page, 'UTILIZATION', 'HEAD'));
  await expect(page.getByRole('button', { name: t('contract.publish.action') })).toBeVisible();
  await go(page, address);
  // A lock is reported live, and closes the fields it covers.
  const { pathname } = new URL(page.url());
  const lock = pathname.replace('/contracts/', '/api/v3/contract/') + '/toggle-management-lock';
  expect((await page.request.post(lock, { headers })).status()).toBe(200);
  await expect(page.locator('main dl').first()).toContainText(t('contract.lock.managementLocked'));
  await unsigned.click();
  await expect(page.getByText(t('contract.lock.hint'), { exact: true })).toBeVisible();
  await expect(saveOf(page, t)).toHaveCount(0);
});
