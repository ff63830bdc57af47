/**
 * What staff do all day, from end to end, and how many clicks it takes. The limits are the figures of the findings: the
 * number of clicks before.
 */
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { choose, enter, expect, expectRest, rowsOf, settled, signIn, test, toast } from '../fixtures.ts';
import type { Product } from '../product.ts';
import { exactly, type Texts } from '../texts.ts';
import { countClicks } from './clicks.ts';

const button = (page: Page, text: string) => page.getByRole('button', { name: exactly(text) }).first();
const top = (page: Page) => page.getByRole('dialog').or(page.getByRole('alertdialog')).last();
const field = (page: Page, label: string) =>
  page
    .locator('main')
    .getByRole('textbox', { name: new RegExp(`^${exactly(label).source.replaceAll(/^\^|\$$/g, '')}`) })
    .first();
const list = (page: Page, label: string) =>
  page
    .locator('main')
    .getByRole('combobox', { name: new RegExp(`^${label}`) })
    .first();
const save = (page: Page, t: Texts) => button(page, t('engine.form.save')).click();

/** Opens a tab of the record in the menu of all tabs: two clicks, however many tabs there are. */
async function openTab(page: Page, t: Texts, label: string): Promise<void> {
  await page
    .getByRole('button', { name: new RegExp(`^${t('engine.tabs.all', { total: '' })}`) })
    .last()
    .click();
  await page
    .getByRole('menuitemradio', { name: new RegExp(`^${label}`) })
    .or(page.getByRole('menuitem', { name: new RegExp(`^${label}`) }))
    .first()
    .click();
  await settled(page);
}

