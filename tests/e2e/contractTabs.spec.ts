/**
 * Every tab of a contract that lists records with a form of their own, out of the compiled project: opens, refuses what
 * is missing, creates, keeps over a reload, changes, deletes.
 */
import type { Locator, Page } from '@playwright/test';
import type { CompiledScreen, CompiledTable } from '../../engine/language/compiled.ts';
import { spec } from '../spec/spec.ts';
import { enter, expect, rowsOf, settled, test } from './fixtures.ts';
import type { Product } from './product.ts';
import { exactly, type Texts } from './texts.ts';
import { nodesOf } from '../../engine/workshop/address.ts';
import { formOf, project } from './walk/visits.ts';

interface Tab {
  screen: CompiledScreen;
  form: CompiledScreen;
  /** The caption of what adds a row. */
  add: string;
}

/** Tabs that this test has gone through; the other forms are to be added once they can be filled like this. */
const WALKED = [
  'area-rules',
  'confirm-modes',
  'container-groups',
  'customer-vehicles',
  'districts',
  'documents',
  'limits',
];

/** Tabs whose table leads to a form that makes a new record. */
const tabs: Tab[] = project.entries
  .filter(
    ({ id, parent, tab }) => parent === 'contract' && tab && WALKED.includes(id.replace('contract.', '')),
  )
  .flatMap(({ id }) => {
    const screen = project.screens.get(id)!;
    const table = nodesOf(screen.view).find((node) => node['type'] === 'table') as CompiledTable | undefined;
    const add = table?.toolbar.find((action) => action.type === 'navigate' && action.create);
    if (add?.type !== 'navigate' || !add.label || !('key' in add.label)) return [];
    const form = project.screens.get(add.screen);
    return form && formOf(form) ? [{ screen, form, add: add.label.key }] : [];
  });

/** What no control tells of itself, by its caption: the plate of a vehicle of the instance, an address. */
async function wordsOf({ sql }: Product, t: Texts): Promise<Record<string, string>> {
  const [vehicle] = await sql<{ plate: string }>(
    `select v.reg_number plate from vehicles v
     join accounts a on a.login = 'manager' and a.instance_id = v.instance_id limit 1`,
  );
  return {
    [t('contractVehicle.regNumber')]: vehicle!.plate,
    [t('contractSubscription.address')]: 'contract@example.ru',
  };
}

/** A contract of the kind, made by a call. */
async function contractOf(page: Page, kind: string): Promise<string> {
  const headers = { 'X-Requested-With': 'XMLHttpRequest' };
  const sides = (await (await page.request.get('/api/v3/customer/paging?count=2', { headers })).json()) as {
    list: { id: string; name: string; shortName: string }[];
  };
  const [customer, supplier] = sides.list.map(({ id, name, shortName }) => ({ id, name, shortName }));
  const type = { name: kind, caption: '' };
  const data = {
    number: `E2E-${kind}`,
    name: 'Проверка разделов',
    type,
    customer,
    supplier,
    effectiveDate: '2026-01-01',
  };
  const reply = await page.request.post('/api/v3/contract', { data, headers });
  expect(reply.status()).toBe(200);
  return ((await reply.json()) as { id: string }).id;
}

/** Fills whatever is empty: the first word of a list, a text, a number. */
async function fill(page: Page, form: Locator, words: Record<string, string>): Promise<void> {
  for (const select of await form.locator('select:visible').all())
    if (!(await select.inputValue())) await select.selectOption({ index: 1 });
  for (const button of await form.locator('button[aria-haspopup=dialog][id]:visible').all()) {
    await button.click();
    const box = page.getByRole('dialog').getByRole('checkbox').first();
    await box.click();
    // One that takes a single word closes by itself.
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
  for (const input of await form.locator('input[type=text]:visible:not([readonly])').all()) {
    if (await input.inputValue()) continue;
    const [mode, length, label] = await input.evaluate((element: HTMLInputElement) => [
      element.inputMode,
      element.maxLength,
      element.labels?.[0]?.textContent?.replace(/\s*\*$/, '') ?? '',
    ]);
    // Days and hours: what is required of them stands there already.
    if (length === 19 || length === 8) continue;
    await input.fill(words[label] ?? (mode === 'numeric' || mode === 'decimal' ? '1' : 'Проверка'));
  }
}

async function tryTab(
  page: Page,
  t: Texts,
  { screen, form, add }: Tab,
  address: string,
  words: Record<string, string>,
) {
  const { submit } = formOf(form)!;
  const save = page.getByRole('button', { name: exactly(t((submit.label as { key: string }).key)) });
  await page.goto(
    `${address}/${project.entries
      .find(({ id }) => id === screen.id)!
      .routes[0]!.path.split('/')
      .at(-1)}`,
  );
  await settled(page);
  await expect(rowsOf(page).getByRole('link')).toHaveCount(0);
  await page.getByRole('button', { name: exactly(t(add)) }).click();
  const fields = page.locator('form');
  await save.click();
  await expect(fields.locator('[aria-invalid=true], [data-invalid=true]').first()).toBeVisible();
  await fill(page, fields, words);
  await save.click();
  await expect(page.locator(`[data-screen="${screen.id}"]`)).toBeVisible();
  await page.reload();
  await settled(page);
  await expect(rowsOf(page)).toHaveCount(1);
  await rowsOf(page).getByRole('link').first().click();
  await expect(save).toBeVisible();
  const note = fields.locator('textarea');
  const noted = (await note.count()) > 0;
  if (noted) await note.first().fill('Изменено');
  else await fields.getByRole('checkbox').first().click();
  await save.click();
  await expect(page.locator(`[data-screen="${screen.id}"]`)).toBeVisible();
  await expect(rowsOf(page)).toContainText(noted ? 'Изменено' : /\S/);
  await rowsOf(page)
    .getByRole('button', { name: t('engine.table.rowActions') })
    .click();
  await page
    .getByRole('menuitem', { name: t('common.delete') })
    .or(page.getByRole('menuitem', { name: t('contractVehicles.remove') }))
    .click();
  await page.getByRole('alertdialog').getByRole('button').last().click();
  await expect(rowsOf(page).getByRole('link')).toHaveCount(0);
}

test('tabs of a contract: refuse, create, keep, change, delete', async ({ page, product, t }) => {
  test.setTimeout(240_000);
  spec('B-057');
  expect(tabs.length).toBe(WALKED.length);
  await enter(page, 'manager', '/');
  const words = await wordsOf(product, t);
  const addresses = new Map<string, string>();
  for (const kind of ['COLLECTION', 'UTILIZATION'])
    addresses.set(kind, `/contracts/${await contractOf(page, kind)}`);
  for (const tab of tabs) {
    const kind = /customer-vehicles|visit-points/.test(tab.screen.id) ? 'UTILIZATION' : 'COLLECTION';
    await test.step(tab.screen.id, () => tryTab(page, t, tab, addresses.get(kind)!, words));
  }
});