/** Picks the one customer that the search finds: Enter selects it. */
async function pickCustomer(page: Page, label: string, name: string): Promise<void> {
  await page
    .locator('main')
    .getByRole('button', { name: new RegExp(`^${label}`) })
    .first()
    .click();
  const search = top(page).getByRole('searchbox').first();
  await search.fill(name);
  await expect(rowsOf(top(page)).first()).toContainText(name);
  await expectRest(page);
  await search.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

/** The carrier that has an account in the product, under the name that the operator uses. */
async function carrierOf({ sql }: Product): Promise<string> {
  const [row] = await sql<{ name: string }>(
    `select c.short_name as name from customers c
     where c.instance_id = (select instance_id from accounts where login = 'manager')
       and c.linked_instance_id = (select instance_id from accounts where login = 'carrier') limit 1`,
  );
  return row!.name;
}

test('a contract from scratch to published, agreed by its carrier (before: 40 clicks)', async ({
  page,
  another,
  product,
  t,
}) => {
  const name = await carrierOf(product);
  const carrier = await another();
  await enter(page, 'manager', '/contracts');
  await settled(page);
  const clicks = await countClicks(page);
  const number = `СТ-${Date.now() % 1e6}`;

  await test.step('the contract', async () => {
    await button(page, t('contracts.add')).click();
    await settled(page);
    await field(page, t('contract.number')).fill(number);
    await list(page, t('contract.type')).selectOption({ label: 'Вывоз отходов' });
    await field(page, t('contract.name')).fill('Вывоз по заявкам');
    await field(page, t('contract.responsible')).fill('Белова А. П.');
    await pickCustomer(page, t('contract.supplier'), name);
    await save(page, t);
    await expect(toast(page, t('contract.created'))).toBeVisible();
    await settled(page);
  });
  const address = new URL(page.url()).pathname;

  await test.step('a limit', async () => {
    await openTab(page, t, t('limits.title'));
    await button(page, t('limits.add')).click();
    await settled(page);
    await list(page, t('limit.type')).selectOption({ label: 'Объём' });
    await field(page, t('limit.value')).fill('120');
    await save(page, t);
    await expect(rowsOf(page)).toHaveCount(1);
  });

  await test.step('a tariff and the plan', async () => {
    await openTab(page, t, t('mutualSettlements.title'));
    await button(page, t('mutualSettlements.add')).click();
    await settled(page);
    await list(page, t('tariff.garbageType')).selectOption({ index: 1 });
    await list(page, t('tariff.type')).selectOption('PER_VOLUME');
    await field(page, t('tariff.price')).fill('640');
    // The unit is filled in.
    await save(page, t);
    await expect(rowsOf(page)).toHaveCount(1);
    await openTab(page, t, t('contractPlan.list'));
    await button(page, t('contractPlan.add')).click();
    await settled(page);
    await page
      .locator('main')
      .getByRole('button', { name: new RegExp(`^${t('contractPlan.evacuationPoint')}`) })
      .click();
    await top(page).getByRole('checkbox').or(top(page).getByRole('option')).first().click();
    await list(page, t('contractPlan.containerAction')).selectOption({ index: 3 });
    await save(page, t);
    await expect(rowsOf(page)).toHaveCount(1);
  });

  await test.step('a policy is sent, rejected, changed, sent and accepted', async () => {
    await openTab(page, t, t('policies.title'));
    await button(page, t('policies.add')).click();
    await settled(page);
    await field(page, t('policy.name')).fill('Порядок приёмки');
    await save(page, t);
    const row = page.getByRole('row', { name: 'Порядок приёмки' });
    await expect(row).toContainText('Статус не задан');
    await row.getByRole('link').first().click();
    await settled(page);
    await button(page, t('policy.send')).click();
    await top(page).getByRole('button').last().click();
    await expect(toast(page, t('policy.sent'))).toBeVisible();

    // The carrier finds it in the list of what waits for its answer.
    await enter(carrier, 'carrier', `${address}/contract-policies`);
    const waiting = carrier.getByRole('row', { name: 'Порядок приёмки' });
    await waiting.getByRole('button', { name: t('engine.table.rowActions') }).click();
    await carrier.getByRole('menuitem', { name: t('policy.reject') }).click();
    await carrier.getByRole('textbox', { name: t('policyRejection.reason') }).fill('Пяти дней мало');
    await top(carrier)
      .getByRole('button', { name: t('policy.reject') })
      .click();
    await expect(waiting).toContainText('Отклонена');

    await expect(page.getByText('Пяти дней мало').first()).toBeVisible();
    await field(page, t('policy.name')).fill('Порядок приёмки, десять дней');
    await save(page, t);
    const again = page.getByRole('row', { name: 'десять дней' });
    await again.getByRole('link').first().click();
    await settled(page);
    await button(page, t('policy.send')).click();
    await top(page).getByRole('button').last().click();
    await expect(carrier.getByRole('row', { name: 'десять дней' })).toContainText('На согласовании');
    await carrier
      .getByRole('row', { name: 'десять дней' })
      .getByRole('button', { name: t('engine.table.rowActions') })
      .click();
    await carrier.getByRole('menuitem', { name: t('policy.accept') }).click();
    await top(carrier).getByRole('button').last().click();
    await expect(page.getByText('Принята').first()).toBeVisible();
  });

  await test.step('signed and published', async () => {
    await openTab(page, t, t('contract.manage.title'));
    await list(page, t('contract.signStatus')).selectOption('SIGNED');
    await save(page, t);
    await expect(toast(page, t('contract.saved'))).toBeVisible();
    await button(page, t('contract.publish.action')).click();
    await expect(toast(page, t('contract.publish.done'))).toBeVisible();
  });

  const [kept] = await product.sql<{ limits: number; accepted: number; published: boolean }>(
    `select (select count(*)::int from contract_limits l where l.contract_id = k.id) limits,
            (select count(*)::int from contract_policies p where p.contract_id = k.id and p.status = 'ACCEPTED') accepted,
            (k.publish_time is not null) published
     from contracts k where k.number = $1`,
    [number],
  );
  expect(kept).toEqual({ limits: 1, accepted: 1, published: true });
  const counted = await clicks();
  test.info().annotations.push({ type: 'clicks', description: String(counted) });
  expect(counted).toBeLessThan(40);
});

test('contracts of one carrier that expire soon are exported to a sheet, and three are blocked (before: impossible)', async ({
  page,
  product,
  t,
}) => {
  const [due] = await product.sql<{ carrier: string; days: number; size: number }>(
    `with soon as (
       select k.supplier_id, k.expiration_date - (now() at time zone i.time_zone)::date as days,
         row_number() over (partition by k.supplier_id order by k.expiration_date, k.id) as place
       from contracts k join instances i on i.id = k.instance_id
       where i.id = (select instance_id from accounts where login = 'manager') and k.status = 'ACTIVE'
         and k.supplier_id <> i.owner_customer_id
         and k.expiration_date >= (now() at time zone i.time_zone)::date)
     select c.short_name carrier, s.days::int, (select count(*)::int from contracts k
         where k.supplier_id = s.supplier_id and k.status <> 'REMOVED'
           and k.expiration_date - current_date between 0 and s.days) size
     from soon s join customers c on c.id = s.supplier_id where s.place = 4 order by s.days limit 1`,
  );
  const { carrier, days } = due!;
  await enter(page, 'manager', '/contracts');
  await settled(page);
  const clicks = await countClicks(page);
  await button(page, t('engine.filter.more')).click();
  await field(page, t('contracts.expiresFrom')).fill('сегодня');
  await field(page, t('contracts.expiresFrom')).press('Enter');
  await field(page, t('contracts.expiresTo')).fill(t('engine.relative.ahead', { count: days }));
  await field(page, t('contracts.expiresTo')).press('Enter');
  await pickCustomer(page, t('contracts.supplier'), carrier);
  await list(page, t('contracts.statuses'))
    .or(button(page, t('contracts.statuses')))
    .first()
    .waitFor();
  await expectRest(page);
  await page
    .getByRole('columnheader', { name: t('contracts.expirationDate') })
    .getByRole('button')
    .first()
    .click();
  await expectRest(page);
  const size = Math.min(10, await rowsOf(page).count());
  expect(size).toBeGreaterThanOrEqual(4);
  await expect(rowsOf(page).first()).toContainText(carrier);

  await button(page, t('engine.table.export')).click();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: t('engine.table.exportXlsx') }).click(),
  ]);
  expect(
    readFileSync(await file.path())
      .subarray(0, 2)
      .toString(),
  ).toBe('PK');

  const active = rowsOf(page).filter({ hasText: 'Действует' });
  const numbers = await Promise.all(
    [0, 1, 2].map((at) => active.nth(at).getByRole('link').first().innerText()),
  );
  for (const at of [0, 1, 2]) await active.nth(at).getByRole('checkbox').check();
  await button(page, t('contract.block.action')).click();
  await expectRest(page);
  await top(page).getByRole('button').last().click();
  await expect
    .poll(async () => {
      const [row] = await product.sql<{ n: number }>(
        `select count(*)::int n from contracts where number = any($1) and status = 'BLOCKED'`,
        [numbers],
      );
      return row!.n;
    })
    .toBe(3);
  expect(await clicks()).toBeLessThanOrEqual(14);
});

test('an account with read access starts where it may read, and sees everything of a contract without a button to change it', async ({
  page,
  t,
}) => {
  await signIn(page, 'reader');
  await settled(page);
  const clicks = await countClicks(page);
  await expect(page).toHaveURL(/\/contracts/);
  await rowsOf(page).first().getByRole('link').first().click();
  await settled(page);
  await openTab(page, t, t('limits.title'));
  await expect(button(page, t('limits.add'))).toHaveCount(0);
  await expect(page.getByRole('button', { name: exactly(t('engine.form.save')) })).toHaveCount(0);
  expect(await clicks()).toBeLessThanOrEqual(3);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('a contract is found, and its limits are visible (before: 3 taps, a swipe, 572 points down)', async ({
    page,
    product,
    t,
  }) => {
    const [limited] = await product.sql<{ number: string }>(
      `select k.number from contracts k join contract_limits l on l.contract_id = k.id
       where k.instance_id = (select instance_id from accounts where login = 'manager') and k.status = 'ACTIVE'
       order by k.number limit 1`,
    );
    await enter(page, 'manager', '/contracts');
    await settled(page);
    await page.locator('main').getByRole('searchbox').first().fill(limited!.number);
    await expect(rowsOf(page)).toHaveCount(1);
    const clicks = await countClicks(page);
    await rowsOf(page).first().getByRole('link').first().click();
    await settled(page);
    await button(page, t('engine.tabs.foldHeader')).click();
    await openTab(page, t, t('limits.title'));
    await expect(rowsOf(page).first()).toBeInViewport();
    const box = await rowsOf(page).first().boundingBox();
    expect(box!.y).toBeLessThan(572);
    expect(await clicks()).toBeLessThanOrEqual(4);
  });

  test('where a vehicle is: three taps to its plate, the time and a map', async ({ page, product, t }) => {
    const [heard] = await product.sql<{ plate: string }>(
      `select v.reg_number plate from vehicles v join vehicle_terminals m on m.vehicle_id = v.id and m.end_time is null
       join terminals d on d.id = m.terminal_id join instances i on i.id = v.instance_id
       where i.name = 'ЭкоРегион' and v.status = 'ACTIVE' and d.latitude is not null order by v.reg_number limit 1`,
    );
    await enter(page, 'fleet', '/registry/vehicles');
    await settled(page);
    await page.locator('main').getByRole('searchbox').first().fill(heard!.plate);
    await expect(rowsOf(page)).toHaveCount(1);
    const clicks = await countClicks(page);
    await rowsOf(page).first().getByRole('button').last().click();
    await page.getByRole('menuitem', { name: t('vehicles.location'), exact: true }).click();
    await expect(top(page)).toContainText(heard!.plate);
    await expect(top(page).getByText(/назад|только что/)).toBeVisible();
    await expect(top(page).locator('[data-part=map]')).toBeVisible();
    expect(await clicks()).toBeLessThanOrEqual(3);
  });
});

test('by keyboard alone the content of a contract’s tab is near (before: 28 times Tab)', async ({
  page,
  t,
}) => {
  await enter(page, 'manager', '/contracts');
  await settled(page);
  await page.locator('a[data-row-link]').first().focus();
  await page.keyboard.press('Enter');
  await settled(page);
  await expect(page.getByRole('navigation').last()).toBeVisible();
  const skip = page.getByRole('link', { name: t('engine.tabs.skip') });
  await expect(skip).toBeAttached();
  let pressed = 0;
  for (; pressed < 28 && !(await skip.evaluate((one) => one === document.activeElement)); pressed += 1)
    await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  const inTab = await page
    .locator('#tab-content')
    .evaluate((panel) => panel.contains(document.activeElement) && panel !== document.activeElement);
  expect(inTab).toBe(true);
  expect(pressed + 2).toBeLessThan(14);
});

test('a value of a dictionary is added, used and retired (before: 3, 5 and 3 clicks, and it stayed)', async ({
  page,
  t,
}) => {
  await enter(page, 'admin', '/classifiers/vehicleGroups');
  await settled(page);
  const clicks = await countClicks(page);
  await button(page, t('classifiers.add')).click();
  await top(page)
    .getByRole('textbox', { name: new RegExp(`^${t('classifierValue.captionRu')}`) })
    .fill('Мойка баков');
  await top(page)
    .getByRole('textbox', { name: new RegExp(`^${t('classifierValue.captionEn')}`) })
    .fill('Bin washing');
  await top(page)
    .getByRole('button', { name: exactly(t('engine.form.save')) })
    .click();
  await expect(rowsOf(page).filter({ hasText: 'Мойка баков' })).toBeVisible();
  expect(await clicks()).toBeLessThanOrEqual(2);

  await page.goto('/registry/vehicles');
  await settled(page);
  await rowsOf(page).first().getByRole('link').first().click();
  await settled(page);
  await list(page, t('vehicle.group')).selectOption({ label: 'Мойка баков' });
  await save(page, t);
  await expect(page.locator('[data-part=toasts] > *').first()).toBeVisible();
  expect(await clicks()).toBeLessThanOrEqual(4);

  await page.goto('/classifiers/vehicleGroups');
  await settled(page);
  const row = rowsOf(page).filter({ hasText: 'Мойка баков' });
  await row.getByRole('button').last().click();
  await page.getByRole('menuitem', { name: t('classifiers.retire'), exact: true }).click();
  await top(page)
    .getByRole('button', { name: exactly(t('classifiers.retire')) })
    .click();
  await expect(toast(page, t('classifiers.retired'))).toBeVisible();
  expect(await clicks()).toBeLessThanOrEqual(3);
});

test('a weighing is found by its vehicle and corrected (before: found with 5 clicks, and never corrected)', async ({
  page,
  t,
  product,
}) => {
  // A weigher starts with the weighings.
  await enter(page, 'scales', '/');
  await expect(page).toHaveURL(/vehicle-weighings/);
  // The last weighing of each vehicle; those of approved results cannot be corrected, which ones depends on the day.
  const weighings = await product.sql<{ id: string; plate: string }>(
    `select distinct on (v.id) w.id, v.reg_number plate from weighings w join vehicles v on v.id = w.vehicle_id
       join instances i on i.id = w.instance_id
     where i.name = 'ЭкоРегион' and w.status = 'VALID' order by v.id, w.weigh_time desc, w.id`,
  );
  let made: (typeof weighings)[number] | undefined;
  for (const weighing of weighings) {
    const reply = await page.request.get(`/api/v3/visit-point/weighing/${weighing.id}/hold`);
    if (((await reply.json()) as { reason: string | null }).reason === null) {
      made = weighing;
      break;
    }
  }
  await settled(page);
  const clicks = await countClicks(page);
  await choose(page, t('weighing.vehicle'), made!.plate);
  await expect(rowsOf(page).first()).toContainText(made!.plate);
  await expectRest(page);
  const row = rowsOf(page).filter({ hasText: 'Учтено' }).first();
  await row.locator('[data-cell=lead]').getByRole('button').click();
  await button(page, t('weighing.correct')).click();
  const form = top(page);
  const gross = form.getByRole('textbox', { name: new RegExp(`^${t('weighing.gross')}`) });
  await expect(gross).not.toHaveValue('');
  const before = Number((await gross.inputValue()).replaceAll(/\s/g, ''));
  await gross.fill(String(before + 10));
  await form.getByRole('textbox', { name: new RegExp(`^${t('weighing.changeReason')}`) }).fill('Описка');
  await button(page, t('weighing.correct.save')).click();
  await expect(toast(page, t('weighing.corrected'))).toBeVisible();
  expect(await clicks()).toBeLessThanOrEqual(5);
});

test('a role is made, assigned to a new account and viewed as that account (before: 23 clicks)', async ({
  page,
  t,
}) => {
  await enter(page, 'admin', '/system/roles');
  await settled(page);
  const clicks = await countClicks(page);
  await button(page, t('roles.add')).click();
  const named = (key: string) => top(page).getByLabel(t(key), { exact: false }).first();
  await named('role.name').fill('Учётчик смены');
  await top(page)
    .getByRole('tab', { name: t('role.pane.permissions') })
    .click();
  await top(page).getByRole('group', { name: 'Отчёты' }).getByRole('checkbox').first().check();
  await button(page, t('engine.form.save')).click();
  await expect(toast(page, t('role.saved'))).toBeVisible();
  await page
    .getByRole('link', { name: t('accounts.title') })
    .first()
    .click();
  await settled(page);
  await button(page, t('accounts.add')).click();
  await named('account.lastName').fill('Сменин');
  await named('account.firstName').fill('Олег');
  await named('account.login').fill('smenin');
  await named('account.password').fill('Первый-снег-26');
  await top(page)
    .getByRole('tab', { name: t('account.pane.roles') })
    .click();
  await top(page).getByRole('checkbox', { name: 'Учётчик смены' }).check();
  await button(page, t('engine.form.save')).click();
  await expect(toast(page, t('account.saved'))).toBeVisible();
  await page.getByRole('searchbox', { name: t('accounts.search') }).fill('smenin');
  await expect(rowsOf(page)).toHaveCount(1);
  await rowsOf(page)
    .first()
    .getByRole('button', { name: t('engine.table.rowActions') })
    .click();
  await page.getByRole('menuitem', { name: t('accounts.viewAs') }).click();
  const banner = page.locator('[data-part=view-as]');
  await expect(banner).toContainText('Сменин');
  await banner.getByRole('button').click();
  await expect(banner).toHaveCount(0);
  expect(await clicks()).toBeLessThan(23);
});
